/// The names of the files in a ledger's directory.
struct LedgerFiles {
  /// The directory itself.
  let directory: String

  /// The LMDB environment.
  var journal: String { directory + "/journal.mdb" }

  /// LMDB's table of readers and its locks. Only LMDB may open it while the journal is open:
  /// closing any descriptor of it drops the process's locks.
  var journalLock: String { journal + "-lock" }

  /// A journal that is being made, and is renamed when it is complete.
  var unfinishedJournal: String { directory + "/journal.mdb.new" }

  /// What LMDB puts beside a journal that is being made.
  var unfinishedJournalLock: String { unfinishedJournal + "-lock" }

  /// A folder in which a copy waits for its check.
  var unfinishedRestore: String { directory + "/restore.new" }

  /// Locked by the one writing process for as long as it writes.
  var writerLock: String { directory + "/writer.lock" }
}
