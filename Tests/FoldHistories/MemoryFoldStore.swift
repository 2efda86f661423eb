package import MerkleLog
package import Payments

/// The fold's knowledge in dictionaries: the plainest thing that keeps the store's promises, and
/// the one that the database is compared with.
package final class MemoryFoldStore: FoldStore {
  package private(set) var channels: [EventName: Channel] = [:]
  package private(set) var attempts: [EventName: Attempt] = [:]
  package private(set) var places: [EventName: EventName?] = [:]
  private var links: [Link: Set<EventName>] = [:]
  private var recordAnomalies: Set<Anomaly> = []
  private var clusters: [EventName: (transactions: [Transaction], anomalies: [Anomaly])] = [:]

  /// All transactions in name order.
  package var transactions: [Transaction] {
    clusters.values.flatMap(\.transactions).sorted { $0.name < $1.name }
  }

  /// All that is odd.
  package var anomalies: Set<Anomaly> {
    recordAnomalies.union(clusters.values.flatMap(\.anomalies))
  }

  package func channel(_ name: EventName) -> Channel? { channels[name] }

  package func save(_ channel: Channel) { channels[channel.name] = channel }

  package func attempt(_ name: EventName) -> Attempt? { attempts[name] }

  package func save(_ attempt: Attempt) { attempts[attempt.name] = attempt }

  package func openAttempts(of origin: Origin) -> [EventName] {
    attempts.values.filter { $0.name.origin == origin && $0.state == .open }.map(\.name).sorted()
  }

  package func openRequests(of origin: Origin, to provider: Provider) -> [EventName] {
    attempts.values.filter { attempt in
      guard attempt.name.origin == origin, attempt.state != .ended,
        let channel = attempt.channel.flatMap({ channels[$0] })
      else { return false }
      return channel.opening.surface == .request && channel.provider == provider
        && !channel.isClosed
    }.map(\.name).sorted()
  }

  package func attempts(linkedBy link: Link) -> [EventName] { links[link, default: []].sorted() }

  package func save(_ link: Link, of attempt: EventName) {
    links[link, default: []].insert(attempt)
  }

  package func attempts(inCluster cluster: EventName) -> [Attempt] {
    attempts.values.filter { $0.cluster == cluster }.sorted { $0.name < $1.name }
  }

  package func save(_ input: FoldInput, attempt: EventName?) {
    places[input.event] = .some(attempt)
  }

  package func save(_ anomaly: Anomaly) { recordAnomalies.insert(anomaly) }

  package func replaceTransactions(
    ofCluster cluster: EventName, with transactions: [Transaction], anomalies: [Anomaly]
  ) {
    clusters[cluster] = (transactions, anomalies)
  }
}

extension MemoryFoldStore {
  /// What the fold makes of these records, taken in one batch.
  package convenience init(folding inputs: [FoldInput]) throws {
    self.init()
    let fold = Fold(over: self)
    for input in inputs { try fold.take(input) }
    try fold.finish()
  }

  /// The oddities in the order of their records.
  package var kinds: [Anomaly.Kind] {
    anomalies.sorted { ($0.event, $0.kind.rawValue) < ($1.event, $1.kind.rawValue) }.map(\.kind)
  }
}
