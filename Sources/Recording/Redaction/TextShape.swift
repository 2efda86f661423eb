/// What a text in clear must look like. Codes, ids and times have narrow shapes; a name, an
/// address, a sentence or a token that strayed into such a field has not, and is sealed.
enum TextShape {
  private static let codeLengthMax = 128
  private static let timeLengthMax = 40

  /// Up to 128 letters, digits and `_ - . :`, but for a JSON web token, which is made of them too.
  static func isCode(_ text: Span<UInt8>) -> Bool {
    guard text.count <= codeLengthMax else { return false }
    for index in 0..<text.count where !codeBytes[Int(text[index])] { return false }
    return !isToken(text)
  }

  /// Digits and `- : . T Z +`, up to 40.
  static func isTime(_ text: Span<UInt8>) -> Bool {
    guard text.count <= timeLengthMax else { return false }
    for index in 0..<text.count where !timeBytes[Int(text[index])] { return false }
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

  /// A JSON object in base64url begins with `eyJ`.
  private static func isToken(_ text: Span<UInt8>) -> Bool {
    text.count > 3 && text[0] == UInt8(ascii: "e") && text[1] == UInt8(ascii: "y")
      && text[2] == UInt8(ascii: "J")
  }

  private static func table(_ characters: String) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for byte in characters.utf8 { table[Int(byte)] = true }
    return table
  }

  private static let codeBytes = table(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:")
  private static let timeBytes = table("0123456789-:.TZ+")
}
