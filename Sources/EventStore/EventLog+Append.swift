import Foundation
package import MerkleLog

extension EventLog {
  /// Appends all the records that the body gives, in one commit: when this returns they are on the
  /// disk, and if it throws none is kept, except as said below.
  ///
  /// Throws what the body throws; `outOfDiskSpace`, `inputOutput` and the like with nothing kept;
  /// and `outcomeUnknown` where the commit failed so late that the records may be there after all.
  /// Then, as after any failed commit, the next append reads the truth back from the disk first.
  /// Takes two syncs of the disk, and O(1) hashes for each record on average. Waits for an append
  /// under way on another thread, and for snapshots of this process where the map has to grow. The
  /// body must not append to the same store, nor close it.
  ///
  /// A body that gives nothing costs no sync, and the head is unchanged. The store must have been
  /// opened for writing; else this traps.
  package func append<Result>(
    _ body: (inout Appending) throws -> Result
  ) throws -> (Result, TreeHead) {
    precondition(mode == .writing, "Only a store that was opened for writing can append.")
    return try writer.withLock { state in
      let (journal, frontier) = try journalForAppending(state.frontier)
      state.frontier = frontier
      var appending = Appending(after: frontier, recentKeys: state.recentKeys, in: self)
      // Where this ends early, they are read again.
      state.recentKeys = nil
      let result = try body(&appending)
      appending.endLookUps()
      let next = appending.frontier
      if appending.count > 0 {
        state.frontier = nil
        try commit(to: journal) { transaction throws(EventStoreError) in
          try appending.write(to: transaction, of: journal)
        }
        state.frontier = next
      }
      state.recentKeys = appending.recentKeysAfterwards()
      return (result, next.head)
    }
  }

  /// Keeps a signed checkpoint of the journal that is appended to. Takes two syncs of the disk.
  ///
  /// Throws as `append`. The store must have been opened for writing; else this traps.
  package func keep(_ checkpoint: [UInt8], size: UInt64) throws {
    precondition(mode == .writing, "Only a store that was opened for writing keeps checkpoints.")
    try writer.withLock { state in
      let (journal, frontier) = try journalForAppending(state.frontier)
      state.frontier = nil
      try commit(to: journal) { transaction throws(EventStoreError) in
        let key = journal.current.names.checkpoint(size: size)
        try transaction.put(checkpoint, under: key, in: journal.meta)
      }
      state.frontier = frontier
    }
  }

  /// Writes in one transaction and commits it. The body runs again where the map had to grow.
  func commit(
    to journal: OpenJournal,
    _ body: (borrowing LMDBTransaction) throws(EventStoreError) -> Void
  ) throws(EventStoreError) {
    var hasGrown = false
    while true {
      let lastTransaction = journal.environment.lastTransaction
      do throws(EventStoreError) {
        let transaction = try journal.environment.begin(writing: true)
        try body(transaction)
        try transaction.commit()
        break
      } catch {
        guard error.code == .mapFull else {
          throw failure(of: journal, after: lastTransaction, error)
        }
        try journal.environment.growMap()
        hasGrown = true
      }
    }
    if hasGrown { noteGrowth(of: journal) }
  }

  /// LMDB writes the size of its map with each commit, to one of its two pages of roots in turn.
  /// With one commit more both hold it, and a size that was damaged later can be told.
  private func noteGrowth(of journal: OpenJournal) {
    do {
      let transaction = try journal.environment.begin(writing: true)
      let key = journal.current.names.head
      let head = try transaction.withValue(of: key, in: journal.meta) { span in
        span.indices.map { span[$0] }
      }
      guard let head else { return }
      try transaction.put(head, under: key, in: journal.meta)
      try transaction.commit()
    } catch {
      // What was appended is kept. The next append meets the same failure, and says so.
    }
  }

  /// The journal and its frontier, both read from the disk again if the last commit failed.
  private func journalForAppending(
    _ known: CompactRange?
  ) throws -> (OpenJournal, CompactRange) {
    if let known { return (try journal(), known) }
    let frontier = try withSnapshot { try $0.frontier() }
    return (try journal(), frontier)
  }

  /// Says after a failed commit whether its outcome is known. It is where LMDB never came to
  /// writing the page that makes a commit count; if it did, it refuses the environment from then
  /// on.
  private func failure(
    of journal: OpenJournal, after lastTransaction: Int, _ error: EventStoreError
  ) -> EventStoreError {
    do {
      _ = try journal.environment.begin(writing: false)
    } catch {
      return EventLog.unknownOutcome(error)
    }
    guard journal.environment.lastTransaction == lastTransaction else {
      return EventLog.unknownOutcome(error)
    }
    return error.code == .inputOutput ? fullDisk() ?? error : error
  }

  /// The error for a full disk, if that is what keeps the journal from growing. LMDB reports a
  /// write that fitted in part, as the last one on a full disk does, as a failed one. Zeros at the
  /// file's end are no part of it.
  private func fullDisk() -> EventStoreError? {
    do throws(EventStoreError) {
      try OpenFile(files.journal, O_WRONLY).grow(by: 4096)
      return nil
    } catch {
      return error.code == .outOfDiskSpace ? error : nil
    }
  }

  private static func unknownOutcome(_ cause: EventStoreError) -> EventStoreError {
    EventStoreError(
      .outcomeUnknown,
      "The commit failed and it is not known whether its records were kept. The next append reads "
        + "that back; look at the head before appending them again. (\(cause.message))")
  }
}
