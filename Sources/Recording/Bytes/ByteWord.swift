/// Eight bytes looked at together, the first one in the lowest bits.
///
/// The tests mark a byte by its highest bit. Marks above the first true one may be wrong, for the
/// carry of a subtraction spreads upwards: only the first mark, and whether there is one, count,
/// except where it says exactly.
struct ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  let bits: UInt64

  /// The eight bytes from `index` on. One bounds check and one load.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at index: Int) {
    let eight = bytes.extracting(index..<index &+ 8)
    bits =
      UInt64(eight[0]) | UInt64(eight[1]) << 8 | UInt64(eight[2]) << 16 | UInt64(eight[3]) << 24
      | UInt64(eight[4]) << 32 | UInt64(eight[5]) << 40 | UInt64(eight[6]) << 48
      | UInt64(eight[7]) << 56
  }

  /// Marks bytes that end a plain run in a JSON string: `"`, `\`, controls below 0x20, and
  /// everything from 0x80 on.
  @inline(__always)
  var stringStops: UInt64 {
    let quote = bits ^ (ByteWord.ones &* 0x22)
    let backslash = bits ^ (ByteWord.ones &* 0x5C)
    return
      (bits | (bits &- ByteWord.ones &* 0x20) | (quote &- ByteWord.ones)
      | (backslash &- ByteWord.ones)) & ByteWord.highs
  }

  /// Marks bytes equal to `byte`.
  @inline(__always)
  func matches(_ byte: UInt8) -> UInt64 {
    let difference = bits ^ (ByteWord.ones &* UInt64(byte))
    return (difference &- ByteWord.ones) & ~difference & ByteWord.highs
  }

  /// Marks the bytes `0` to `9`, each one exactly.
  @inline(__always)
  var digits: UInt64 {
    let offset = bits ^ (ByteWord.ones &* 0x30)
    return ~(((offset & ~ByteWord.highs) &+ ByteWord.ones &* 0x76) | offset) & ByteWord.highs
  }

  /// Marks the ASCII bytes from `:` on, each one exactly.
  @inline(__always)
  var breakers: UInt64 {
    ((bits & ~ByteWord.highs) &+ ByteWord.ones &* 0x46) & ~bits & ByteWord.highs
  }

  /// The index, from 0, of the first byte marked in a word that is not 0.
  @inline(__always)
  static func firstMark(_ marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }

  /// The number of bytes marked. Baseline x86-64 has no instruction for counting bits.
  @inline(__always)
  static func count(_ marks: UInt64) -> Int {
    Int(truncatingIfNeeded: ((marks >> 7) &* ByteWord.ones) >> 56)
  }
}
