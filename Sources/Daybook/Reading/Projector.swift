import EventStore
import Projections

/// Derives the projections from the journal, and reads them. Confined to the reader's thread.
struct Projector {
  private static let batchSize = 4096

  let store: EventLog
  let keys: KeyFiles?
  let payments: PaymentProjection
  private var reader = RecordReader()

  init(store: EventLog, keys: KeyFiles?, projectionPath: String) throws {
    self.store = store
    self.keys = keys
    payments = try PaymentProjection.open(at: projectionPath)
  }

  /// Brings the projections up to the journal's head, so that what is read next has seen every
  /// event whose receipt was handed out before.
  mutating func catchUp() throws {
    // A journal that is shorter than its projection was restored from an older copy.
    for journal in store.journals
    where try payments.nextPosition(of: journal.origin).index > store.head(of: journal).size {
      try payments.reset()
    }
    for journal in store.journals { try catchUp(with: journal) }
  }

  private mutating func catchUp(with journal: JournalIdentity) throws {
    let origin = journal.origin
    let head = try store.head(of: journal)
    while try payments.nextPosition(of: origin).index < head.size {
      try payments.project(origin) { start, take in
        // Another process may have come further than our head in the meantime.
        guard start.index < head.size else { return start }
        let end = min(start.index + UInt64(Projector.batchSize), head.size)
        return try store.scan(from: start, upTo: Position(end), of: journal) { position, record in
          try take(Projector.input(reader.event(from: record, of: origin, at: position)))
          return true
        }
      }
    }
  }

  /// The records of a journal from a position on, up to its head at the call.
  mutating func events(
    of journal: JournalIdentity, from start: Position, limit: Int,
    _ body: (RecordedEvent, [UInt8]) throws -> Void
  ) throws {
    let origin = journal.origin
    let head = try store.head(of: journal)
    let end = min(head.size, start.index + UInt64(limit))
    guard start.index < end else { return }
    try store.scan(from: start, upTo: Position(end), of: journal) { position, record in
      let event = try reader.event(from: record, of: origin, at: position)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(record.count)
      for index in 0..<record.count { bytes.append(record[index]) }
      try body(event, bytes)
      return true
    }
  }

  /// Whether an event is before another: in the order of the ledger's journals, the oldest first.
  func precedes(_ name: EventName, _ other: EventName) -> Bool {
    if name.origin == other.origin { return name.position < other.position }
    func rank(_ origin: Origin) -> Int {
      store.journals.firstIndex { $0.origin == origin } ?? store.journals.count
    }
    let (first, second) = (rank(name.origin), rank(other.origin))
    return first == second ? name < other : first < second
  }

  /// The transaction with its reference opened, where the key is there.
  func opened(_ transaction: Transaction) throws -> Transaction {
    guard let keys, let sealed = transaction.sealedReference.flatMap({ SealedValue($0) }),
      let id = KeyID(sealed.keyID), let secret = try keys.personKey(id: id)
    else { return transaction }
    var opened = transaction
    let text = Array(try sealed.open(with: secret).utf8)
    opened.reference = try JSONReader.value(of: text).text
    return opened
  }

  /// What the fold takes of a record.
  private static func input(_ event: RecordedEvent) -> FoldInput {
    let words = event.type.split(separator: ".", maxSplits: 2)
    let provider = words.first.flatMap { Provider(rawValue: String($0)) }
    let interpretation: Interpretation
    if event.type == LedgerTypes.started.name {
      interpretation = Interpretation(.ledgerStarted)
    } else {
      let description = provider.flatMap(Providers.description)
      interpretation = description?.interpret(event) ?? Interpretation()
    }
    let surface = words.dropFirst().first
    let isAnswer = surface == "redirect" || surface == "callback" && event.channel == nil
    return FoldInput(
      event: event.name, type: event.type, provider: provider, channel: event.channel,
      isAnswer: isAnswer, tier: event.tier, time: event.time,
      interpretation: interpretation)
  }
}
