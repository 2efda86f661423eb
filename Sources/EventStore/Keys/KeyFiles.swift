import Cryptography
import Foundation

/// The keys of one ledger, one file each, in a folder that only its owner can reach.
///
/// Every key is on the disk before it is returned for the first time. Secrets are read when asked
/// for and not kept. Any thread may use it; keys are made only by the process that has the ledger
/// open for writing.
package final class KeyFiles: Sendable {
  /// The keys that every ledger has one of.
  package enum LedgerKey: String, CaseIterable, Sendable {
    /// Signs checkpoints: an Ed25519 private key, whose public key names the journal.
    case signing
    /// Makes fingerprints that match within this ledger only.
    case fingerprint
    /// Makes fingerprints that match wherever a host gives the same link key.
    case link
  }

  let directory: String
  let names: Lock<PersonNames>

  private init(_ directory: String) {
    self.directory = directory
    names = Lock(PersonNames())
  }

  /// Makes the folder and those of the ledger's three keys that are missing; a key that is there
  /// is kept. So a creation that was cut short is finished by another.
  ///
  /// Throws `insecureKeyFile` where the folder is there and others can reach it, `notFound` where
  /// its parent is missing, and the errors of the system.
  ///
  /// - Parameter linkKey: 32 bytes to use as the link key, for a host that gives several ledgers
  ///   the same; `nil` to make one. Not used where there is a link key already.
  package static func create(at directory: String, linkKey: [UInt8]? = nil) throws -> KeyFiles {
    precondition(linkKey == nil || linkKey?.count == 32, "A link key has 32 bytes.")
    _ = try Folder.make(at: directory)
    guard let files = try open(at: directory) else {
      throw EventStoreError(.notFound, "\(directory) is not a folder. Choose another path.")
    }
    try files.removeLeftovers()
    for key in LedgerKey.allCases where try KeyFile.read(files.path(of: key)) == nil {
      let secret =
        switch key {
        case .signing: try Ed25519.generatePrivateKey()
        case .fingerprint: try SecureRandom.bytes(count: 32)
        case .link: try linkKey ?? SecureRandom.bytes(count: 32)
        }
      try KeyFile.write(
        KeyFile(kind: key.rawValue, secret: secret), files.path(of: key), in: directory)
    }
    return files
  }

  /// The keys in a folder; `nil` where there is no folder: a ledger can be read without keys.
  ///
  /// Changes nothing. Throws `insecureKeyFile` where others than its owner can reach the folder.
  package static func open(at directory: String) throws -> KeyFiles? {
    guard try Folder.exists(at: directory) else { return nil }
    let folder = try OpenFile(directory + "/.", O_RDONLY | O_DIRECTORY)
    try KeyFile.requirePrivate(try folder.status(), directory)
    return KeyFiles(directory)
  }

  /// The 32 bytes of one of the ledger's keys.
  ///
  /// Throws `keyMissing`, `insecureKeyFile` or `corrupted`. Reads one file.
  package func secret(_ key: LedgerKey) throws -> [UInt8] {
    guard let file = try KeyFile.read(path(of: key)) else {
      throw EventStoreError(
        .keyMissing,
        "The \(key.rawValue) key is not in \(directory). Restore the folder from where the keys "
          + "are kept.")
    }
    guard file.kind == key.rawValue else { throw wrongKind(path(of: key)) }
    return file.secret
  }

  func path(of key: LedgerKey) -> String { "\(directory)/\(key.rawValue).key" }

  func wrongKind(_ path: String) -> EventStoreError {
    EventStoreError(
      .corrupted, "\(path) holds another key than its name says. Restore the folder of the keys.")
  }

  /// Takes away what an interrupted writing left; such a key was never used.
  func removeLeftovers() throws {
    for name in try Folder.names(in: directory) where name.hasSuffix(KeyFile.unfinishedSuffix) {
      try KeyFile.destroy("\(directory)/\(name)", in: directory)
    }
  }
}
