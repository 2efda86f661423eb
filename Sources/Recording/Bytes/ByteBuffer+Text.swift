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
    let start = count
    extend(by: (bytes.count &+ 2) / 3 &* 4)
    fillBase64(bytes, from: start)
  }

  private mutating func fillBase64(_ bytes: Span<UInt8>, from start: Int) {
    let digits = ByteBuffer.base64Digits
    func digit(_ group: UInt32) -> UInt8 { digits[Int(group & 63)] }
    var position = start
    var index = 0
    withWritten { target in
      while index < bytes.count {
        let left = bytes.count &- index
        let second = left > 1 ? bytes[index &+ 1] : 0
        let third = left > 2 ? bytes[index &+ 2] : 0
        let group = UInt32(bytes[index]) << 16 | UInt32(second) << 8 | UInt32(third)
        target[position] = digit(group >> 18)
        target[position &+ 1] = digit(group >> 12)
        target[position &+ 2] = left > 1 ? digit(group >> 6) : 0x3D
        target[position &+ 3] = left > 2 ? digit(group) : 0x3D
        position &+= 4
        index &+= 3
      }
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

  /// The digits of base64, looked up: sealed bytes are random, and no branch on them is foretold.
  private static let base64Digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
