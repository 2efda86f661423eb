import CLibCrypto

/// A key of Curve25519 as libcrypto holds it. It frees and overwrites it at the end of its owner's
/// scope, and the pointer never leaves this module: hence safe.
@safe
struct LibraryKey: ~Copyable {
  /// What the key is for.
  enum Use {
    case ed25519, x25519

    var number: Int32 {
      switch self {
      case .ed25519: EVP_PKEY_ED25519
      case .x25519: EVP_PKEY_X25519
      }
    }
  }

  /// The number of bytes of a private and of a public key.
  static let byteCount = 32

  let pointer: OpaquePointer

  init(_ use: Use, private bytes: [UInt8]) throws(CryptographyError) {
    guard bytes.count == LibraryKey.byteCount else { throw .wrongLength }
    let key = unsafe EVP_PKEY_new_raw_private_key(use.number, nil, bytes, bytes.count)
    guard let key = unsafe key else { throw CryptographyError.libraryFailure.clearingQueue }
    unsafe pointer = unsafe key
  }

  init(_ use: Use, public bytes: [UInt8]) throws(CryptographyError) {
    guard bytes.count == LibraryKey.byteCount else { throw .wrongLength }
    let key = unsafe EVP_PKEY_new_raw_public_key(use.number, nil, bytes, bytes.count)
    guard let key = unsafe key else { throw CryptographyError.libraryFailure.clearingQueue }
    unsafe pointer = unsafe key
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  /// The bytes of the public half.
  borrowing func publicBytes() throws(CryptographyError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: LibraryKey.byteCount)
    var byteCount = bytes.count
    let result = unsafe EVP_PKEY_get_raw_public_key(pointer, &bytes, &byteCount)
    if result != 1 { throw CryptographyError.libraryFailure.clearingQueue }
    return bytes
  }
}
