/// Folds records into channels, attempts and transactions.
///
/// It works in two stages. **Binding** gives each record its place: it depends on the order of the
/// record's own journal, because most messages carry no id. **Joining** makes transactions of
/// attempts: it depends on the set of attempts alone, so the order in which journals arrive does
/// not matter.
///
/// A fold is confined to one thread. A batch of records ends with `finish`, which weighs the
/// clusters that the batch touched.
public final class Fold<Store: FoldStore> {
  let store: Store
  private var touchedClusters: Set<EventName> = []

  /// A fold over what the store knows.
  public init(over store: Store) { self.store = store }

  /// Takes the next record of its journal.
  ///
  /// - Throws: what the store throws.
  public func take(_ input: FoldInput) throws {
    for kind in input.interpretation.anomalies {
      try store.save(Anomaly(event: input.event, kind: kind))
    }
    let place = try bind(input)
    try store.save(input, attempt: place)
  }

  /// Weighs every cluster that was touched since the last call.
  ///
  /// - Throws: what the store throws.
  public func finish() throws {
    for cluster in touchedClusters.sorted() {
      let attempts = try store.attempts(inCluster: cluster)
      let joined = TransactionJoin(attempts)
      try store.replaceTransactions(
        ofCluster: cluster, with: joined.transactions, anomalies: joined.anomalies)
    }
    touchedClusters.removeAll(keepingCapacity: true)
  }

  private func bind(_ input: FoldInput) throws -> EventName? {
    switch input.interpretation.step {
    case .ledgerStarted:
      try interruptAttempts(by: input)
      return nil
    case .channelOpened(let opening): return try open(opening, input)
    case .channelClosed:
      guard let name = input.channel, var channel = try store.channel(name) else { return nil }
      channel.isClosed = true
      try store.save(channel)
      return channel.openAttempt
    case .statement(let meaning): return try bindStatement(meaning, input)
    case .none, .progress, .result, .failureOfChannel:
      return input.isAnswer ? try bindAnswer(input) : try bindMessage(input)
    }
  }

  /// Saves the attempt with what the record adds to it, and links it.
  func add(_ input: FoldInput, _ meaning: Meaning?, to attempt: inout Attempt) throws {
    let said = input.interpretation
    if let meaning {
      attempt.assertions.append(
        Assertion(event: input.event, meaning: meaning, tier: input.tier, code: said.code))
    }
    for identifier in said.identifiers where identifier.kind != .challenge {
      attempt.add(identifier)
    }
    for entry in said.amounts {
      attempt.amounts.append(
        AmountEntry(event: input.event, kind: entry.kind, amount: entry.amount, tier: input.tier))
    }
    attempt.sealedReference = attempt.sealedReference ?? said.sealedReference
    attempt.lastTime = max(attempt.lastTime, input.time)
    try link(&attempt)
  }

  /// Puts the attempt into one cluster with every attempt that shares a link with it.
  private func link(_ attempt: inout Attempt) throws {
    var links = attempt.identifiers.map(Link.identifier)
    if let channel = attempt.channel { links.append(.channel(channel)) }
    for link in links {
      for name in try store.attempts(linkedBy: link) where name != attempt.name {
        guard let other = try store.attempt(name), other.cluster != attempt.cluster else {
          continue
        }
        try merge(&attempt, with: other.cluster)
      }
    }
    try store.save(attempt)
    for link in links { try store.save(link, of: attempt.name) }
    touchedClusters.insert(attempt.cluster)
  }

  /// Makes one cluster of two; it is called by the least name in it, so the result does not depend
  /// on which came first.
  private func merge(_ attempt: inout Attempt, with other: EventName) throws {
    let (kept, dropped) =
      attempt.cluster < other ? (attempt.cluster, other) : (other, attempt.cluster)
    for var moved in try store.attempts(inCluster: dropped) where moved.name != attempt.name {
      moved.cluster = kept
      try store.save(moved)
    }
    try store.replaceTransactions(ofCluster: dropped, with: [], anomalies: [])
    touchedClusters.remove(dropped)
    attempt.cluster = kept
    touchedClusters.insert(kept)
  }

  /// The process that was to hear the end of these attempts is gone.
  private func interruptAttempts(by input: FoldInput) throws {
    for name in try store.openAttempts(of: input.event.origin) {
      guard var attempt = try store.attempt(name) else { continue }
      attempt.state = .interrupted
      try add(input, Meaning(.pay, .unknown, .unknown), to: &attempt)
      if let channelName = attempt.channel, var channel = try store.channel(channelName),
        channel.opening.surface != .request
      {
        channel.openAttempt = nil
        channel.isClosed = true
        try store.save(channel)
      }
    }
  }
}
