package import Cryptography
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
  /// under way on another thread. The body must not append to the same store, nor close it.
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
      let lastTransaction = journal.environment.lastTransaction
      let transaction = try journal.environment.begin(writing: true)
      var appending = Appending(
        after: frontier, events: try transaction.appender(to: journal.events),
        tree: try transaction.appender(to: journal.tree))
      let result = try body(&appending)
      if let failure = appending.failure { throw failure }
      let head = appending.frontier.head
      guard appending.count > 0 else { return (result, head) }
      let meta = journal.meta
      try transaction.put(JournalFormat.encode(head), under: JournalFormat.headKey, in: meta)
      do throws(EventStoreError) {
        try transaction.commit()
      } catch {
        state.frontier = nil
        throw failure(of: journal, after: lastTransaction, error)
      }
      state.frontier = appending.frontier
      return (result, head)
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

/// One commit being put together; lent to the body of `EventLog.append`.
package struct Appending: ~Copyable {
  private(set) var frontier: CompactRange
  /// The number of records given so far.
  private(set) var count = 0
  /// What broke the transaction; it cannot be committed any more.
  private(set) var failure: EventStoreError?
  private let events: LMDBAppender
  private let tree: LMDBAppender
  private var completed: [Digest] = []

  init(after frontier: CompactRange, events: LMDBAppender, tree: LMDBAppender) {
    self.frontier = frontier
    self.events = events
    self.tree = tree
    nextPosition = Position(frontier.head.size)
  }

  /// The position that the next record will have, if the commit succeeds.
  package private(set) var nextPosition: Position

  /// Adds a record to the commit and returns its leaf hash.
  ///
  /// Throws `recordTooLarge` beyond `EventLog.recordByteLimit`; that record alone is refused and
  /// the commit can go on. Any other error spoils the whole commit, even if the body catches it.
  package mutating func append(_ record: Span<UInt8>) throws(EventStoreError) -> Digest {
    guard record.count <= EventLog.recordByteLimit else {
      throw EventStoreError(
        .recordTooLarge,
        "A record of \(record.count) bytes is longer than the \(EventLog.recordByteLimit) bytes "
          + "allowed. Record less, or in parts.")
    }
    if let failure { throw failure }
    let leaf = MerkleHash.leafHash(of: record)
    completed.removeAll(keepingCapacity: true)
    frontier.append(leaf, completing: &completed)
    do {
      try events.append(record, under: nextPosition.index)
      try tree.append(leaf, then: completed, under: nextPosition.index)
    } catch {
      failure = error
      throw error
    }
    count += 1
    nextPosition = Position(nextPosition.index + 1)
    return leaf
  }
}
