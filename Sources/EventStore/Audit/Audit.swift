import Cryptography
import Foundation
package import MerkleLog

/// Rereads a whole ledger and finds what is not as it was written.
///
/// It reads the file's pages itself, since LMDB trusts them and may crash over a damaged one, and
/// it trusts nothing: every record is hashed; the tree, the head, every stored checkpoint and the
/// index of keys are held against what follows from the records; and every page of the file must
/// belong to something. It changes nothing. Memory does not depend on the number of records, but
/// for a bit for each page.
package struct Audit {
  /// Tells what a record says of itself.
  package typealias Inspect = (JournalIdentity, Position, Span<UInt8>) -> RecordFacts

  let files: LedgerFiles
  let inspect: Inspect
  let expected: [SignedCheckpoint]
  let progress: (_ records: UInt64, _ of: UInt64) -> Void
  var report = AuditReport()

  /// - Parameters:
  ///   - expected: checkpoints that were kept elsewhere, which the journal has to fit.
  ///   - progress: called now and then, with the records read so far and their number.
  package init(
    of directory: String, expecting expected: [SignedCheckpoint] = [],
    progress: @escaping (UInt64, UInt64) -> Void = { _, _ in }, inspect: @escaping Inspect
  ) {
    files = LedgerFiles(directory: directory)
    self.expected = expected
    self.progress = progress
    self.inspect = inspect
  }

  /// Audits the ledger as it is now. Another process may go on writing to it.
  ///
  /// Throws `notFound`, `notALedger`, `alreadyOpen` where this process has the ledger open, and the
  /// errors of the system. Damage is no error but a finding. Linear in the size of the journal.
  package func run() throws -> AuditReport {
    guard try Folder.hasFile(at: files.journal) else {
      throw EventStoreError(
        .notALedger,
        "\(files.directory) holds no ledger: it has no file journal.mdb. Check the path.")
    }
    let claim = try OpenLedgers.Claim(on: files.journal)
    if try withExtendedLifetime(claim, { try EventLog.isUsedElsewhere(files) }) {
      return try pinned(claim)
    }
    let report = try whole()
    // Whoever began to write meanwhile may have used pages again that were being read.
    guard try hasChanged(since: report) else { return report }
    return try pinned(claim)
  }

  /// Audits a ledger that this process has open, as it is now.
  package func run(within log: EventLog) throws -> AuditReport {
    try log.withSnapshot { _ in try whole() }
  }

  /// Audits while a transaction keeps what it reads from being used again.
  private func pinned(_ claim: OpenLedgers.Claim) throws -> AuditReport {
    do {
      _ = try PageFile(files.journal)
    } catch is PageDamage {
      // LMDB would trust the pages of roots.
      return try whole()
    }
    let environment = try LMDBEnvironment(
      file: files.journal, access: .reading, map: .large, claim: claim)
    let transaction = try environment.begin(writing: false)
    let report = try whole()
    try transaction.commit()
    return report
  }

  private func hasChanged(since report: AuditReport) throws -> Bool {
    do {
      return try PageFile(files.journal).roots.transaction != report.transaction
    } catch is PageDamage {
      return false
    }
  }

  private func whole() throws -> AuditReport {
    var audit = self
    do {
      try audit.readAll(try PageFile(files.journal))
    } catch let damage as PageDamage {
      audit.report.note(.damagedPage, "The file cannot be read as a journal: \(damage.reason).")
    }
    audit.report.sort()
    return audit.report
  }

  private mutating func readAll(_ file: PageFile) throws {
    report.transaction = file.roots.transaction
    var tables = try namedTables(in: file)
    let facts = try readFacts(take(JournalFormat.meta, from: &tables), in: file)
    var sums = KeySums()
    for journal in facts.journals {
      var pass = JournalPass(
        journal, facts: facts, expected: expected,
        events: try take(journal.names.events, from: &tables),
        tree: try take(journal.names.tree, from: &tables), in: file)
      try pass.run(&report, &sums, self)
    }
    try checkExpectedJournals(facts)
    let keys = try take(JournalFormat.keys, from: &tables)
    let recent = try take(JournalFormat.recentKeys, from: &tables)
    try KeyPass(keys, recent: recent, facts, sums).run(&report, in: file, self)
    for (name, table) in tables {
      report.note(
        .damagedFacts,
        "The file has a table that Daybook does not make (\(name.count) "
          + "bytes of name).")
      try skim(table, in: file)
    }
    try readFreePages(in: file)
    if report.findings.isEmpty, let page = file.unclaimedPage {
      report.note(.damagedPage, "Page \(page) belongs to nothing.")
    }
  }
}
