/// What a text in clear must look like. Codes, ids and times have narrow shapes; a name, an
/// address, a sentence or a token that strayed into such a field has not, and is sealed.
enum TextShape {
  private static let codeLengthMax = 128
  private static let timeLengthMax = 40

  /// Up to 128 letters, digits and `_ - . :`, but for a JSON web token, which is made of them too.
  static func isCode(_ text: Span<UInt8>) -> Bool {
    guard text.count <= codeLengthMax else { return false }
    for index in 0..<text.count where !isCodeByte(text[index]) { return false }
    return !isToken(text)
  }

  /// Digits and `- : . T Z +`, up to 40.
  static func isTime(_ text: Span<UInt8>) -> Bool {
    guard text.count <= timeLengthMax else { return false }
    for index in 0..<text.count {
      switch text[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: ":"),
        UInt8(ascii: "."), UInt8(ascii: "T"), UInt8(ascii: "Z"), UInt8(ascii: "+"):
        continue
      default: return false
      }
    }
    return true
  }

  /// At most four digits, and otherwise only the signs that stand for hidden ones.
  static func isMaskedCard(_ text: Span<UInt8>) -> Bool {
    guard text.count <= 24 else { return false }
    var digits = 0
    for index in 0..<text.count {
      switch text[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "*"), UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "-"),
        UInt8(ascii: " "), UInt8(ascii: "."):
        break
      default: return false
      }
    }
    return digits <= 4
  }

  /// `scheme://host[:port]`, as `WebOrigin` writes it.
  static func isOrigin(_ text: Span<UInt8>) -> Bool {
    guard text.count <= codeLengthMax else { return false }
    let origin = String(copying: text)
    return WebOrigin(origin)?.description == origin
  }

  /// A JSON object in base64url begins with `eyJ`.
  private static func isToken(_ text: Span<UInt8>) -> Bool {
    text.count > 3 && text[0] == UInt8(ascii: "e") && text[1] == UInt8(ascii: "y")
      && text[2] == UInt8(ascii: "J")
  }

  @inline(__always)
  private static func isCodeByte(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter &- 0x61 < 26 || byte &- 0x30 < 11 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
