package import Payments

/// One record as the projection places it.
package struct EventSummary: Hashable, Sendable {
  package let event: EventName
  package let type: String
  package let time: String
  package let tier: EvidenceTier
  /// What the record asserts about the transaction; absent where it asserts nothing.
  package let status: PaymentStatus?
  package let code: String?
}

extension PaymentProjection {
  /// The transaction that the event asserts something about; any of its asserting events finds it.
  /// A record that asserts something about several, such as the start of the app, names none.
  package func transaction(named name: EventName) throws -> Transaction? {
    guard store.names.number(of: name.origin) != nil else { return nil }
    let condition = """
      WHERE transaction_name IN (
        SELECT attempts_1.transaction_name FROM assertions_1 JOIN attempts_1 USING (attempt)
        WHERE assertions_1.event = ?)
      """
    let found = try store.transactions(condition, [.integer(store.names.code(of: name))])
    return found.count == 1 ? found.first : nil
  }

  /// The transactions that carry this id of a provider.
  package func transactions(identifiedBy value: String) throws -> [Transaction] {
    let condition = """
      WHERE transaction_name IN (
        SELECT attempts_1.transaction_name FROM identifiers_1 JOIN attempts_1 USING (attempt)
        WHERE identifiers_1.value = ? AND identifiers_1.kind = 'transaction')
      """
    return try store.transactions(condition, [.text(value)])
  }

  /// All transactions, in the order of their first events.
  package func transactions() throws -> [Transaction] { try store.transactions("", []) }

  /// The records of a transaction, in journal order, with what each asserts.
  package func events(of transaction: EventName) throws -> [EventSummary] {
    let sql = """
      SELECT events_1.event, type, events_1.time, events_1.tier, status, code
      FROM attempts_1 JOIN events_1 USING (attempt)
      LEFT JOIN assertions_1
        ON assertions_1.event = events_1.event AND assertions_1.attempt = attempts_1.attempt
      WHERE transaction_name = ?
      UNION
      SELECT assertions_1.event, type, events_1.time, events_1.tier, status, code
      FROM attempts_1 JOIN assertions_1 USING (attempt)
      JOIN events_1 ON events_1.event = assertions_1.event
      WHERE transaction_name = ?
      ORDER BY 1
      """
    let key = Statement.Value.integer(try store.names.code(of: transaction))
    return try store.statement(sql).rows([key, key]) { row in
      EventSummary(
        event: try store.names.name(of: row.integer(0) ?? 0), type: row.text(1) ?? "",
        time: row.text(2) ?? "", tier: try word(row, 3),
        status: try row.text(4) == nil ? nil : word(row, 4), code: row.text(5))
    }
  }

  /// What is odd about the records of a transaction, in journal order.
  package func anomalies(of transaction: EventName) throws -> [Anomaly] {
    let events = Set(try events(of: transaction).map(\.event))
    return try events.sorted().flatMap { event in
      try store.statement("SELECT kind FROM anomalies_1 WHERE event = ? ORDER BY kind")
        .rows([.integer(store.names.code(of: event))]) {
          Anomaly(event: event, kind: try word($0, 0))
        }
    }
  }
}
