import CLibCrypto

/// A SHA-256 computation under way: a plain value, so a copy of a state that has absorbed a key is
/// all that an HMAC needs.
struct SHA256State: Sendable {
  private var context = SHA256_CTX()

  /// The state that has absorbed nothing.
  init() { unsafe SHA256_Init(&context) }

  /// Goes on with these bytes.
  mutating func absorb(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      _ = unsafe SHA256_Update(&context, buffer.baseAddress, buffer.count)
    }
  }

  /// Goes on with one byte.
  mutating func absorb(_ byte: UInt8) {
    var byte = byte
    unsafe SHA256_Update(&context, &byte, 1)
  }

  /// Goes on with the bytes of a digest.
  mutating func absorb(_ digest: Digest) {
    var words = digest.bigEndianWords
    unsafe SHA256_Update(&context, &words, Digest.byteCount)
  }

  /// The hash of all that was absorbed. The state is of no use afterwards.
  mutating func finish() -> Digest {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    unsafe withUnsafeMutableBytes(of: &words) { buffer in
      _ = unsafe SHA256_Final(buffer.baseAddress, &context)
    }
    return Digest(bigEndianWords: words)
  }
}
