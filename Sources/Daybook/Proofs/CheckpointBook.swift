import EventStore

/// Signs checkpoints of the ledger's journals, and finds those that are kept.
struct CheckpointBook {
  let store: EventLog
  let keys: KeyFiles?

  /// The signed checkpoint of the journal that is recorded in, as it is now. It is kept where the
  /// ledger is open for writing.
  func sign() throws -> SignedCheckpoint {
    let head = try store.head()
    if let kept = try kept(of: store.identity, upTo: head.size), kept.checkpoint.head == head {
      return kept
    }
    guard let keys else { throw CheckpointBook.noKeys(of: store) }
    let signed = try SignedCheckpoint.sign(
      head, source: store.source, privateKey: try keys.signingKey(of: store.publicKey))
    if store.mode == .writing { try store.keep(Array(signed.text.utf8), size: head.size) }
    return signed
  }

  /// A checkpoint of the journal in which the record at a position can be proven: as it is now
  /// where it can be signed, else the greatest that is kept.
  func checkpoint(of journal: JournalIdentity, covering position: Position) throws
    -> SignedCheckpoint
  {
    if journal == store.identity {
      do {
        return try sign()
      } catch let error as EventStoreError where error.code == .keyMissing {
        // What was signed before the key was lost may do.
      } catch let error as LedgerError where error.code == .keys {
        // The same.
      }
    }
    guard let kept = try kept(of: journal), position.index < kept.checkpoint.head.size else {
      throw LedgerError(
        .keys,
        "No checkpoint covers position \(position), and the key of \(journal.source) that could "
          + "sign one is not here. Prove it where the keys are.")
    }
    return kept
  }

  /// The greatest checkpoint that is kept, up to a size.
  func kept(
    of journal: JournalIdentity, upTo size: UInt64 = .max
  ) throws -> SignedCheckpoint? {
    try store.withSnapshot(of: journal) { snapshot in
      try snapshot.checkpoint(upTo: size).map { bytes in
        let kept = try SignedCheckpoint(String(decoding: bytes, as: UTF8.self))
        guard kept.isSigned(by: journal.key) else {
          throw LedgerError(
            .corrupted,
            "A checkpoint that the ledger keeps is not signed by its journal's key. Verify it.")
        }
        return kept
      }
    }
  }

  /// The error for a ledger that cannot be signed or written for want of its signing key.
  static func noKeys(of store: EventLog, _ detail: String? = nil) -> LedgerError {
    LedgerError(
      .keys,
      (detail ?? "The keys of the ledger at \(store.directory) are not there.")
        + " It can be read by all and written by nobody: put its folder \"keys\" back, or go on in "
        + "a new journal with a new key: daybook reorigin \(store.directory)")
  }
}

extension SignedCheckpoint {
  /// The text of the checkpoint of a journal while it is empty.
  static func empty(of source: String, _ privateKey: [UInt8]) throws -> [UInt8] {
    let head = TreeHead(size: 0, root: MerkleHash.emptyRoot)
    return Array(try sign(head, source: source, privateKey: privateKey).text.utf8)
  }
}
