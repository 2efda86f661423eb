/// Nonces of 96 bits for AES-GCM (NIST SP 800-38D, section 8.2.2), drawn from the generator 340 at
/// a time, because one draw costs more than sealing a name.
///
/// An object, so that two holders never give the same nonce; confined to one thread. A process
/// that was forked must not go on with its parent's pool. Random nonces serve up to 2³² values
/// under one key.
package final class NoncePool {
  /// The number of bytes of a nonce.
  package static let nonceByteCount = 12
  private var pool = [UInt8](repeating: 0, count: 340 * nonceByteCount)
  private var used: Int

  /// A pool that draws at its first use.
  package init() { used = pool.count }

  /// Appends a nonce that no other call gave.
  ///
  /// No allocation where the output has room.
  ///
  /// - Throws: `noRandomness`; nothing is appended then, and the next call tries again.
  package func appendNext(to output: inout [UInt8]) throws(CryptographyError) {
    if used == pool.count {
      try SecureRandom.fill(&pool)
      used = 0
    }
    output.append(contentsOf: pool[used..<used + NoncePool.nonceByteCount])
    used += NoncePool.nonceByteCount
  }
}
