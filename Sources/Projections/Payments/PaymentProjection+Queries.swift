package import Payments

/// One record as the projection places it.
package struct EventSummary: Hashable, Sendable {
  /// The record.
  package let event: EventName
  /// Its type.
  package let type: String
  /// When it happened, RFC 3339.
  package let time: String
  /// How far it can be trusted.
  package let tier: EvidenceTier
  /// The attempt of the transaction that it belongs to; the first where there are several.
  package let attempt: EventName
  /// What the record asserts about the transaction; absent where it asserts nothing.
  package let status: PaymentStatus?
  /// The provider's code for the outcome.
  package let code: String?
}

extension PaymentProjection {
  /// The transaction that the event asserts something about; any of its asserting events finds it.
  /// A record that asserts something about several, such as the start of the app, names none.
  package func transaction(named name: EventName) throws -> Transaction? {
    guard let key = try store.names.code(ofAsked: name) else { return nil }
    let condition = """
      WHERE transaction_name IN (
        SELECT attempts_1.transaction_name FROM assertions_1 JOIN attempts_1 USING (attempt)
        WHERE assertions_1.event = ?)
      """
    let found = try store.transactions(condition, [.integer(key)])
    return found.count == 1 ? found.first : nil
  }

  /// The transactions that carry this id of a provider, in name order.
  package func transactions(identifiedBy value: String) throws -> [Transaction] {
    let condition = """
      WHERE transaction_name IN (
        SELECT attempts_1.transaction_name FROM identifiers_1 JOIN attempts_1 USING (attempt)
        WHERE identifiers_1.value = ? AND identifiers_1.kind = 'transaction')
      """
    return try store.transactions(condition, [.text(value)])
  }

  /// All transactions, in name order: within one journal, the order of their first events.
  package func transactions() throws -> [Transaction] {
    var transactions: [Transaction] = []
    try forEachTransaction { transactions.append($0) }
    return transactions
  }

  /// Hands over all transactions in name order, one in memory at a time. What the body throws ends
  /// it.
  package func forEachTransaction(_ body: (Transaction) throws -> Void) throws {
    try store.forEachTransaction(body)
  }

  /// The records of a transaction, in name order, with what each asserts; none for a name that is
  /// no transaction's.
  package func events(of transaction: EventName) throws -> [EventSummary] {
    guard let key = try store.names.code(ofAsked: transaction) else { return [] }
    let sql = """
      SELECT place.event, type, events_1.time, events_1.tier, status, code, min(place.attempt)
      FROM (
        SELECT event, attempt FROM attempts_1 JOIN events_1 USING (attempt)
        WHERE transaction_name = ?1
        UNION
        SELECT event, attempt FROM attempts_1 JOIN assertions_1 USING (attempt)
        WHERE transaction_name = ?1) AS place
      JOIN events_1 ON events_1.event = place.event
      LEFT JOIN assertions_1
        ON assertions_1.event = place.event AND assertions_1.attempt = place.attempt
      GROUP BY place.event
      """
    let names = store.names
    return try store.statement(sql).rows([.integer(key)]) { row in
      EventSummary(
        event: try names.name(of: row.integer(0) ?? 0), type: row.text(1) ?? "",
        time: row.text(2) ?? "", tier: try word(row, 3),
        attempt: try names.name(of: row.integer(6) ?? 0),
        status: try row.text(4) == nil ? nil : word(row, 4), code: row.text(5))
    }.sorted { $0.event < $1.event }
  }

  /// The attempts of a transaction with all that was said about them, in name order.
  package func attempts(of transaction: EventName) throws -> [Attempt] {
    guard let key = try store.names.code(ofAsked: transaction) else { return [] }
    return try store.attempts("WHERE transaction_name = ?", [.integer(key)])
      .sorted { $0.name < $1.name }
  }

  /// The sums given for a transaction, attempt by attempt.
  package func amounts(of transaction: EventName) throws -> [AmountEntry] {
    try attempts(of: transaction).flatMap(\.amounts)
  }

  /// What is odd about any record, of a transaction or not, in name order.
  package func anomalies() throws -> [Anomaly] {
    let names = store.names
    return try store.statement("SELECT event, kind FROM anomalies_1 ORDER BY kind").rows([]) {
      row in
      Anomaly(event: try names.name(of: row.integer(0) ?? 0), kind: try word(row, 1))
    }.sorted { $0.event < $1.event }
  }

  /// What is odd about the records of a transaction, in name order.
  package func anomalies(of transaction: EventName) throws -> [Anomaly] {
    try events(of: transaction).flatMap { summary in
      try store.statement("SELECT kind FROM anomalies_1 WHERE event = ? ORDER BY kind")
        .rows([.integer(store.names.code(of: summary.event))]) {
          Anomaly(event: summary.event, kind: try word($0, 0))
        }
    }
  }
}
