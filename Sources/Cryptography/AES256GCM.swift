import CLibCrypto

/// AES-256-GCM (NIST SP 800-38D) with 96-bit nonces and 128-bit tags, under one key.
///
/// The key schedule is kept between calls, which makes sealing a short value three times faster.
/// Confined to one thread. The schedule is the only copy of the key; libcrypto overwrites it when
/// the object goes away. Safe, because the pointer is private and freed once, in `deinit`.
@safe
package final class AES256GCM {
  /// The number of bytes of a key.
  package static let keyByteCount = 32
  /// The number of bytes that a tag adds.
  package static let tagByteCount = 16
  private let context: OpaquePointer

  /// Prepares the key.
  ///
  /// - Throws: `wrongLength` unless there are 32 bytes; `libraryFailure`.
  package init(key: [UInt8]) throws(CryptographyError) {
    guard key.count == AES256GCM.keyByteCount else { throw .wrongLength }
    guard let context = unsafe EVP_CIPHER_CTX_new() else {
      throw CryptographyError.libraryFailure.clearingQueue
    }
    let result = unsafe EVP_CipherInit_ex(context, EVP_aes_256_gcm(), nil, key, nil, 1)
    if result != 1 {
      unsafe EVP_CIPHER_CTX_free(context)
      throw CryptographyError.libraryFailure.clearingQueue
    }
    unsafe self.context = unsafe context
  }

  deinit { unsafe EVP_CIPHER_CTX_free(context) }

  /// Appends the ciphertext of the plaintext and then its tag.
  ///
  /// Linear; no allocation where the output has room.
  ///
  /// - Parameters:
  ///   - nonce: 12 bytes that were never used with this key.
  ///   - additionalData: what the value is bound to; the same bytes are needed to open it.
  /// - Throws: `wrongLength` unless the nonce has 12 bytes and the others less than 2 GiB;
  ///   `libraryFailure`. The output is then what it was.
  package func seal(
    _ plaintext: Span<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>,
    appendingTo output: inout [UInt8]
  ) throws(CryptographyError) {
    let byteCount = plaintext.count
    try begin(nonce, additionalData, byteCount: byteCount, encrypting: true)
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: byteCount + AES256GCM.tagByteCount))
    let isSealed = unsafe output.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      let target = unsafe base + start
      guard unsafe update(plaintext, into: target) else { return false }
      var written: Int32 = 0
      let tag = unsafe target + byteCount
      return unsafe EVP_CipherFinal_ex(context, tag, &written) == 1
        && EVP_CIPHER_CTX_ctrl(
          context, EVP_CTRL_AEAD_GET_TAG, Int32(AES256GCM.tagByteCount), tag) == 1
    }
    if !isSealed {
      output.removeLast(output.count - start)
      throw CryptographyError.libraryFailure.clearingQueue
    }
  }

  /// The plaintext of a ciphertext that is followed by its tag.
  ///
  /// Linear. What was deciphered before the tag proved wrong is overwritten.
  ///
  /// - Throws: `authenticationFailed` unless key, nonce, additional data and every byte are the
  ///   ones it was sealed with; `wrongLength` where a tag does not fit in, the nonce has not 12
  ///   bytes, or the others have 2 GiB; `libraryFailure`.
  package func open(
    _ sealed: Span<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>
  ) throws(CryptographyError) -> [UInt8] {
    let byteCount = sealed.count - AES256GCM.tagByteCount
    guard byteCount >= 0 else { throw .wrongLength }
    try begin(nonce, additionalData, byteCount: byteCount, encrypting: false)
    try expectTag(sealed.extracting(last: AES256GCM.tagByteCount))
    var output = [UInt8](repeating: 0, count: byteCount)
    let isOpened = unsafe output.withUnsafeMutableBufferPointer { buffer in
      if let target = buffer.baseAddress {
        guard unsafe update(sealed.extracting(first: byteCount), into: target) else { return false }
      }
      // GCM writes nothing here: a byte to point at is enough.
      var (rest, written): (UInt8, Int32) = (0, 0)
      return unsafe EVP_CipherFinal_ex(context, &rest, &written) == 1
    }
    if !isOpened {
      output.overwrite()
      throw CryptographyError.authenticationFailed.clearingQueue
    }
    return output
  }

  private func begin(
    _ nonce: Span<UInt8>, _ additionalData: Span<UInt8>, byteCount: Int, encrypting: Bool
  ) throws(CryptographyError) {
    guard nonce.count == NoncePool.nonceByteCount, Int32(exactly: byteCount) != nil,
      Int32(exactly: additionalData.count) != nil
    else { throw .wrongLength }
    let isReady = unsafe nonce.withUnsafeBufferPointer { nonce in
      unsafe EVP_CipherInit_ex(context, nil, nil, nil, nonce.baseAddress, encrypting ? 1 : 0) == 1
    }
    guard isReady, unsafe update(additionalData, into: nil) else {
      throw CryptographyError.libraryFailure.clearingQueue
    }
  }

  private func expectTag(_ tag: Span<UInt8>) throws(CryptographyError) {
    let isTaken = unsafe tag.withUnsafeBufferPointer { tag in
      // The parameter is not const in C, since the same function also gives tags out.
      let pointer = unsafe UnsafeMutableRawPointer(mutating: tag.baseAddress)
      return unsafe EVP_CIPHER_CTX_ctrl(
        context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), pointer) == 1
    }
    if !isTaken { throw CryptographyError.libraryFailure.clearingQueue }
  }

  /// Absorbs input: as additional data where there is no target, which is how libcrypto tells.
  private func update(_ input: Span<UInt8>, into target: UnsafeMutablePointer<UInt8>?) -> Bool {
    unsafe input.withUnsafeBufferPointer { input in
      var written: Int32 = 0
      return unsafe input.isEmpty
        || EVP_CipherUpdate(context, target, &written, input.baseAddress, Int32(input.count)) == 1
    }
  }
}
