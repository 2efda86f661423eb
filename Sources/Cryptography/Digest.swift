/// 32 bytes that came out of SHA-256 or HMAC-SHA-256, kept as four words so that comparing,
/// hashing and storing one costs no allocation.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes in a digest.
  public static let byteCount = 32

  /// The bytes in order, eight to a word, each word big-endian.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  package init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// The digest with these bytes; `nil` unless there are exactly 32.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Digest.byteCount else { return nil }
    func word(_ start: Int) -> UInt64 {
      var value: UInt64 = 0
      for index in start..<start + 8 { value = value << 8 | UInt64(bytes[index]) }
      return value
    }
    words = (word(0), word(8), word(16), word(24))
  }

  /// The digest's 32 bytes.
  public var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(Digest.byteCount)
    for word in [words.0, words.1, words.2, words.3] {
      for shift in stride(from: 56, through: 0, by: -8) {
        result.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return result
  }

  /// Whether both hold the same bytes. Not in constant time: digests here are public or keyed.
  public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  /// Feeds the bytes to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }

  /// The bytes as 64 lower-case hexadecimal digits.
  public var description: String {
    [words.0, words.1, words.2, words.3].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
