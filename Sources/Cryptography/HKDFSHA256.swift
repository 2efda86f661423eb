/// HKDF with SHA-256 (RFC 5869): keys for several purposes out of one secret.
package enum HKDFSHA256 {
  /// The most bytes that one secret gives for one purpose: 255 hashes.
  package static let byteCountMax = 255 * Digest.byteCount

  /// Derives a key. Two short hashes to prepare, and four for every 32 bytes.
  ///
  /// - Parameters:
  ///   - secret: the input keying material, of any length.
  ///   - salt: need not be secret, and may be empty.
  ///   - info: what the key is for.
  ///   - byteCount: how many bytes are wanted, from 0.
  /// - Throws: `wrongLength` where more are wanted than there can be.
  package static func deriveKey(
    from secret: [UInt8], salt: [UInt8], info: [UInt8], byteCount: Int
  ) throws(CryptographyError) -> [UInt8] {
    precondition(byteCount >= 0, "A key has no fewer than 0 bytes.")
    guard byteCount <= byteCountMax else { throw .wrongLength }
    // RFC 5869, section 2.2: no salt is one of zeros, which HMAC pads the empty one to.
    var pseudorandomKey = HMACSHA256(key: salt).authenticate(secret.span).bytes
    defer { pseudorandomKey.overwrite() }
    let hmac = HMACSHA256(key: pseudorandomKey)
    var key: [UInt8] = []
    key.reserveCapacity(byteCount + Digest.byteCount)
    var block: [UInt8] = []
    var input: [UInt8] = []
    input.reserveCapacity(Digest.byteCount + info.count + 1)
    defer {
      block.overwrite()
      input.overwrite()
    }
    var number: UInt8 = 0
    while key.count < byteCount {
      number += 1
      input.removeAll(keepingCapacity: true)
      input += block
      input += info
      input.append(number)
      block.overwrite()
      block = hmac.authenticate(input.span).bytes
      key += block
    }
    key.removeLast(key.count - byteCount)
    return key
  }
}
