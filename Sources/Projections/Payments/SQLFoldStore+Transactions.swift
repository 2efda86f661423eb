package import Payments

extension SQLFoldStore {
  /// Puts these transactions, and what is odd about them, in the place of all that the cluster had.
  package func replaceTransactions(
    ofCluster cluster: EventName, with transactions: [Transaction], anomalies: [Anomaly]
  ) throws {
    let key = try names.code(of: cluster)
    try statement("DELETE FROM transactions_1 WHERE cluster = ?").run([.integer(key)])
    try statement("DELETE FROM anomalies_1 WHERE cluster = ?").run([.integer(key)])
    for transaction in transactions { try insert(transaction, cluster: key) }
    for anomaly in anomalies { try save(anomaly, cluster: key) }
  }

  private func insert(_ transaction: Transaction, cluster: Int64) throws {
    let name = try names.code(of: transaction.name)
    let sql = """
      INSERT INTO transactions_1 (transaction_name, cluster, provider, status, is_confirmed,
        claimed, tier, evidence, code, is_conflict, money, amount_literal, amount_value, currency,
        sealed_reference, first_event, last_event, updated)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    try statement(sql).run([
      .integer(name), .integer(cluster), .text(transaction.provider.rawValue),
      .text(transaction.status.rawValue), .init(transaction.isConfirmed),
      .init(transaction.claimed?.rawValue), .text(transaction.tier.rawValue),
      .integer(names.code(of: transaction.evidence)), .init(transaction.code),
      .init(transaction.isConflict), .text(transaction.money.rawValue),
      .init(transaction.amount?.literal), .init(transaction.amount?.value?.description),
      .init(transaction.amount?.currency), .init(transaction.sealedReference),
      .integer(names.code(of: transaction.firstEvent)),
      .integer(names.code(of: transaction.lastEvent)), .text(transaction.updated),
    ])
    let place = try statement("UPDATE attempts_1 SET transaction_name = ? WHERE attempt = ?")
    for attempt in transaction.attempts {
      try place.run([.integer(name), .integer(names.code(of: attempt))])
    }
  }

  /// The transactions that fulfil the condition, in name order.
  func transactions(_ condition: String, _ values: [Statement.Value]) throws -> [Transaction] {
    let sql = "SELECT \(SQLFoldStore.columns) FROM transactions_1 \(condition)"
    return try statement(sql).rows(values, transaction).sorted { $0.name < $1.name }
  }

  /// Hands over each transaction in name order, one in memory at a time.
  func forEachTransaction(_ body: (Transaction) throws -> Void) throws {
    let sql = """
      SELECT \(SQLFoldStore.columns) FROM transactions_1
      WHERE transaction_name >= ? AND transaction_name < ? ORDER BY transaction_name
      """
    // Not a kept statement: the body may ask again.
    let statement = try connection.prepare(sql)
    for range in names.ranges {
      try statement.run([.integer(range.lowerBound), .integer(range.upperBound)]) { row in
        try body(transaction(row))
      }
    }
  }

  private static let columns = """
    transaction_name, provider, status, is_confirmed, claimed, tier, evidence, code, is_conflict,
    money, amount_literal, amount_value, currency, sealed_reference, first_event, last_event,
    updated
    """

  func transaction(_ row: Statement.Row) throws -> Transaction {
    let key = row.integer(0) ?? 0
    let amount = try row.text(10).map { literal in
      Amount(literal: literal, value: try decimal(row, 11), currency: row.text(12))
    }
    return Transaction(
      name: try names.name(of: key), provider: try word(row, 1), status: try word(row, 2),
      isConfirmed: row.integer(3) == 1,
      claimed: try row.text(4) == nil ? nil : word(row, 4), tier: try word(row, 5),
      evidence: try names.name(of: row.integer(6) ?? 0), code: row.text(7),
      isConflict: row.integer(8) == 1, money: try word(row, 9),
      attempts: try attemptNames(of: key), amount: amount, identifiers: try identifiers(of: key),
      sealedReference: row.text(13), firstEvent: try names.name(of: row.integer(14) ?? 0),
      lastEvent: try names.name(of: row.integer(15) ?? 0), updated: row.text(16) ?? "")
  }

  private func attemptNames(of transaction: Int64) throws -> [EventName] {
    try statement("SELECT attempt FROM attempts_1 WHERE transaction_name = ? ORDER BY attempt")
      .rows([.integer(transaction)]) { try names.name(of: $0.integer(0) ?? 0) }.sorted()
  }

  private func identifiers(of transaction: Int64) throws -> [Identifier] {
    let sql = """
      SELECT identifiers_1.provider, kind, value, attempt FROM identifiers_1
      JOIN attempts_1 USING (attempt) WHERE transaction_name = ? ORDER BY attempt, ordinal
      """
    let found = try statement(sql).rows([.integer(transaction)]) { row in
      let identifier = Identifier(
        provider: try row.text(0) == nil ? nil : word(row, 0), kind: try word(row, 1),
        value: row.text(2) ?? "")
      return (attempt: try names.name(of: row.integer(3) ?? 0), identifier: identifier)
    }
    // Origins are numbered as they came; a list has the order of their names. The sort is stable.
    var identifiers: [Identifier] = []
    for (_, identifier) in found.sorted(by: { $0.attempt < $1.attempt })
    where !identifiers.contains(identifier) { identifiers.append(identifier) }
    return identifiers
  }
}
