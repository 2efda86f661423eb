import CLibCrypto

/// X25519 (RFC 7748): a secret that two sides share of whom each knows the other's public key.
package enum X25519 {
  /// The number of bytes of a private key, of a public key and of a shared secret.
  package static let keyByteCount = 32

  /// A fresh private key. Its bits are set as RFC 7748, section 5, wants them when it is used.
  ///
  /// - Throws: `noRandomness`.
  package static func generatePrivateKey() throws(CryptographyError) -> [UInt8] {
    try SecureRandom.bytes(count: keyByteCount)
  }

  /// The public key of a private one. Some 40 microseconds.
  ///
  /// - Throws: `wrongLength` unless there are 32 bytes; `libraryFailure`.
  package static func publicKey(of privateKey: [UInt8]) throws(CryptographyError) -> [UInt8] {
    try LibraryKey(.x25519, private: privateKey).publicBytes()
  }

  /// The secret that a private key shares with another's public key. It is no key yet: derive one
  /// from it with `HKDFSHA256`. Some 50 microseconds.
  ///
  /// Every 32 bytes are a public key, as RFC 7748, section 5, has it: the highest bit is left out,
  /// and numbers beyond the field's are taken as what they stand for.
  ///
  /// - Throws: `wrongLength` unless both have 32 bytes; `authenticationFailed` for a public key
  ///   with which the secret would be zero whatever the private key (RFC 7748, section 6.1): nobody
  ///   who means well has one.
  package static func sharedSecret(
    of privateKey: [UInt8], with publicKey: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    let own = try LibraryKey(.x25519, private: privateKey)
    let other = try LibraryKey(.x25519, public: publicKey)
    let exchange = try Exchange(own)
    guard unsafe EVP_PKEY_derive_init(exchange.pointer) == 1,
      unsafe EVP_PKEY_derive_set_peer(exchange.pointer, other.pointer) == 1
    else { throw CryptographyError.libraryFailure.clearingQueue }
    var secret = [UInt8](repeating: 0, count: keyByteCount)
    var byteCount = keyByteCount
    let result = unsafe EVP_PKEY_derive(exchange.pointer, &secret, &byteCount)
    guard result == 1, byteCount == keyByteCount, secret.contains(where: { $0 != 0 }) else {
      throw CryptographyError.authenticationFailed.clearingQueue
    }
    return secret
  }

  /// A context for one exchange, freed at the end of its owner's scope; the pointer never leaves
  /// this file: hence safe.
  @safe
  private struct Exchange: ~Copyable {
    let pointer: OpaquePointer

    init(_ key: borrowing LibraryKey) throws(CryptographyError) {
      let context = unsafe EVP_PKEY_CTX_new(key.pointer, nil)
      guard let context = unsafe context else {
        throw CryptographyError.libraryFailure.clearingQueue
      }
      unsafe pointer = unsafe context
    }

    deinit { unsafe EVP_PKEY_CTX_free(pointer) }
  }
}
