/// What becomes of a field's value before the record is written.
///
/// The rules of one message form a tree of the message's own shape. A value whose shape is not the
/// one the rule expects, and every member that no rule names, is sealed.
package indirect enum FieldRule: Sendable {
  /// The value itself, where it is shaped as expected: codes, statuses, amounts, opaque ids that a
  /// provider minted. Free text in such a field is sealed.
  case clear(Shape)
  /// Sealed under the person's key.
  case personal
  /// Sealed, and matched by its fingerprint under the link key.
  case reference
  /// Its fingerprint under the ledger's fingerprint key.
  case secret
  /// At most four digits.
  case card
  /// A URL of which only the fingerprint of this one decoded parameter is kept.
  case secretParameter(String)
  /// A URL whose parameters have rules of their own.
  case url([String: FieldRule])
  /// An object with these members.
  case object([String: FieldRule])
  /// A list of values by this rule; a value that is no list is redacted by the rule itself.
  case list(FieldRule)
  /// Base64 of a JSON text, redacted by this rule in the open; so is a value that is JSON already.
  /// Any other text is kept as a secret is.
  case base64JSON(FieldRule)

  /// How a value in clear must be shaped.
  package enum Shape: UInt8, Sendable {
    /// Up to 128 letters, digits and `_ - . :`, or a number, `true` or `false`.
    case code
    /// A time: digits and `- : . T Z +`.
    case time
    /// The origin of a page: scheme, host, port.
    case origin
  }

  /// The word for the rule in the schemas' `x-daybook-class`.
  package var className: String? {
    switch self {
    case .clear: "public"
    case .personal: "personal"
    case .reference: "reference"
    case .secret, .secretParameter: "secret"
    case .card: "card"
    case .url, .object, .list, .base64JSON: nil
    }
  }
}
