package import Cryptography

extension ByteBuffer {
  /// Adds a number in decimal, without leading zeros.
  package mutating func appendDecimal(_ value: UInt64) {
    var digits = 1
    var rest = value / 10
    while rest > 0 {
      digits &+= 1
      rest /= 10
    }
    appendDecimal(value, width: digits)
  }

  /// Adds the last `width` decimal digits of a number, with leading zeros.
  ///
  /// - Precondition: `width` is not negative.
  package mutating func appendDecimal(_ value: UInt64, width: Int) {
    extend(by: width)
    var rest = value
    var index = count
    while index > count &- width {
      index &-= 1
      set(UInt8(truncatingIfNeeded: 0x30 &+ rest % 10), at: index)
      rest /= 10
    }
  }

  /// Adds bytes in Base64 with padding (RFC 4648 section 4).
  package mutating func appendBase64(_ bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      let left = bytes.count &- index
      let second = left > 1 ? bytes[index &+ 1] : 0
      let third = left > 2 ? bytes[index &+ 2] : 0
      let group = UInt32(bytes[index]) << 16 | UInt32(second) << 8 | UInt32(third)
      append(ByteBuffer.base64Digit(group >> 18))
      append(ByteBuffer.base64Digit(group >> 12))
      append(left > 1 ? ByteBuffer.base64Digit(group >> 6) : 0x3D)
      append(left > 2 ? ByteBuffer.base64Digit(group) : 0x3D)
      index &+= 3
    }
  }

  /// Adds a digest as 64 lower-case hexadecimal digits.
  package mutating func appendHex(_ digest: Digest) {
    appendHex(digest.words.0)
    appendHex(digest.words.1)
    appendHex(digest.words.2)
    appendHex(digest.words.3)
  }

  /// Adds a word as 16 lower-case hexadecimal digits, most significant first.
  package mutating func appendHex(_ word: UInt64) {
    extend(by: 16)
    for index in 0..<16 {
      let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 &- 4 &* index)) & 15
      set(ByteBuffer.hexDigit(nibble), at: count &- 16 &+ index)
    }
  }

  /// The lower-case hexadecimal digit of a value below 16.
  @inline(__always)
  static func hexDigit(_ nibble: UInt8) -> UInt8 { nibble &+ (nibble < 10 ? 0x30 : 0x57) }

  @inline(__always)
  private static func base64Digit(_ group: UInt32) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: group & 63)
    switch value {
    case ..<26: return value &+ 0x41
    case ..<52: return value &+ 0x47
    case ..<62: return value &- 4
    default: return value == 62 ? 0x2B : 0x2F
    }
  }
}
