import EventStore
import Recording

extension Scribe {
  /// What an idempotency key and the content that came with it are known by.
  struct Keyed {
    let digests: (key: Digest, content: Digest)

    var stored: KeyedContent {
      KeyedContent(key: Fingerprint(digests.key), content: Fingerprint(digests.content))
    }
  }

  /// The key and content of a capture; `nil` where it has no key, where the key holds what may be
  /// a card number, and where the keys that make fingerprints cannot be reached: capture goes on
  /// then, a retry is recorded again, and the receipt says so.
  func keyedContent(of capture: Capture) -> Keyed? {
    guard let text = capture.idempotencyKey, let redactionKeys,
      let key = redactionKeys.digest(ofIdempotencyKey: text)
    else { return nil }
    return Keyed(digests: (key, redactionKeys.digest(ofContent: capture.contentParts)))
  }

  /// The name of an event in one of the ledger's own journals.
  func eventName(of place: JournalPosition) -> EventName {
    EventName(origin: store.journals[place.journal - 1].origin, position: place.position)
  }

  /// The receipt that was handed out when a record was appended, made again from the record.
  mutating func firstReceipt(at place: JournalPosition) throws -> Receipt {
    if place.journal == store.identity.number, let receipt = keyedReceipts[place.position] {
      return receipt.repeated
    }
    let journal = store.journals[place.journal - 1]
    var reader = RecordReader()
    let found = try store.withSnapshot(of: journal) { snapshot in
      try snapshot.withRecord(at: place.position) { record in
        (
          event: try reader.event(from: record, of: journal.origin, at: place.position),
          leafHash: MerkleHash.leafHash(of: record)
        )
      }
    }
    guard let found else {
      throw LedgerError(
        .corrupted,
        "The index of idempotency keys leads beyond the journal, to position \(place.position). "
          + "Verify the ledger.")
    }
    let event = found.event
    return Receipt(
      event: event.name, type: event.type, leafHash: found.leafHash,
      channel: event.channel?.position, durability: .synced, unreadable: nil,
      keptLengthsOnly: false
    ).repeated
  }
}

extension Receipt {
  /// The receipt as it is handed out again.
  var repeated: Receipt {
    var receipt = self
    receipt.verdict = .alreadyRecorded
    return receipt
  }
}
