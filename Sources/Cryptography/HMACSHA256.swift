/// HMAC-SHA-256 (RFC 2104, FIPS 198-1) under one key.
///
/// The two states that have absorbed the key are kept, so a message costs two short hashes and no
/// allocation. A value, safe to copy and to use from any thread. The states are worth as much as
/// the key, and as values they cannot be overwritten when they go.
package struct HMACSHA256: Sendable {
  private static let blockByteCount = 64
  private let inner: SHA256State
  private let outer: SHA256State

  /// Prepares the key, of any length; one longer than a block is hashed first, as the RFC says.
  ///
  /// Copies of the key made on the way are overwritten; the caller's array is the caller's.
  package init(key: [UInt8]) {
    var short = key.count > HMACSHA256.blockByteCount ? SHA256.hash(key.span).bytes : []
    var block = [UInt8](repeating: 0x36, count: HMACSHA256.blockByteCount)
    if short.isEmpty {
      for index in key.indices { block[index] ^= key[index] }
    } else {
      for index in short.indices { block[index] ^= short[index] }
      short.overwrite()
    }
    var inner = SHA256State()
    inner.absorb(block.span)
    for index in block.indices { block[index] ^= 0x36 ^ 0x5c }
    var outer = SHA256State()
    outer.absorb(block.span)
    block.overwrite()
    self.inner = inner
    self.outer = outer
  }

  /// The code of this message. Linear, no allocation.
  package func authenticate(_ message: Span<UInt8>) -> Digest {
    var state = inner
    state.absorb(message)
    return wrap(state.finish())
  }

  /// The code of one byte followed by this message: one key then serves several purposes, and a
  /// code of one is never a code of another. Linear, no allocation.
  package func authenticate(domain: UInt8, _ message: Span<UInt8>) -> Digest {
    var state = inner
    state.absorb(domain)
    state.absorb(message)
    return wrap(state.finish())
  }

  /// Whether this is the code of the message, in a time that depends on the message alone: whoever
  /// forges codes learns nothing from how long a wrong one takes.
  package func isCode(_ code: Digest, of message: Span<UInt8>) -> Bool {
    authenticate(message).isEqualInConstantTime(to: code)
  }

  private func wrap(_ digest: Digest) -> Digest {
    var state = outer
    state.absorb(digest)
    return state.finish()
  }
}
