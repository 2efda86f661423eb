/// Base64 with padding (RFC 4648, section 4), so strictly that bytes have one text and a text one
/// reading: whoever changes a character changes the bytes or is refused.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// Appends the text of these bytes. Linear.
  package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word: UInt32 = 0
      for offset in 0..<3 {
        word = word << 8 | (offset < group.count ? UInt32(group[start + offset]) : 0)
      }
      for digit in 0..<4 {
        let value = Int(word >> UInt32(18 - 6 * digit) & 63)
        text.append(digit <= group.count ? alphabet[value] : padding)
      }
    }
  }

  /// The text of these bytes. Linear.
  package static func text(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    append(bytes, to: &text)
    return text
  }

  /// The bytes of a text; `nil` where the padding is missing, a character is none of the alphabet,
  /// or a bit is set that no byte takes up (RFC 4648, section 3.5). Linear.
  package static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var digits = text
    while digits.last == padding, text.count - digits.count < 2 { digits.removeLast() }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 3 / 4)
    var (bits, bitCount) = (UInt32(0), UInt32(0))
    for digit in digits {
      guard let value = value(digit) else { return nil }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        bits &= 1 << bitCount - 1
      }
    }
    return bits == 0 ? bytes : nil
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
