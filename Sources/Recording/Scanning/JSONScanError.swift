/// Why a text is not JSON, and where. Never what it says.
package struct JSONScanError: Error, Equatable, CustomStringConvertible {
  /// The closed set of reasons; the raw value is what records and messages say.
  package enum Reason: String, Sendable, CaseIterable {
    case unexpectedCharacter = "unexpected character"
    case unexpectedEnd = "unexpected end"
    case trailingContent = "trailing content"
    case badNumber = "bad number"
    case badEscape = "bad escape"
    case badUTF8 = "bad UTF-8"
    case controlCharacter = "control character in string"
    case nestedTooDeeply = "nested too deeply"
    case tooLong = "too long"
  }

  /// The reason.
  package let reason: Reason

  /// The offset of the offending byte; the text's length where it ended too early.
  package let offset: Int

  /// Such as `bad escape at byte 17`.
  package var description: String { "\(reason.rawValue) at byte \(offset)" }
}
