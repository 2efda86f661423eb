import Cryptography
import MerkleLog

extension EventLog {
  /// The source of the journal that a key of this public half would begin: the prefix of the
  /// ledger's sources, and the key's origin.
  package func source(of publicKey: [UInt8]) -> String {
    source.dropLast(origin.description.count) + Origin(publicKey: publicKey).description
  }

  /// Begins another journal of the ledger's own with its first record. The one that was appended
  /// to so far is frozen as it is.
  ///
  /// All of it is on the disk when this returns, or nothing of it. The store goes on knowing the
  /// frozen journal only: close it, and open it anew. Throws as `append`, and `corrupted` where the
  /// ledger has had as many journals as it can have. The store must have been opened for writing;
  /// else this traps.
  ///
  /// - Parameters:
  ///   - publicKey: the 32 bytes of the new journal's Ed25519 public key.
  ///   - checkpoint: the signed checkpoint of the new journal while it is empty.
  ///   - record: the record at position 0.
  package func beginJournal(
    publicKey: [UInt8], checkpoint: [UInt8], first record: [UInt8]
  ) throws {
    precondition(mode == .writing, "Only a store that was opened for writing begins a journal.")
    let number = identity.number + 1
    guard number <= JournalFormat.journalCountMax else {
      throw EventStoreError(
        .corrupted,
        "The ledger has had \(identity.number) journals of its own, and can have no more. "
          + "Create a new ledger.")
    }
    let names = JournalFormat.Names(journal: number)
    let leaf = MerkleHash.leafHash(of: record.span)
    let head = TreeHead(size: 1, root: leaf)
    try writer.withLock { state in
      state.frontier = nil
      let journal = try journal()
      try commit(to: journal) { transaction throws(EventStoreError) in
        let events = try transaction.madeDatabase(names.events)
        let tree = try transaction.madeDatabase(names.tree)
        let first = JournalFormat.key(of: Position(0))
        try transaction.put(record, under: first, in: events)
        try transaction.put(leaf.bytes, under: first, in: tree)
        let facts = [
          (JournalFormat.ownKey, Array(names.events.utf8)),
          (names.source, Array(source(of: publicKey).utf8)),
          (names.publicKey, publicKey),
          (names.head, JournalFormat.encode(head)),
          (names.checkpoint(size: 0), checkpoint),
        ]
        for (key, value) in facts { try transaction.put(value, under: key, in: journal.meta) }
      }
    }
  }
}
