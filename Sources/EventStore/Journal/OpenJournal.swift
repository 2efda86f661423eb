import MerkleLog

/// A journal that has been opened and recognised: its environment, its tables, and who it is.
///
/// It lasts as long as anybody refers to it, snapshots included.
final class OpenJournal: Sendable {
  /// What tells one journal from another; it never changes.
  struct Identity: Equatable {
    let source: String
    let publicKey: [UInt8]
    let origin: Origin
    let ownEvents: String
  }

  let identity: Identity
  let events: LMDBTransaction.Database
  let tree: LMDBTransaction.Database
  let meta: LMDBTransaction.Database
  let environment: LMDBEnvironment

  /// Opens the tables of an environment and reads who it is. Throws `notALedger` where it was not
  /// made by `EventLog.create`, `newerFormat` or `corrupted`. Writes nothing.
  init(_ environment: LMDBEnvironment, path: String) throws {
    let transaction = try environment.begin(writing: false)
    guard let meta = try transaction.database(JournalFormat.meta) else {
      throw EventStoreError(
        .notALedger, "\(path) is the LMDB file of another program, not a journal. Check the path.")
    }
    let identity = try OpenJournal.identity(in: transaction, meta, path: path)
    guard let events = try transaction.database(identity.ownEvents),
      let tree = try transaction.database(JournalFormat.tree)
    else {
      throw EventStoreError(
        .corrupted, "\(path) lacks a table of its format. Restore it from a backup.")
    }
    try transaction.commit()
    self.identity = identity
    self.events = events
    self.tree = tree
    self.meta = meta
    self.environment = environment
  }

  private static func identity(
    in transaction: borrowing LMDBTransaction, _ meta: LMDBTransaction.Database, path: String
  ) throws -> Identity {
    func bytes(_ key: [UInt8]) throws -> [UInt8]? {
      try transaction.withValue(of: key, in: meta) { span in span.indices.map { span[$0] } }
    }
    guard let format = try bytes(JournalFormat.formatKey) else {
      throw EventStoreError(
        .notALedger, "\(path) is the LMDB file of another program, not a journal. Check the path.")
    }
    guard format == Array(JournalFormat.version.utf8) else {
      let text = String(decoding: format, as: UTF8.self)
      guard let number = UInt32(text), number > 1 else {
        throw EventStoreError(
          .corrupted, "\(path) names no format that ever was. Restore it from a backup.")
      }
      throw EventStoreError(
        .newerFormat,
        "\(path) has format \(number) and this version reads format \(JournalFormat.version). "
          + "Use a later version of Daybook.")
    }
    guard let own = try bytes(JournalFormat.ownKey),
      let source = try bytes(JournalFormat.sourceKey),
      let publicKey = try bytes(JournalFormat.publicKeyKey), publicKey.count == 32
    else {
      throw EventStoreError(
        .corrupted, "\(path) does not say whose journal it is. Restore it from a backup.")
    }
    let origin = Origin(publicKey: publicKey)
    let sourceText = String(decoding: source, as: UTF8.self)
    guard sourceText.hasSuffix("/\(origin)") else {
      throw EventStoreError(
        .corrupted, "The source and the public key in \(path) differ. Restore it from a backup.")
    }
    return Identity(
      source: sourceText, publicKey: publicKey, origin: origin,
      ownEvents: String(decoding: own, as: UTF8.self))
  }
}
