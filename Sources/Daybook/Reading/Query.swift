import EventStore
import Projections

/// A question to the ledger, as a value.
public struct Query<Result: Sendable>: Sendable {
  let read: @Sendable (inout Projector) throws -> Result

  init(_ read: @escaping @Sendable (inout Projector) throws -> Result) { self.read = read }
}

extension Query where Result == Transaction? {
  /// The transaction that this event asserts something about: any of its asserting events finds
  /// it. A record that asserts something about several, such as the start of the app, finds none.
  public static func transaction(_ event: EventName) -> Query {
    Query { projector in
      try projector.payments.transaction(named: event).map(projector.opened)
    }
  }
}

extension Query where Result == [Transaction] {
  /// All transactions, in the order of their first events.
  public static func transactions() -> Query {
    Query { projector in
      let projector = projector
      return try projector.payments.transactions().map(projector.opened)
        .sorted { projector.precedes($0.firstEvent, $1.firstEvent) }
    }
  }

  /// The transactions that this text names: `ORIGIN.POSITION`, a position in this ledger's own
  /// journal, or a provider's id. Several only where two providers minted one id.
  public static func transactions(named text: String) -> Query {
    Query { projector in
      var name = EventName(text)
      if name == nil, let index = UInt64(text) {
        name = EventName(origin: projector.store.origin, position: Position(index))
      }
      if let name, let found = try projector.payments.transaction(named: name) {
        return [try projector.opened(found)]
      }
      return try projector.payments.transactions(identifiedBy: text).map(projector.opened)
    }
  }
}

extension Query where Result == [TransactionEvent] {
  /// The records of a transaction, in journal order.
  public static func events(of transaction: Transaction) -> Query {
    Query { projector in
      let anomalies = try projector.payments.anomalies(of: transaction.name)
      let events = try projector.payments.events(of: transaction.name).map { summary in
        TransactionEvent(
          event: summary.event, type: summary.type, time: summary.time, tier: summary.tier,
          status: summary.status, code: summary.code,
          anomalies: anomalies.filter { $0.event == summary.event }.map(\.kind))
      }
      let projector = projector
      return events.sorted { projector.precedes($0.event, $1.event) }
    }
  }
}

extension Query where Result == [Anomaly] {
  /// All that is odd, in journal order: also of records that belong to no transaction, such as a
  /// message of a foreign page or a webhook that was refused.
  public static func anomalies() -> Query {
    Query { projector in
      let projector = projector
      return try projector.payments.anomalies().sorted { projector.precedes($0.event, $1.event) }
    }
  }
}

/// One record of a transaction, and what it says.
public struct TransactionEvent: Hashable, Sendable {
  /// The record.
  public let event: EventName
  /// Its type.
  public let type: String
  /// When it happened, RFC 3339.
  public let time: String
  /// How far it can be trusted.
  public let tier: EvidenceTier
  /// What it asserts; absent where it asserts nothing.
  public let status: PaymentStatus?
  /// The provider's code.
  public let code: String?
  /// What is odd about it.
  public let anomalies: [Anomaly.Kind]
}
