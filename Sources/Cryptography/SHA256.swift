import CLibCrypto

/// SHA-256 (FIPS 180-4) in one shot, over a context on the stack: no allocation.
package enum SHA256 {
  /// The hash of these bytes.
  package static func hash(_ bytes: Span<UInt8>) -> Digest {
    var state = SHA256State()
    state.absorb(bytes)
    return state.finish()
  }

  /// The hash of one byte followed by these bytes: how RFC 6962 tells leaves from nodes.
  package static func hash(prefix: UInt8, _ bytes: Span<UInt8>) -> Digest {
    var state = SHA256State()
    state.absorb(prefix)
    state.absorb(bytes)
    return state.finish()
  }

  /// The hash of one byte followed by two digests.
  package static func hash(prefix: UInt8, _ first: Digest, _ second: Digest) -> Digest {
    var state = SHA256State()
    state.absorb(prefix)
    state.absorb(first)
    state.absorb(second)
    return state.finish()
  }
}

/// A SHA-256 computation under way: a plain value, so a copy of a state that has absorbed a key is
/// all that an HMAC needs.
struct SHA256State: Sendable {
  private var context = SHA256_CTX()

  init() { unsafe SHA256_Init(&context) }

  mutating func absorb(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      _ = unsafe SHA256_Update(&context, buffer.baseAddress, buffer.count)
    }
  }

  mutating func absorb(_ byte: UInt8) {
    var byte = byte
    unsafe SHA256_Update(&context, &byte, 1)
  }

  mutating func absorb(_ digest: Digest) {
    var words = digest.bigEndianWords
    unsafe SHA256_Update(&context, &words, Digest.byteCount)
  }

  mutating func finish() -> Digest {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    unsafe withUnsafeMutableBytes(of: &words) { buffer in
      _ = unsafe SHA256_Final(buffer.baseAddress, &context)
    }
    return Digest(bigEndianWords: words)
  }
}

extension Digest {
  /// The words as they lie in memory when the bytes are in order.
  fileprivate var bigEndianWords: (UInt64, UInt64, UInt64, UInt64) {
    (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
  }

  fileprivate init(bigEndianWords words: (UInt64, UInt64, UInt64, UInt64)) {
    self.init(
      words: (
        UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt64(bigEndian: words.2),
        UInt64(bigEndian: words.3)
      ))
  }
}
