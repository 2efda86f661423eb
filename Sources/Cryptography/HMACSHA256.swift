/// HMAC-SHA-256 (RFC 2104, FIPS 198-1) under one key.
///
/// The two states that have absorbed the key are kept, so a message costs two short hashes and no
/// allocation. A value; safe to copy and to use from any thread.
package struct HMACSHA256: Sendable {
  private static let blockSize = 64
  private let inner: SHA256State
  private let outer: SHA256State

  /// Prepares the key, of any length; one longer than a block is hashed first, as the RFC says.
  package init(key: [UInt8]) {
    let short = key.count > HMACSHA256.blockSize ? SHA256.hash(key.span).bytes : key
    let block = short + Array(repeating: 0, count: HMACSHA256.blockSize - short.count)
    var inner = SHA256State()
    let innerBlock = block.map { $0 ^ 0x36 }
    inner.absorb(innerBlock.span)
    self.inner = inner
    var outer = SHA256State()
    let outerBlock = block.map { $0 ^ 0x5c }
    outer.absorb(outerBlock.span)
    self.outer = outer
  }

  /// The code of this message.
  package func authenticate(_ message: Span<UInt8>) -> Digest {
    var state = inner
    state.absorb(message)
    return wrap(state.finish())
  }

  /// The code of one byte followed by this message: one key then serves several purposes, and a
  /// code of one is never a code of another.
  package func authenticate(domain: UInt8, _ message: Span<UInt8>) -> Digest {
    var state = inner
    state.absorb(domain)
    state.absorb(message)
    return wrap(state.finish())
  }

  private func wrap(_ digest: Digest) -> Digest {
    var state = outer
    state.absorb(digest)
    return state.finish()
  }
}
