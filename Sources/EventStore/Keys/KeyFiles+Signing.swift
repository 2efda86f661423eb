import Cryptography
import Foundation

extension KeyFiles {
  /// Holds the signing key of a journal that is being begun, until it takes the old one's place.
  private var nextSigningPath: String { "\(directory)/signing-next.key" }

  /// The private half of a journal's key.
  ///
  /// Throws `keyMissing` where it is not in the folder, `insecureKeyFile` or `corrupted`. Reads a
  /// file or two, and changes nothing.
  package func signingKey(of publicKey: [UInt8]) throws -> [UInt8] {
    var isEmpty = true
    for path in [path(of: .signing), nextSigningPath] {
      guard let secret = try signingSecret(path) else { continue }
      isEmpty = false
      if try Ed25519.publicKey(of: secret) == publicKey { return secret }
    }
    throw EventStoreError(
      .keyMissing,
      isEmpty
        ? "The signing key is not in \(directory)."
        : "The signing key in \(directory) is another than the one that the journal is named after."
    )
  }

  /// Makes a signing key for a journal that is about to be begun, and returns its private half.
  /// One that was made before and never used is destroyed.
  package func makeNextSigningKey() throws -> [UInt8] {
    try KeyFile.destroy(nextSigningPath, in: directory)
    let secret = try Ed25519.generatePrivateKey()
    let file = KeyFile(kind: LedgerKey.signing.rawValue, secret: secret)
    try KeyFile.write(file, nextSigningPath, in: directory)
    return secret
  }

  /// Lets the next signing key take the old one's place, if it is the journal's: the journal has
  /// been begun. The old key is destroyed, since what it named is frozen. If the journal's key is
  /// in its place already, one that was made and never used is destroyed.
  package func settleSigningKey(of publicKey: [UInt8]) throws {
    guard let next = try signingSecret(nextSigningPath) else { return }
    guard try Ed25519.publicKey(of: next) == publicKey else {
      guard let current = try signingSecret(path(of: .signing)),
        try Ed25519.publicKey(of: current) == publicKey
      else { return }
      return try KeyFile.destroy(nextSigningPath, in: directory)
    }
    try KeyFile.destroy(path(of: .signing), in: directory)
    try Folder.rename(nextSigningPath, to: path(of: .signing))
    try Folder.synchronize(directory)
  }

  private func signingSecret(_ path: String) throws -> [UInt8]? {
    guard let file = try KeyFile.read(path) else { return nil }
    guard file.kind == LedgerKey.signing.rawValue else { throw wrongKind(path) }
    return file.secret
  }
}
