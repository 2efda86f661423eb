import CLibCrypto

/// 32 bytes that came out of SHA-256 or HMAC-SHA-256, kept as four words so that comparing,
/// hashing and storing one costs no allocation.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes in a digest.
  public static let byteCount = 32

  /// The bytes in order, eight to a word, each word big-endian.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  /// The digest with these words: the bytes in order, eight to a word, each word big-endian.
  package init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// The digest with these bytes; `nil` unless there are exactly 32.
  public init?(_ bytes: [UInt8]) { self.init(bytes.span) }

  /// The digest with these bytes; `nil` unless there are exactly 32. No allocation.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == Digest.byteCount else { return nil }
    func word(_ start: Int) -> UInt64 {
      var value: UInt64 = 0
      for index in start..<start + 8 { value = value << 8 | UInt64(bytes[index]) }
      return value
    }
    words = (word(0), word(8), word(16), word(24))
  }

  /// Whether both hold the same bytes. Not in constant time: digests here are public or keyed.
  public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  /// Whether both hold the same bytes, in constant time.
  package func isEqualInConstantTime(to other: Digest) -> Bool {
    unsafe withUnsafeBytes(of: words) { left in
      unsafe withUnsafeBytes(of: other.words) { right in
        unsafe CRYPTO_memcmp(left.baseAddress, right.baseAddress, Digest.byteCount) == 0
      }
    }
  }

  /// Feeds the bytes to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

extension Digest {
  /// The digest's 32 bytes, in an array of their own.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Digest.byteCount)
    append(to: &bytes)
    return bytes
  }

  /// The bytes as 64 lower-case hexadecimal digits.
  public var description: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * Digest.byteCount)
    appendHex(to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }

  /// Appends the 32 bytes. No allocation where the output has room.
  package func append(to output: inout [UInt8]) {
    unsafe withUnsafeBytes(of: bigEndianWords) { unsafe output.append(contentsOf: $0) }
  }

  /// Appends 64 lower-case hexadecimal digits. No allocation where the output has room.
  package func appendHex(to output: inout [UInt8]) {
    Hexadecimal.append(words.0, to: &output)
    Hexadecimal.append(words.1, to: &output)
    Hexadecimal.append(words.2, to: &output)
    Hexadecimal.append(words.3, to: &output)
  }

  /// The words as they lie in memory when the bytes are in order.
  var bigEndianWords: (UInt64, UInt64, UInt64, UInt64) {
    (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
  }

  /// The digest whose bytes lie in order in these words: how libcrypto leaves them.
  init(bigEndianWords words: (UInt64, UInt64, UInt64, UInt64)) {
    self.init(
      words: (
        UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt64(bigEndian: words.2),
        UInt64(bigEndian: words.3)
      ))
  }
}
