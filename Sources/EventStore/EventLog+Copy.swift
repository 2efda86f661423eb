import Foundation

extension EventLog {
  /// Copies the journal as it is now into a directory, which is made if it is missing. Appends may
  /// go on meanwhile, here and in another process; neither keys nor anything derived is copied.
  ///
  /// Whoever finds a `journal.mdb` there finds a whole one: all of it is on the disk when this
  /// returns, and if it is cut short there is none. LMDB copies page by page, without the unused
  /// ones, and trusts what it reads: an audit of the copy says whether the records are right.
  ///
  /// Throws `alreadyExists` unless the directory is empty or holds only what an interrupted copy
  /// left, and the errors of the system.
  package func copy(to directory: String) throws {
    let target = LedgerFiles(directory: directory)
    try target.prepareForCopy()
    let environment = try journal().environment
    try target.finishCopy { file throws(EventStoreError) in
      try file.withDescriptor { descriptor throws(EventStoreError) in
        try environment.copy(to: descriptor)
      }
    }
  }

  /// Copies the journal of a ledger that nobody has open into a directory, byte by byte, has it
  /// checked, and only then gives it its name.
  ///
  /// What is copied may be damaged, so LMDB is not let near it. Throws as `copy(to:)`; `notALedger`
  /// where there is no journal; `lockedByAnotherProcess` while one has it open; and what the check
  /// throws, which leaves nothing in the directory.
  ///
  /// - Parameter check: is given a directory that holds the copy.
  package static func restore(
    from source: String, to directory: String, check: (_ directory: String) throws -> Void
  ) throws {
    let files = LedgerFiles(directory: source)
    guard try Folder.hasFile(at: files.journal) else {
      throw EventStoreError(
        .notALedger, "\(source) holds no ledger: it has no file journal.mdb. Check the path.")
    }
    let claim = try OpenLedgers.Claim(on: files.journal)
    try withExtendedLifetime(claim) {
      guard try !isUsedElsewhere(files) else {
        throw EventStoreError(
          .lockedByAnotherProcess,
          "Another process has the ledger at \(source) open. Back it up instead: that copies a "
            + "ledger in use.")
      }
      let target = LedgerFiles(directory: directory)
      try target.prepareForCopy()
      // The check wants a ledger's directory, and the target must not be one before it has passed.
      let staging = LedgerFiles(directory: target.unfinishedRestore)
      _ = try Folder.make(at: staging.directory)
      do {
        try staging.finishCopy { file throws(EventStoreError) in
          try file.append(contentsOf: try OpenFile(files.journal, O_RDONLY))
        }
        try check(staging.directory)
        try Folder.rename(staging.journal, to: target.journal)
      } catch {
        try staging.removeCopy()
        throw error
      }
      try staging.removeCopy()
      try Folder.synchronize(directory)
    }
  }
}

extension LedgerFiles {
  /// Makes the directory, or sees that it is empty but for what an interrupted copy left, which is
  /// taken away.
  fileprivate func prepareForCopy() throws(EventStoreError) {
    if try Folder.make(at: directory) { return }
    guard try Folder.exists(at: directory) else {
      throw EventStoreError(
        .alreadyExists, "\(directory) is a file. Choose another path for the copy.")
    }
    let leftovers = [unfinishedJournal, unfinishedRestore]
    for name in try Folder.names(in: directory)
    where !leftovers.contains("\(directory)/\(name)") {
      throw EventStoreError(
        .alreadyExists,
        "\(directory) is not empty, and nothing is overwritten. Choose an empty or a new folder.")
    }
    try Folder.remove(unfinishedJournal)
    try LedgerFiles(directory: unfinishedRestore).removeCopy()
  }

  /// Has the journal written under a passing name, brings it to the disk, and names it.
  fileprivate func finishCopy(
    _ write: (borrowing OpenFile) throws(EventStoreError) -> Void
  ) throws(EventStoreError) {
    do {
      let file = try OpenFile(unfinishedJournal, O_RDWR | O_CREAT | O_EXCL)
      try write(file)
      try file.synchronize()
    } catch {
      try Folder.remove(unfinishedJournal)
      throw error
    }
    try Folder.rename(unfinishedJournal, to: journal)
    try Folder.synchronize(directory)
  }

  /// Takes a copy and its folder away; that there is none is no error.
  fileprivate func removeCopy() throws(EventStoreError) {
    try Folder.remove(unfinishedJournal)
    try Folder.remove(journal)
    try Folder.removeFolder(directory)
  }
}
