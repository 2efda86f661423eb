import EventStore

extension Ledger {
  /// The public half of the key that signs the journal's checkpoints, with the journal's name: give
  /// it to whoever is to check proofs, by a way that they can trust.
  public var verifierKey: VerifierKey { store.identity.key }

  /// Size and root of the journal's tree now: every event whose receipt was handed out is in it.
  ///
  /// - Throws: `closed`, `corrupted`, `inputOutput`. O(1).
  public func head() async throws(LedgerError) -> TreeHead {
    try await Worker.run("daybook.head", in: threads) { [store] in try store.head() }
  }

  /// The signed statement of how many records the journal has now, and of their root.
  ///
  /// Kept elsewhere, it shows later that nothing was cut or changed: see `open(expecting:)` and
  /// `verify(expecting:)`. The journal keeps it too, where the ledger is open for writing; that
  /// costs two syncs.
  ///
  /// - Throws: `keys` where the signing key is not here; `closed`, `outOfDiskSpace`, `inputOutput`.
  public func checkpoint() async throws(LedgerError) -> SignedCheckpoint {
    let book = CheckpointBook(store: store, keys: keys)
    return try await Worker.run("daybook.checkpoint", in: threads) { try book.sign() }
  }

  /// Keeps a checkpoint of all that was recorded, at the end.
  func signWhatWasRecorded() async {
    do {
      _ = try await checkpoint()
    } catch {
      // Nothing acknowledged hangs on it: whoever closes the ledger next signs this too.
    }
  }

  /// The proof that an event stands in its journal, with the exact bytes of its record: whoever has
  /// both and the journal's key needs nothing else.
  ///
  /// Signed for the journal as it is now; without the signing key, as it was at the last checkpoint
  /// that is kept. O(log n).
  ///
  /// - Throws: `notFound` where there is no such event; `keys` where no checkpoint covers it and
  ///   none can be signed; `corrupted` where what is stored proves nothing; `closed`.
  public func proof(
    of event: EventName
  ) async throws(LedgerError) -> (proof: RecordProof, record: [UInt8]) {
    let journal = try journal(of: event.origin)
    let book = CheckpointBook(store: store, keys: keys)
    return try await Worker.run("daybook.proof", in: threads) {
      try Ledger.proof(of: event.position, in: journal, by: book)
    }
  }

  private static func proof(
    of position: Position, in journal: JournalIdentity, by book: CheckpointBook
  ) throws -> (proof: RecordProof, record: [UInt8]) {
    let size = try book.store.head(of: journal).size
    guard position.index < size else {
      throw LedgerError(
        .notFound, "The journal \(journal.origin) has \(size) records; none is at \(position).")
    }
    let checkpoint = try book.checkpoint(of: journal, covering: position)
    return try book.store.withSnapshot(of: journal) { snapshot in
      let path = try MerkleProof.inclusion(
        of: position, size: checkpoint.checkpoint.head.size
      ) { try snapshot.node(endingAt: $0, level: $1) }
      let record = try snapshot.withRecord(at: position) { span in span.indices.map { span[$0] } }
      let proof = RecordProof(
        position: position, path: path, checkpoint: checkpoint, extra: journal.publicKey)
      guard let record,
        proof.verify(leafHash: MerkleHash.leafHash(of: record.span), key: journal.key) == .valid
      else {
        throw LedgerError(
          .corrupted,
          "What is stored at position \(position) does not fit the journal's checkpoint. "
            + "Verify the ledger.")
      }
      return (proof, record)
    }
  }

  /// One of the ledger's own journals.
  func journal(of origin: Origin) throws(LedgerError) -> JournalIdentity {
    guard let journal = store.journals.first(where: { $0.origin == origin }) else {
      throw LedgerError(
        .otherJournal,
        "The ledger has no journal \(origin). Its own: "
          + origins.map(\.description).joined(separator: ", "))
    }
    return journal
  }

  /// Holds a checkpoint that was kept elsewhere against what is here.
  static func check(_ expected: SignedCheckpoint, against store: EventLog) throws {
    let (source, head) = (expected.checkpoint.source, expected.checkpoint.head)
    guard let journal = store.journals.first(where: { $0.source == source }) else {
      throw LedgerError(
        .otherJournal,
        "The expected checkpoint is of \(source), and the ledger at \(store.directory) is "
          + "\(store.source).")
    }
    guard expected.isSigned(by: journal.key) else {
      throw LedgerError(
        .badSignature, "The expected checkpoint is not signed by the key of \(source).")
    }
    try store.withSnapshot(of: journal) { snapshot in
      guard head.size <= snapshot.head.size else {
        throw LedgerError(
          .cutTail,
          "The expected checkpoint speaks of \(head.size) records, and the ledger at "
            + "\(store.directory) has \(snapshot.head.size): an older copy, or its end was cut. "
            + "Find the newer one, or go on apart from it with daybook reorigin.")
      }
      let root = try MerkleProof.root(size: head.size) {
        try snapshot.node(endingAt: $0, level: $1)
      }
      guard root == head.root else {
        throw LedgerError(
          .fork,
          "The ledger at \(store.directory) has other records than the expected checkpoint of "
            + "size \(head.size) speaks of: another copy went on under the same key. Keep both, "
            + "and go on with daybook reorigin.")
      }
    }
  }
}
