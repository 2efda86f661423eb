import EventStore
import Foundation

extension Ledger {
  /// Copies the journal as it is now into a directory that is empty or not there yet, rereads the
  /// copy, and returns what was found. Recording goes on meanwhile, here or in another process.
  ///
  /// The keys are in no backup: keep the folder `keys` apart. Projections are none either, since
  /// they follow from the journal.
  ///
  /// - Parameter progress: told how far rereading has come.
  /// - Throws: `alreadyExists` where the directory is not empty; `corrupted` where the copy is not
  ///   as it was written, which is then removed: verify the ledger; `outOfDiskSpace`,
  ///   `inputOutput`, `closed`.
  @discardableResult
  public func backUp(
    to target: String, progress: @escaping Progress = { _, _ in }
  ) async throws(LedgerError) -> Verification {
    try await Worker.run("daybook.backup", in: threads) { [store] in
      try store.copy(to: target)
      let verification = try Verification(Ledger.audit(target, [], progress).run())
      guard verification.isClean else {
        try FileManager.default.removeItem(atPath: target + "/journal.mdb")
        throw Ledger.damaged(verification, "The copy was removed: the ledger it was made of")
      }
      return verification
    }
  }

  /// Makes a ledger from a backup, in a directory that is empty or not there yet. The copy is
  /// reread, every byte, and counts as a ledger only if it is as it was written.
  ///
  /// It can be read by all, and written only when its folder `keys` has been put back: or go on in
  /// a new journal with `reorigin`. If records were appended to the original after the backup, put
  /// no keys back: both would go on under one name.
  ///
  /// - Parameters:
  ///   - expected: checkpoints that were kept elsewhere, which the backup has to fit.
  ///   - progress: told how far rereading has come.
  /// - Throws: `notALedger`; `alreadyExists` where the directory is not empty;
  ///   `lockedByAnotherProcess` where the backup is a ledger in use; `corrupted` where it is not as
  ///   it was written; `outOfDiskSpace`, `inputOutput`.
  @discardableResult
  public static func restore(
    from backup: String, to directory: String, expecting expected: [SignedCheckpoint] = [],
    progress: @escaping Progress = { _, _ in }
  ) async throws(LedgerError) -> Verification {
    try await Worker.run("daybook.restore") {
      var restored: Verification?
      try EventLog.restore(from: backup, to: directory) { copy in
        let verification = try Verification(audit(copy, expected, progress).run())
        guard verification.isClean else {
          throw damaged(verification, "Nothing was restored: the backup")
        }
        restored = verification
      }
      guard let restored else { throw LedgerError(.inputOutput, "The copy was not checked.") }
      return restored
    }
  }

  private static func damaged(_ verification: Verification, _ what: String) -> LedgerError {
    let first = verification.findings.first.map { "\($0.kind): \($0.message)" } ?? ""
    return LedgerError(
      .corrupted,
      "\(what) is not as it was written (findings: \(verification.findingCount)). First, \(first)")
  }
}
