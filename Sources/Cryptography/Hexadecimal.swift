/// Bytes as lower-case hexadecimal digits, two to a byte (base 16 of RFC 4648, section 8, in the
/// other case), and back.
package enum Hexadecimal {
  /// The digits of these bytes. Linear.
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; `nil` unless it consists of pairs of lower-case digits and nothing else,
  /// so that a value has one spelling. Linear.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 2)
    var high: UInt8?
    for character in text.utf8 {
      guard let value = value(character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  /// Appends the 16 digits of a word, the highest first. No allocation where the output has room.
  package static func append(_ word: UInt64, to output: inout [UInt8]) {
    let digits = (
      digits(of: UInt32(truncatingIfNeeded: word >> 32)).bigEndian,
      digits(of: UInt32(truncatingIfNeeded: word)).bigEndian
    )
    unsafe withUnsafeBytes(of: digits) { unsafe output.append(contentsOf: $0) }
  }

  /// Eight digits at once: each nibble is moved to a byte of its own and then turned into a letter
  /// where it is above 9.
  private static func digits(of half: UInt32) -> UInt64 {
    var nibbles = UInt64(half)
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles | nibbles << 4) & 0x0F0F_0F0F_0F0F_0F0F
    let isLetter = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return nibbles &+ 0x3030_3030_3030_3030 &+ isLetter &* 0x27
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
