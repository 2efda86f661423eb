import Foundation
import MerkleLog

extension EventLog {
  /// Opens the ledger in a directory.
  ///
  /// A ledger that cannot be opened is left as it was. Opening for writing takes the ledger's
  /// writer lock until the store is closed. A ledger on media or in a directory that this process
  /// cannot write to can be opened for reading. O(log n), however large the journal.
  ///
  /// Throws `notFound` where there is no directory, `notALedger`, `newerFormat`, `alreadyOpen` in
  /// this process, `lockedByAnotherProcess`, `corrupted` where the tree contradicts its head, and
  /// the errors of the system.
  package static func open(
    at directory: String, mode: Mode, map: MapSize = .large
  ) throws(EventStoreError) -> EventLog {
    try open(at: directory, mode: mode, map: map, recentKeyLimit: RecentKeys.limit)
  }

  static func open(
    at directory: String, mode: Mode, map: MapSize = .large, recentKeyLimit: Int
  ) throws(EventStoreError) -> EventLog {
    let files = LedgerFiles(directory: directory)
    do {
      guard try Folder.exists(at: directory) else {
        throw EventStoreError(
          .notFound, "There is no directory \(directory). Check the path, or create a ledger there."
        )
      }
      try requireJournal(files)
      // The claim that the probe made is given back before the journal is opened in earnest.
      try probe(files)
      let lock = mode == .writing ? try WriterLock(files) : nil
      let journal = try openJournal(files, mode, map)
      let frontier = try Snapshot(of: journal).frontier()
      return EventLog(
        journal, in: files, map: map, recentKeyLimit: recentKeyLimit, frontier: frontier,
        lock: lock)
    } catch let error as EventStoreError {
      throw error
    } catch {
      throw EventStoreError(.inputOutput, "Could not open the ledger at \(directory). Try again.")
    }
  }

  /// Opens the environment as the mode asks and recognises it.
  static func openJournal(
    _ files: LedgerFiles, _ mode: Mode, _ map: MapSize
  ) throws -> OpenJournal {
    let claim = try OpenLedgers.Claim(on: files.journal)
    let environment: LMDBEnvironment
    var isAlone = false
    switch mode {
    case .writing:
      environment = try LMDBEnvironment(
        file: files.journal, access: .writing, map: map, claim: claim)
    case .reading:
      do throws(EventStoreError) {
        environment = try LMDBEnvironment(
          file: files.journal, access: .reading, map: map, claim: claim)
      } catch {
        guard error.code == .permissionDenied else { throw error }
        try requireNoUser(of: files)
        isAlone = true
        environment = try LMDBEnvironment(
          file: files.journal, access: .readingAlone, map: map, claim: claim)
      }
    }
    if !isAlone { try environment.clearStaleReaders() }
    return try OpenJournal(environment, path: files.journal)
  }

  private static func requireJournal(_ files: LedgerFiles) throws(EventStoreError) {
    if try Folder.hasFile(at: files.journal) { return }
    for leftover in [files.unfinishedJournal, files.writerLock]
    where try Folder.status(of: leftover) != nil {
      throw EventStoreError(
        .notALedger,
        "The ledger at \(files.directory) was never finished: its creation was cut short. "
          + "Create it again.")
    }
    throw EventStoreError(
      .notALedger, "\(files.directory) holds no ledger: it has no file journal.mdb. Check the path."
    )
  }

  /// Finds out, without changing anything, whether this is a journal that can be opened.
  ///
  /// Where nobody has the journal open, it is read once without LMDB's lock file, which would
  /// be made or written to. Where another process has it open, that file is in use anyway.
  private static func probe(_ files: LedgerFiles) throws {
    let claim = try OpenLedgers.Claim(on: files.journal)
    try MetaPage.check(files.journal)
    let isUsed = try withExtendedLifetime(claim) { try isUsedElsewhere(files) }
    if isUsed { return }
    let environment = try LMDBEnvironment(
      file: files.journal, access: .readingAlone, map: .large, claim: claim)
    let journal = try OpenJournal(environment, path: files.journal)
    _ = try Snapshot(of: journal).frontier()
  }

  private static func requireNoUser(of files: LedgerFiles) throws(EventStoreError) {
    guard try !isUsedElsewhere(files) else {
      throw EventStoreError(
        .permissionDenied,
        "Another process uses the ledger at \(files.directory), and this one may not write to its "
          + "table of readers. Run it as the ledger's owner.")
    }
  }

  /// Whether another process has the journal open with locks. To be asked only while a claim is
  /// held and the journal not open: closing the lock file drops this process's locks on it.
  static func isUsedElsewhere(_ files: LedgerFiles) throws(EventStoreError) -> Bool {
    guard try Folder.status(of: files.journalLock) != nil else { return false }
    return try OpenFile(files.journalLock, O_RDONLY).isRecordLockedElsewhere()
  }
}
