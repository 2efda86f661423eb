public import MerkleLog

/// Where the fold keeps what it knows between two records.
///
/// The fold reads and writes whole values; a store may hold them in memory or in a database. Every
/// look-up is by key, so that the work for one record does not grow with the journal.
public protocol FoldStore: AnyObject {
  /// The channel of this name.
  func channel(_ name: EventName) throws -> Channel?
  /// Keeps the channel as it is now.
  func save(_ channel: Channel) throws
  /// The attempt of this name.
  func attempt(_ name: EventName) throws -> Attempt?
  /// Keeps the attempt as it is now.
  func save(_ attempt: Attempt) throws
  /// The attempts of this journal that are open, in journal order.
  func openAttempts(of origin: Origin) throws -> [EventName]
  /// The attempts of this journal that came from a request to this provider and have no result,
  /// in journal order.
  func openRequests(of origin: Origin, to provider: Provider) throws -> [EventName]
  /// The attempts that are linked by this key, the first of each cluster being enough.
  func attempts(linkedBy link: Link) throws -> [EventName]
  /// Keeps that the attempt is linked by this key.
  func save(_ link: Link, of attempt: EventName) throws
  /// All attempts of a cluster, in name order.
  func attempts(inCluster cluster: EventName) throws -> [Attempt]
  /// Keeps the record's place in the attempt, or that it has none.
  func save(_ input: FoldInput, attempt: EventName?) throws
  /// Keeps an oddity.
  func save(_ anomaly: Anomaly) throws
  /// Puts these transactions, and what is odd about them, in the place of all that the cluster had.
  func replaceTransactions(
    ofCluster cluster: EventName, with transactions: [Transaction], anomalies: [Anomaly]
  ) throws
}

/// What makes two attempts candidates for one transaction. Linked attempts are one cluster, and a
/// cluster is weighed as a whole.
public enum Link: Hashable, Sendable {
  /// A provider's id or the host's reference.
  case identifier(Identifier)
  /// One channel of one journal.
  case channel(EventName)
}
