import CLibCrypto

/// Ed25519 (RFC 8032): the keys that a journal is signed with and named after.
package enum Ed25519 {
  /// The number of bytes of a private and of a public key.
  package static let keyByteCount = 32
  /// The number of bytes of a signature.
  package static let signatureByteCount = 64

  /// A fresh private key, the 32 bytes that RFC 8032 calls the seed.
  package static func generatePrivateKey() throws(CryptographyError) -> [UInt8] {
    try SecureRandom.bytes(count: keyByteCount)
  }

  /// The public key of a private one.
  ///
  /// - Throws: `wrongLength` unless there are 32 bytes.
  package static func publicKey(of privateKey: [UInt8]) throws(CryptographyError) -> [UInt8] {
    guard privateKey.count == keyByteCount else { throw .wrongLength }
    let key = unsafe EVP_PKEY_new_raw_private_key(
      EVP_PKEY_ED25519, nil, privateKey, privateKey.count)
    guard let key = unsafe key else { throw .libraryFailure }
    defer { unsafe EVP_PKEY_free(key) }
    var publicKey = [UInt8](repeating: 0, count: keyByteCount)
    var byteCount = keyByteCount
    guard unsafe EVP_PKEY_get_raw_public_key(key, &publicKey, &byteCount) == 1 else {
      throw .libraryFailure
    }
    return publicKey
  }
}
