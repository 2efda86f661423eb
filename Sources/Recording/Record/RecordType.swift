/// What a record is: its CloudEvents type, the version of its schema, and the rules that its data
/// is redacted by.
///
/// A type is a fixed text of ours. Nothing that comes from outside ever enters one.
package final class RecordType: Sendable {
  /// `provider.surface.…kind`, for example `moonpay.frame.apple-pay.complete`.
  package let name: String
  /// The version of the schema of `data`, from 1.
  package let version: Int
  /// The rules of the whole body.
  package let rule: FieldRule

  let table: RedactionTable
  /// `","type":"NAME` as it stands in the record, and the end from the schema on.
  let nameText: [UInt8]
  let schemaText: [UInt8]

  /// A type whose bodies are redacted by this rule.
  package init(_ name: String, version: Int = 1, rule: FieldRule) {
    self.name = name
    self.version = version
    self.rule = rule
    table = RedactionTable(rule)
    nameText = Array(name.utf8)
    schemaText = Array(
      ("\"dataschema\":\"daybook:\(name):\(version)\","
        + "\"datacontenttype\":\"application/json\",\"data\":").utf8)
  }
}

/// How the bodies of one surface are told apart.
package struct MessageFormat: Sendable {
  /// How a body is written.
  package enum Syntax: Sendable {
    /// A JSON text, or a JSON string that holds one.
    case json
    /// A URL.
    case url
  }

  /// How its bodies are written.
  package let syntax: Syntax
  /// The member of the root whose text names the kind; absent where the surface has one kind only.
  package let kindMember: String?
  /// The kinds that are listed, by the provider's word.
  package let kinds: [(word: String, type: RecordType)]
  /// The type of a body of any other kind, its kind's name sealed with the rest.
  package let unlisted: RecordType
  /// The type of a body that cannot be parsed.
  package let unreadable: RecordType

  let kindName: [UInt8]
  let kindWords: [[UInt8]]
  let kindTypes: [RecordType]

  /// A surface whose bodies name their kind.
  package init(
    kindMember: String, kinds: [(word: String, type: RecordType)], unlisted: RecordType,
    unreadable: RecordType
  ) {
    syntax = .json
    self.kindMember = kindMember
    self.kinds = kinds
    self.unlisted = unlisted
    self.unreadable = unreadable
    kindName = Array(kindMember.utf8)
    kindWords = kinds.map { Array($0.word.utf8) }
    kindTypes = kinds.map(\.type)
  }

  /// A surface with one kind of body.
  package init(_ syntax: Syntax, type: RecordType, unreadable: RecordType) {
    self.syntax = syntax
    kindMember = nil
    kinds = []
    unlisted = type
    self.unreadable = unreadable
    kindName = []
    kindWords = []
    kindTypes = []
  }
}
