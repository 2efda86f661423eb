import CLibCrypto

/// Random bytes for keys and ids, from libcrypto's generator, which the operating system seeds.
package enum SecureRandom {
  /// This many bytes that nobody can guess.
  ///
  /// The count must be from 0 to 2 147 483 647.
  ///
  /// - Throws: `noRandomness`; nothing may then be sealed or created. An error and not a trap,
  ///   since recording must go on where sealing cannot.
  package static func bytes(count: Int) throws(CryptographyError) -> [UInt8] {
    precondition(
      Int32(exactly: count).map { $0 >= 0 } ?? false,
      "A count of random bytes is from 0 to 2147483647.")
    var bytes = [UInt8](repeating: 0, count: count)
    try fill(&bytes)
    return bytes
  }

  /// Puts random bytes in place of what the array holds. Throws `noRandomness`.
  static func fill(_ bytes: inout [UInt8]) throws(CryptographyError) {
    let result = unsafe RAND_bytes(&bytes, Int32(bytes.count))
    if result != 1 { throw CryptographyError.noRandomness.clearingQueue }
  }
}
