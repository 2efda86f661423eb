import EventStore

extension Ledger {
  /// Told now and then how far rereading has come.
  public typealias Progress = @Sendable (_ records: UInt64, _ of: UInt64) -> Void

  /// Rereads every byte of the ledger in a directory, which this process must not have open, and
  /// finds what is not as it was written. Changes nothing, needs no key, and trusts nothing: damage
  /// can neither mislead nor crash it. Another process may go on recording meanwhile.
  ///
  /// Linear in the size of the journal; memory does not grow with it, but for a bit for each page.
  ///
  /// - Parameters:
  ///   - expected: checkpoints that were kept elsewhere: only they show that an end was cut.
  ///   - progress: told of every some thousand records, on a thread of the verification's own.
  /// - Throws: `notFound`, `notALedger`, `alreadyOpen`, `inputOutput`. Damage is no error: it is
  ///   what is returned.
  public static func verify(
    at directory: String, expecting expected: [SignedCheckpoint] = [],
    progress: @escaping Progress = { _, _ in }
  ) async throws(LedgerError) -> Verification {
    try await Worker.run("daybook.verify") {
      try Verification(audit(directory, expected, progress).run())
    }
  }

  /// Rereads every byte of this ledger as it is now, as the static method does. Recording goes on
  /// meanwhile; pages that it gives up are not used again until this is done.
  public func verify(
    expecting expected: [SignedCheckpoint] = [], progress: @escaping Progress = { _, _ in }
  ) async throws(LedgerError) -> Verification {
    try await Worker.run("daybook.verify", in: threads) { [store] in
      try Verification(Ledger.audit(store.directory, expected, progress).run(within: store))
    }
  }

  static func audit(
    _ directory: String, _ expected: [SignedCheckpoint], _ progress: @escaping Progress
  ) -> Audit {
    let inspector = RecordInspector()
    return Audit(of: directory, expecting: expected, progress: progress) { journal, _, record in
      inspector.facts(of: record, in: journal)
    }
  }
}

/// Tells what the records of one journal after the other say of themselves. Confined to the thread
/// of one audit.
private final class RecordInspector {
  private var current: (journal: Int, preamble: RecordPreamble)?

  func facts(of record: Span<UInt8>, in journal: JournalIdentity) -> RecordFacts {
    let preamble: RecordPreamble
    if let current, current.journal == journal.number {
      preamble = current.preamble
    } else {
      preamble = RecordPreamble(source: journal.source)
      current = (journal.number, preamble)
    }
    let facts = preamble.facts(in: record)
    let keyed = facts.keyed.map { words in
      KeyedContent(key: Fingerprint(words: words.key), content: Fingerprint(words: words.content))
    }
    return RecordFacts(position: facts.position.map { Position($0) }, keyed: keyed)
  }
}
