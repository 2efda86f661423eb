package import MerkleLog

/// Who a journal is. It never changes.
package struct JournalIdentity: Hashable, Sendable {
  /// Which of the ledger's own journals this is, from 1; each but the last is frozen.
  package let number: Int
  /// The key that its checkpoints are signed with, under the name that stands in every record and
  /// checkpoint for this journal: a prefix chosen when the ledger was made, a slash, the origin.
  package let key: VerifierKey
  /// The hash of the key, by which the journal is known.
  package let origin: Origin

  /// `nil` where the source is no name, or the key has not 32 bytes. Whether the source ends with
  /// the origin is not looked at.
  init?(number: Int, source: String, publicKey: [UInt8]) {
    guard let key = VerifierKey(name: source, publicKey: publicKey) else { return nil }
    self.number = number
    self.key = key
    origin = Origin(publicKey: publicKey)
  }

  /// The text that stands in every record for this journal.
  package var source: String { key.name }
  /// The 32 bytes of the Ed25519 key that the origin stands for.
  package var publicKey: [UInt8] { key.publicKey }
}

/// One of the ledger's own journals, with its tables.
struct JournalTables: Sendable {
  let identity: JournalIdentity
  let names: JournalFormat.Names
  let events: LMDBTransaction.Database
  let tree: LMDBTransaction.Database
}

/// A ledger's environment that has been opened and recognised: its tables, and whose they are.
///
/// It lasts as long as anybody refers to it, snapshots included.
final class OpenJournal: Sendable {
  /// The ledger's own journals, the oldest first. The last is the one that is appended to.
  let own: [JournalTables]
  let current: JournalTables
  /// The index of idempotency keys, and those that are not in it yet.
  let keys, recentKeys: LMDBTransaction.Database
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
    let count = try OpenJournal.checkFormat(in: transaction, meta, path: path)
    var own: [JournalTables] = []
    for number in 1...count {
      own.append(try OpenJournal.journal(number, in: transaction, meta, path: path))
    }
    guard let current = own.last, let keys = try transaction.database(JournalFormat.keys),
      let recentKeys = try transaction.database(JournalFormat.recentKeys)
    else {
      throw OpenJournal.lacksTable(path)
    }
    try transaction.commit()
    self.own = own
    self.current = current
    self.keys = keys
    self.recentKeys = recentKeys
    self.meta = meta
    self.environment = environment
  }

  /// The tables of one of the ledger's own journals.
  func tables(of identity: JournalIdentity) -> JournalTables {
    guard let tables = own.first(where: { $0.identity == identity }) else {
      preconditionFailure("A journal is read through the ledger that it belongs to.")
    }
    return tables
  }

  private static func lacksTable(_ path: String) -> EventStoreError {
    EventStoreError(
      .corrupted, "\(path) lacks a table of its format. Restore it from a backup.")
  }

  private static func bytes(
    _ key: [UInt8], in transaction: borrowing LMDBTransaction, _ meta: LMDBTransaction.Database
  ) throws -> [UInt8]? {
    try transaction.withValue(of: key, in: meta) { span in span.indices.map { span[$0] } }
  }

  /// Checks the format, and returns how many journals of its own the ledger has.
  private static func checkFormat(
    in transaction: borrowing LMDBTransaction, _ meta: LMDBTransaction.Database, path: String
  ) throws -> Int {
    guard let format = try bytes(JournalFormat.formatKey, in: transaction, meta) else {
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
    guard let own = try bytes(JournalFormat.ownKey, in: transaction, meta),
      let count = JournalFormat.number(ofEvents: String(decoding: own, as: UTF8.self))
    else {
      throw EventStoreError(
        .corrupted, "\(path) does not say which its own journal is. Restore it from a backup.")
    }
    return count
  }

  private static func journal(
    _ number: Int, in transaction: borrowing LMDBTransaction, _ meta: LMDBTransaction.Database,
    path: String
  ) throws -> JournalTables {
    let names = JournalFormat.Names(journal: number)
    guard let source = try bytes(names.source, in: transaction, meta),
      let publicKey = try bytes(names.publicKey, in: transaction, meta),
      let identity = JournalIdentity(
        number: number, source: String(decoding: source, as: UTF8.self), publicKey: publicKey)
    else {
      throw EventStoreError(
        .corrupted, "\(path) does not say whose journal it is. Restore it from a backup.")
    }
    guard identity.source.hasSuffix("/\(identity.origin)") else {
      throw EventStoreError(
        .corrupted, "The source and the public key in \(path) differ. Restore it from a backup.")
    }
    guard let events = try transaction.database(names.events),
      let tree = try transaction.database(names.tree)
    else { throw lacksTable(path) }
    return JournalTables(identity: identity, names: names, events: events, tree: tree)
  }
}
