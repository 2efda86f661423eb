import CLibCrypto

/// Random bytes for keys and ids, from libcrypto's generator.
package enum SecureRandom {
  /// This many bytes that nobody can guess.
  ///
  /// - Throws: `noRandomness`; nothing may then be sealed or created.
  package static func bytes(count: Int) throws(CryptographyError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = unsafe RAND_bytes(&bytes, Int32(count))
    if result != 1 { throw .noRandomness }
    return bytes
  }
}

/// Nonces of 96 bits for AES-GCM, drawn from the generator a few hundred at a time, because one
/// draw costs more than sealing a name.
package struct NoncePool {
  /// The number of bytes of a nonce.
  package static let nonceByteCount = 12
  private static let poolByteCount = 340 * nonceByteCount
  private var pool: [UInt8] = []
  private var used = 0

  package init() {}

  /// Appends a nonce that no other call gave.
  package mutating func appendNext(to output: inout [UInt8]) throws(CryptographyError) {
    if used == pool.count {
      pool = try SecureRandom.bytes(count: NoncePool.poolByteCount)
      used = 0
    }
    for index in used..<used + NoncePool.nonceByteCount { output.append(pool[index]) }
    used += NoncePool.nonceByteCount
  }
}
