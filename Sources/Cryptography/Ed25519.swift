import CLibCrypto

/// Ed25519 (RFC 8032): the keys that a journal is signed with and named after.
package enum Ed25519 {
  /// The number of bytes of a private and of a public key.
  package static let keyByteCount = 32
  /// The number of bytes of a signature.
  package static let signatureByteCount = 64

  /// A fresh private key, the 32 bytes that RFC 8032 calls the seed.
  ///
  /// - Throws: `noRandomness`.
  package static func generatePrivateKey() throws(CryptographyError) -> [UInt8] {
    try SecureRandom.bytes(count: keyByteCount)
  }

  /// The public key of a private one. Some 40 microseconds.
  ///
  /// - Throws: `wrongLength` unless there are 32 bytes; `libraryFailure`.
  package static func publicKey(of privateKey: [UInt8]) throws(CryptographyError) -> [UInt8] {
    try LibraryKey(.ed25519, private: privateKey).publicBytes()
  }

  /// The 64 bytes of the signature of a message, the same each time (RFC 8032, section 5.1.6).
  ///
  /// Linear; a tenth of a millisecond for a short message.
  ///
  /// - Parameter privateKey: the 32 bytes of the seed.
  /// - Throws: `wrongLength` unless the key has 32 bytes; `libraryFailure`.
  package static func sign(
    _ message: Span<UInt8>, privateKey: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    let key = try LibraryKey(.ed25519, private: privateKey)
    let digest = try DigestContext()
    var signature = [UInt8](repeating: 0, count: signatureByteCount)
    var byteCount = signatureByteCount
    let result = unsafe message.withUnsafeBufferPointer { message in
      guard unsafe EVP_DigestSignInit(digest.pointer, nil, nil, nil, key.pointer) == 1 else {
        return Int32(0)
      }
      return unsafe EVP_DigestSign(
        digest.pointer, &signature, &byteCount, message.baseAddress, message.count)
    }
    if result != 1 { throw CryptographyError.libraryFailure.clearingQueue }
    return signature
  }

  /// Whether a message was signed with the private key of this public one.
  ///
  /// `false` for anything else as well: a wrong number of bytes, a point that is none, an integer
  /// beyond the group's order (RFC 8032, section 5.1.7: nobody can vary a signature), and a
  /// library that has no memory left. Linear; a tenth of a millisecond for a short message.
  package static func isValid(
    signature: [UInt8], of message: Span<UInt8>, publicKey: [UInt8]
  ) -> Bool {
    guard signature.count == signatureByteCount else { return false }
    do throws(CryptographyError) {
      let key = try LibraryKey(.ed25519, public: publicKey)
      let digest = try DigestContext()
      let result = unsafe message.withUnsafeBufferPointer { message in
        guard unsafe EVP_DigestVerifyInit(digest.pointer, nil, nil, nil, key.pointer) == 1 else {
          return Int32(0)
        }
        return unsafe EVP_DigestVerify(
          digest.pointer, signature, signature.count, message.baseAddress, message.count)
      }
      if result != 1 { throw CryptographyError.authenticationFailed.clearingQueue }
      return true
    } catch {
      return false
    }
  }

  /// A context for one signature, freed at the end of its owner's scope; the pointer never leaves
  /// this file: hence safe.
  @safe
  private struct DigestContext: ~Copyable {
    let pointer: OpaquePointer

    init() throws(CryptographyError) {
      let context = unsafe EVP_MD_CTX_new()
      guard let context = unsafe context else {
        throw CryptographyError.libraryFailure.clearingQueue
      }
      unsafe pointer = unsafe context
    }

    deinit { unsafe EVP_MD_CTX_free(pointer) }
  }
}
