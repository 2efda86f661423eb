import Cryptography

/// Seals values under a person's key, each bound to its place. Keeps its buffers.
struct Sealer {
  /// What was sealed last: nonce, ciphertext, tag.
  private(set) var box: [UInt8] = []

  private var nonce: [UInt8] = []
  private var bound = ByteBuffer(capacity: 256)
  private var nonces = NoncePool()
  private let origin: [UInt8]
  private var type: [UInt8] = []

  init(origin: String) {
    self.origin = Array(origin.utf8)
    box.reserveCapacity(1024)
    nonce.reserveCapacity(NoncePool.nonceByteCount)
  }

  mutating func setType(_ type: [UInt8]) { self.type = type }

  /// Puts nonce, ciphertext and tag into the box.
  ///
  /// - Returns: `false` where the system gives no randomness: the value is then omitted, since
  ///   capture must go on and nothing may be sealed with a guessable nonce.
  mutating func seal(_ text: Span<UInt8>, at pointer: Span<UInt8>, under key: SealingKey) -> Bool {
    // Spans of arrays in locals: a span of a stored one would borrow all of the sealer.
    let (keyID, origin, type) = (key.idText, origin, type)
    bound.removeAll()
    SealedValue.appendAdditionalData(
      origin: origin.span, key: keyID.span, type: type.span, pointer: pointer, to: &bound)
    nonce.removeAll(keepingCapacity: true)
    box.removeAll(keepingCapacity: true)
    do throws(CryptographyError) {
      try nonces.appendNext(to: &nonce)
      let (nonce, bound) = (nonce, bound)
      for byte in nonce { box.append(byte) }
      try key.cipher.seal(
        text, nonce: nonce.span, additionalData: bound.storage.span.extracting(0..<bound.count),
        appendingTo: &box)
      return true
    } catch {
      return false
    }
  }
}
