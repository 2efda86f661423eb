import CLibCrypto

/// Why a cryptographic operation did not give its result. Carries no bytes of any key or message.
package enum CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A key, nonce or signature has the wrong number of bytes, or a message has too many.
  case wrongLength
  /// What was sealed was changed, or is opened with another key, nonce or additional data.
  case authenticationFailed
  /// The operating system gives no random bytes.
  case noRandomness
  /// libcrypto refused an operation that should not fail: mostly for want of memory.
  case libraryFailure

  /// One sentence, without any byte of what was worked on.
  package var description: String {
    switch self {
    case .wrongLength: "A key, nonce, signature or message has the wrong number of bytes."
    case .authenticationFailed: "The sealed value does not open with this key in this place."
    case .noRandomness: "The operating system gives no random bytes."
    case .libraryFailure: "The cryptographic library refused an operation."
    }
  }

  /// This error, after libcrypto's own list of errors was emptied: the list belongs to the thread,
  /// and other users of the library in the process would take what is left in it for theirs.
  var clearingQueue: CryptographyError {
    ERR_clear_error()
    return self
  }
}
