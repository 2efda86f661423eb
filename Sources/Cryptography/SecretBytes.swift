import CLibCrypto

extension [UInt8] {
  /// Overwrites the bytes with zeros, in a way that no optimiser removes.
  ///
  /// Reaches this array's own storage only: where another array shares it, a copy is overwritten
  /// and the other keeps the bytes.
  mutating func overwrite() {
    unsafe withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
  }
}
