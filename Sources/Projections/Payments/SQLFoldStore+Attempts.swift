package import MerkleLog
package import Payments

/// The lists of an attempt only grow: what is in the tables is a beginning of each.
struct WrittenCounts {
  var identifiers = 0
  var assertions = 0
  var amounts = 0

  init() {}

  init(_ attempt: Attempt) {
    identifiers = attempt.identifiers.count
    assertions = attempt.assertions.count
    amounts = attempt.amounts.count
  }
}

extension SQLFoldStore {
  /// The attempt of this name.
  package func attempt(_ name: EventName) throws -> Attempt? {
    try attempts("WHERE attempt = ?", [.integer(names.code(of: name))]).first
  }

  /// All attempts of a cluster, in name order.
  package func attempts(inCluster cluster: EventName) throws -> [Attempt] {
    try attempts("WHERE cluster = ?", [.integer(names.code(of: cluster))])
      .sorted { $0.name < $1.name }
  }

  func attempts(_ condition: String, _ values: [Statement.Value]) throws -> [Attempt] {
    let sql = """
      SELECT attempt, provider, channel, state, cluster, sealed_reference, first_time, last_time
      FROM attempts_1 \(condition) ORDER BY attempt
      """
    let attempts = try statement(sql).rows(values) { row in
      var attempt = Attempt(
        name: try names.name(of: row.integer(0) ?? 0), provider: try word(row, 1),
        channel: try row.integer(2).map(names.name), state: try word(row, 3),
        time: row.text(6) ?? "")
      attempt.cluster = try names.name(of: row.integer(4) ?? 0)
      attempt.sealedReference = row.text(5)
      attempt.lastTime = row.text(7) ?? ""
      return attempt
    }
    return try attempts.map(fill)
  }

  private func fill(_ attempt: Attempt) throws -> Attempt {
    var attempt = attempt
    let key = Statement.Value.integer(try names.code(of: attempt.name))
    let identifiers =
      "SELECT provider, kind, value FROM identifiers_1 WHERE attempt = ? ORDER BY ordinal"
    attempt.identifiers = try statement(identifiers).rows([key]) { row in
      Identifier(
        provider: try row.text(0) == nil ? nil : word(row, 0), kind: try word(row, 1),
        value: row.text(2) ?? "")
    }
    let assertions = """
      SELECT event, operation, outcome, status, money, tier, code FROM assertions_1
      WHERE attempt = ? ORDER BY event
      """
    attempt.assertions = try statement(assertions).rows([key]) { row in
      Assertion(
        event: try names.name(of: row.integer(0) ?? 0),
        meaning: Meaning(
          try word(row, 1), try word(row, 2), try word(row, 3),
          money: try word(row, 4) as MoneyMovement),
        tier: try word(row, 5), code: row.text(6))
    }
    let amounts = """
      SELECT event, kind, literal, value, currency, tier FROM amounts_1
      WHERE attempt = ? ORDER BY event, ordinal
      """
    attempt.amounts = try statement(amounts).rows([key]) { row in
      AmountEntry(
        event: try names.name(of: row.integer(0) ?? 0), kind: try word(row, 1),
        amount: Amount(
          literal: row.text(2) ?? "", value: try decimal(row, 3), currency: row.text(4)),
        tier: try word(row, 5))
    }
    written[attempt.name] = WrittenCounts(attempt)
    return attempt
  }

  /// Keeps the attempt as it is now. What was said about it before stands already.
  package func save(_ attempt: Attempt) throws {
    let key = try names.code(of: attempt.name)
    let sql = """
      INSERT INTO attempts_1 (attempt, provider, channel, state, cluster, sealed_reference,
        first_time, last_time)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (attempt) DO UPDATE SET state = excluded.state, cluster = excluded.cluster,
        sealed_reference = excluded.sealed_reference, last_time = excluded.last_time
      """
    try statement(sql).run([
      .integer(key), .text(attempt.provider.rawValue), .init(attempt.channel.map(names.code)),
      .text(attempt.state.rawValue), .integer(names.code(of: attempt.cluster)),
      .init(attempt.sealedReference), .text(attempt.firstTime), .text(attempt.lastTime),
    ])
    let before = written[attempt.name] ?? WrittenCounts()
    let identifier = try statement(
      """
      INSERT OR IGNORE INTO identifiers_1 (attempt, ordinal, provider, kind, value)
      VALUES (?, ?, ?, ?, ?)
      """)
    for (ordinal, entry) in attempt.identifiers.enumerated().dropFirst(before.identifiers) {
      try identifier.run([
        .integer(key), .integer(Int64(ordinal)), .init(entry.provider?.rawValue),
        .text(entry.kind.rawValue), .text(entry.value),
      ])
    }
    try saveStatements(of: attempt, key, after: before)
    written[attempt.name] = WrittenCounts(attempt)
  }

  private func saveStatements(
    of attempt: Attempt, _ key: Int64, after before: WrittenCounts
  ) throws {
    let assertion = try statement(
      """
      INSERT OR IGNORE INTO assertions_1 (attempt, event, operation, outcome, status, money, tier,
        code) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    for entry in attempt.assertions.dropFirst(before.assertions) {
      try assertion.run([
        .integer(key), .integer(names.code(of: entry.event)),
        .text(entry.meaning.operation.rawValue), .text(entry.meaning.outcome.rawValue),
        .text(entry.meaning.status.rawValue), .text(entry.meaning.money.rawValue),
        .text(entry.tier.rawValue), .init(entry.code),
      ])
    }
    let amount = try statement(
      """
      INSERT OR IGNORE INTO amounts_1 (attempt, event, ordinal, kind, literal, value, currency,
        tier)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    for (ordinal, entry) in attempt.amounts.enumerated().dropFirst(before.amounts) {
      try amount.run([
        .integer(key), .integer(names.code(of: entry.event)), .integer(Int64(ordinal)),
        .text(entry.kind.rawValue), .text(entry.amount.literal),
        .init(entry.amount.value?.description), .init(entry.amount.currency),
        .text(entry.tier.rawValue),
      ])
    }
  }

  /// The attempts of this journal that are open, in journal order.
  package func openAttempts(of origin: Origin) throws -> [EventName] {
    guard let range = names.range(of: origin) else { return [] }
    let sql = """
      SELECT attempt FROM attempts_1
      WHERE state = 'open' AND state <> 'ended' AND attempt >= ? AND attempt < ? ORDER BY attempt
      """
    return try statement(sql).rows([.integer(range.lowerBound), .integer(range.upperBound)]) {
      try names.name(of: $0.integer(0) ?? 0)
    }
  }

  /// The attempts of this journal that came from a request to this provider and have no result.
  package func openRequests(of origin: Origin, to provider: Provider) throws -> [EventName] {
    guard let range = names.range(of: origin) else { return [] }
    let sql = """
      SELECT attempts_1.attempt FROM attempts_1 JOIN channels_1 USING (channel)
      WHERE state IN ('open', 'interrupted') AND state <> 'ended'
        AND attempts_1.attempt >= ? AND attempts_1.attempt < ? AND channels_1.surface = 'request'
        AND channels_1.provider = ? AND channels_1.is_closed = 0
      ORDER BY attempts_1.attempt
      """
    return try statement(sql).rows([
      .integer(range.lowerBound), .integer(range.upperBound), .text(provider.rawValue),
    ]) { try names.name(of: $0.integer(0) ?? 0) }
  }
}
