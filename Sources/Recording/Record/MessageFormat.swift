/// How the bodies of one surface are written and told apart.
package struct MessageFormat: Sendable {
  /// How a body is written.
  package enum Syntax: Sendable {
    /// A JSON text, or a JSON string that holds one.
    case json
    /// The same, or base64 of it.
    case jsonOrBase64
    /// A URL.
    case url
  }

  /// What tells the kinds apart.
  package enum Kind: Sendable {
    /// Nothing: there is one kind only.
    case none
    /// The text at the end of this path of members.
    case member([String])
    /// What the URL begins with.
    case prefix
  }

  /// How its bodies are written.
  package let syntax: Syntax
  /// What tells them apart.
  package let kind: Kind
  /// The kinds that are listed, by the provider's word.
  package let kinds: [(word: String, type: RecordType)]
  /// The type of a body of any other kind, its kind's name sealed with the rest.
  package let unlisted: RecordType
  /// The type of a body that cannot be parsed.
  package let unreadable: RecordType
  /// The type of a webhook whose signature is not what it should be.
  package let refused: RecordType?

  private let path: [[UInt8]]
  private let words: [[UInt8]]

  /// A surface whose bodies name their kind.
  package init(
    _ syntax: Syntax = .json, kind: Kind, kinds: [(word: String, type: RecordType)],
    unlisted: RecordType, unreadable: RecordType, refused: RecordType? = nil
  ) {
    self.syntax = syntax
    self.kind = kind
    self.kinds = kinds
    self.unlisted = unlisted
    self.unreadable = unreadable
    self.refused = refused
    if case .member(let names) = kind { path = names.map { Array($0.utf8) } } else { path = [] }
    words = kinds.map { Array($0.word.utf8) }
  }

  /// A surface with one kind of body.
  package init(
    _ syntax: Syntax, type: RecordType, unreadable: RecordType, refused: RecordType? = nil
  ) {
    self.init(
      syntax, kind: .none, kinds: [], unlisted: type, unreadable: unreadable, refused: refused)
  }

  /// Every type that its bodies can have.
  package var types: [RecordType] {
    kinds.map(\.type) + [unlisted, unreadable] + [refused].compactMap { $0 }
  }

  /// The type of a scanned body: by the text of its kind member, the last one where there are two.
  func type(of tape: borrowing JSONTape, in text: Span<UInt8>) -> RecordType {
    guard case .member = kind else { return unlisted }
    var value = 0
    for name in path {
      guard tape[value].kind == .object else { return unlisted }
      var found: Int?
      var key = value + 1
      while key < Int(tape[value].next) {
        if JSONText.matches(tape[key], of: text, name.span) { found = key + 1 }
        key = Int(tape[key + 1].next)
      }
      guard let found else { return unlisted }
      value = found
    }
    guard tape[value].isString else { return unlisted }
    for index in words.indices {
      let expected = words[index]
      if JSONText.matches(tape[value], of: text, expected.span) { return kinds[index].type }
    }
    return unlisted
  }

  /// The type of a URL: the first kind that it begins with.
  func type(ofURL url: Span<UInt8>) -> RecordType {
    guard case .prefix = kind else { return unlisted }
    for index in words.indices {
      let word = words[index]
      guard url.count >= word.count else { continue }
      var matched = 0
      while matched < word.count, url[matched] == word[matched] { matched += 1 }
      if matched == word.count { return kinds[index].type }
    }
    return unlisted
  }
}
