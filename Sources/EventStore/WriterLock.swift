import Foundation

/// The right to be the one process that writes to a ledger, given back when it goes or when the
/// process dies, however it dies.
final class WriterLock: Sendable {
  private let file: OpenFile

  /// Takes the lock without waiting. Throws `lockedByAnotherProcess` where another has it; one
  /// process can be "another" to itself.
  init(_ files: LedgerFiles) throws(EventStoreError) {
    file = try OpenFile(files.writerLock, O_RDWR | O_CREAT)
    guard try file.lockExclusively() else {
      throw EventStoreError(
        .lockedByAnotherProcess,
        "Another process writes to the ledger at \(files.directory). Wait for it, stop it, or "
          + "open the ledger for reading.")
    }
  }

  /// Unlocks before the file is closed: a program that is just being started has a copy of the
  /// descriptor for a moment, and would keep the lock for as long.
  deinit { file.unlock() }
}
