/// The multi-byte sequences of UTF-8 (RFC 3629, Unicode 15 table 3-7).
package enum UTF8Sequence {
  /// The length of the well-formed sequence that starts here, or 0 where there is none.
  ///
  /// Overlong forms, surrogates, values above U+10FFFF and cut sequences are ill-formed. An ASCII
  /// byte is a sequence of one.
  ///
  /// - Precondition: `index` is inside `bytes`.
  @inline(__always)
  package static func length(in bytes: Span<UInt8>, at index: Int) -> Int {
    let left = bytes.count &- index
    let first = bytes[index]
    func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
    switch first {
    case ..<0x80:
      return 1
    case 0xC2...0xDF:
      return left > 1 && isTail(bytes[index &+ 1]) ? 2 : 0
    case 0xE0...0xEF:
      guard left > 2, isTail(bytes[index &+ 1]), isTail(bytes[index &+ 2]) else { return 0 }
      let second = bytes[index &+ 1]
      return (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ? 0 : 3
    case 0xF0...0xF4:
      guard left > 3, isTail(bytes[index &+ 1]), isTail(bytes[index &+ 2]),
        isTail(bytes[index &+ 3])
      else { return 0 }
      let second = bytes[index &+ 1]
      return (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F) ? 0 : 4
    default:
      return 0
    }
  }

  /// Whether all of these bytes are well-formed UTF-8.
  package static func isValid(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      let length = length(in: bytes, at: index)
      if length == 0 { return false }
      index &+= length
    }
    return true
  }
}

/// One Unicode scalar as its UTF-8 bytes, the first in the lowest bits.
struct EncodedScalar {
  let bits: UInt32
  let count: Int

  /// The encoding of a scalar value.
  ///
  /// - Precondition: not a surrogate, at most 0x10FFFF.
  init(_ scalar: UInt32) {
    func tail(_ shift: UInt32) -> UInt32 { (scalar >> shift & 0x3F) | 0x80 }
    switch scalar {
    case ..<0x80:
      (bits, count) = (scalar, 1)
    case ..<0x800:
      (bits, count) = (scalar >> 6 | 0xC0 | tail(0) << 8, 2)
    case ..<0x10000:
      (bits, count) = (scalar >> 12 | 0xE0 | tail(6) << 8 | tail(0) << 16, 3)
    default:
      (bits, count) = (scalar >> 18 | 0xF0 | tail(12) << 8 | tail(6) << 16 | tail(0) << 24, 4)
    }
  }

  /// The byte at an index below ``count``.
  @inline(__always)
  subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt32(8 &* index)) }
}
