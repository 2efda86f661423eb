package import Payments

/// What a record is: its CloudEvents type, the version of its schema, and the rules that its data
/// is redacted by.
///
/// A type is a fixed text of ours. Nothing that comes from outside ever enters one.
package final class RecordType: Sendable {
  /// `provider.surface.…kind`, for example `moonpay.frame.apple-pay.complete`.
  package let name: String
  /// The version of the schema of `data`, from 1.
  package let version: Int
  /// How far an incoming record of this type can be trusted; one that goes out is `local`.
  package let tier: EvidenceTier
  /// The rules of the whole body.
  package let rule: FieldRule

  let table: RedactionTable
  /// `","type":"NAME` as it stands in the record, and the end from the schema on.
  let nameText: [UInt8]
  let schemaText: [UInt8]

  /// A type whose bodies are redacted by this rule.
  package init(
    _ name: String, version: Int = 1, tier: EvidenceTier = .claim, rule: FieldRule
  ) {
    self.name = name
    self.version = version
    self.tier = tier
    self.rule = rule
    table = RedactionTable(rule)
    nameText = Array(name.utf8)
    schemaText = Array(
      ("\"dataschema\":\"daybook:\(name):\(version)\","
        + "\"datacontenttype\":\"application/json\",\"data\":").utf8)
  }
}
