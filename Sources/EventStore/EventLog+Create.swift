import Foundation
import MerkleLog

extension EventLog {
  /// Makes an empty ledger in a directory, which is made too if it is missing.
  ///
  /// All of it is on the disk when this returns. If it is cut short, the directory holds no
  /// ledger yet, and creating again finishes it.
  ///
  /// Throws `alreadyExists` where there is a ledger (or another `journal.mdb`),
  /// `lockedByAnotherProcess` while another process makes one, `invalidName` for a prefix that is
  /// empty or holds a space, a control character or "+", `notFound` where the directory's parent
  /// is missing, and the errors of the system.
  ///
  /// - Parameters:
  ///   - prefix: what the source begins with: a name under the host's control. It never changes.
  ///   - publicKey: the 32 bytes of the journal's Ed25519 public key.
  ///   - checkpoint: the signed checkpoint of the empty tree, so that from the first moment on the
  ///     source and the key are signed.
  package static func create(
    at directory: String, source prefix: String, publicKey: [UInt8], checkpoint: [UInt8]
  ) throws(EventStoreError) {
    precondition(publicKey.count == 32, "An Ed25519 public key has 32 bytes.")
    try checkSource(prefix)
    let files = LedgerFiles(directory: directory)
    if try !Folder.make(at: directory) {
      guard try Folder.exists(at: directory) else {
        throw EventStoreError(
          .alreadyExists, "\(directory) is a file. Choose another path for the ledger.")
      }
      try requireNoJournal(files)
    }
    let lock = try WriterLock(files)
    try withExtendedLifetime(lock) { () throws(EventStoreError) in
      try requireNoJournal(files)
      try Folder.remove(files.unfinishedJournal)
      try Folder.remove(files.unfinishedJournalLock)
      let source = "\(prefix)/\(Origin(publicKey: publicKey))"
      try writeEmptyJournal(
        files.unfinishedJournal, source: source, publicKey: publicKey, checkpoint: checkpoint)
      try OpenFile(files.unfinishedJournal, O_RDONLY).synchronize()
      try Folder.remove(files.unfinishedJournalLock)
      try Folder.rename(files.unfinishedJournal, to: files.journal)
      try Folder.synchronize(directory)
    }
  }

  private static func requireNoJournal(_ files: LedgerFiles) throws(EventStoreError) {
    guard try Folder.status(of: files.journal) == nil else {
      throw EventStoreError(
        .alreadyExists,
        "\(files.directory) has a journal already. Open it, or choose another path.")
    }
  }

  private static func writeEmptyJournal(
    _ path: String, source: String, publicKey: [UInt8], checkpoint: [UInt8]
  ) throws(EventStoreError) {
    let environment = try LMDBEnvironment(file: path, access: .writing, map: .large, claim: nil)
    let transaction = try environment.begin(writing: true)
    let names = JournalFormat.Names(journal: 1)
    let meta = try transaction.madeDatabase(JournalFormat.meta)
    for name in [names.events, names.tree, JournalFormat.keys, JournalFormat.recentKeys] {
      _ = try transaction.madeDatabase(name)
    }
    let facts = [
      (JournalFormat.formatKey, Array(JournalFormat.version.utf8)),
      (JournalFormat.ownKey, Array(names.events.utf8)),
      (names.source, Array(source.utf8)),
      (names.publicKey, publicKey),
      (names.head, JournalFormat.encode(CompactRange().head)),
      (names.checkpoint(size: 0), checkpoint),
    ]
    for (key, value) in facts { try transaction.put(value, under: key, in: meta) }
    try transaction.commit()
  }

  /// Throws `invalidName` for a prefix that could not stand in a checkpoint's origin line (C2SP
  /// `tlog-checkpoint`), or not unescaped in a record.
  package static func checkSource(_ prefix: String) throws(EventStoreError) {
    guard !prefix.isEmpty,
      prefix.unicodeScalars.allSatisfy({ scalar in
        // Quotes and backslashes would have to be escaped in every record.
        !["+", "\"", "\\"].contains(scalar) && !scalar.properties.isWhitespace
          && scalar.properties.generalCategory != .control
      })
    else {
      throw EventStoreError(
        .invalidName,
        "The source's prefix is empty or holds a space, a control character, a plus sign, "
          + "a quote or a backslash. Choose another.")
    }
  }
}
