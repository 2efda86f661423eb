import MerkleLog
package import Payments

/// The fold's knowledge in SQLite: written through, so that a txn holds all of it or none.
///
/// Confined to the thread of its connection.
package final class SQLFoldStore: FoldStore {
  let connection: Connection
  var names = NameCode()
  private var statements: [String: Statement] = [:]
  /// How much of an attempt's lists the tables hold, for the attempts that this batch met.
  var written: [EventName: WrittenCounts] = [:]

  init(_ connection: Connection) { self.connection = connection }

  /// The statement, compiled at its first use and kept.
  func statement(_ sql: String) throws(ProjectionError) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try connection.prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// Forgets what is compiled and read: the tables are made anew.
  func forget() {
    statements.removeAll()
    names = NameCode()
    written.removeAll()
  }

  /// Forgets what another process may have changed since the last batch.
  func beginBatch() { written.removeAll(keepingCapacity: true) }

  // MARK: Channels

  /// The channel of this name.
  package func channel(_ name: EventName) throws -> Channel? {
    let sql = """
      SELECT provider, surface, page_channel, sender, requested, reference, sealed_reference,
        parent_attempt, open_attempt, last_attempt, is_closed
      FROM channels_1 WHERE channel = ?
      """
    return try statement(sql).rows([.integer(names.code(of: name))]) { row in
      let opening = ChannelOpening(
        surface: try word(row, 1), pageChannel: row.text(2), sender: row.text(3),
        requested: try row.text(4).map(Meaning.init(columns:)))
      var channel = Channel(name: name, provider: try word(row, 0), opening: opening)
      channel.reference = row.text(5).map {
        Identifier(provider: nil, kind: .reference, value: $0)
      }
      channel.sealedReference = row.text(6)
      channel.parentAttempt = try row.integer(7).map(names.name)
      channel.openAttempt = try row.integer(8).map(names.name)
      channel.lastAttempt = try row.integer(9).map(names.name)
      channel.isClosed = row.integer(10) == 1
      return channel
    }.first
  }

  /// Keeps the channel as it is now.
  package func save(_ channel: Channel) throws {
    let sql = """
      INSERT OR REPLACE INTO channels_1 (channel, provider, surface, page_channel, sender,
        requested, reference, sealed_reference, parent_attempt, open_attempt, last_attempt,
        is_closed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    try statement(sql).run([
      .integer(names.code(of: channel.name)), .text(channel.provider.rawValue),
      .text(channel.opening.surface.rawValue), .init(channel.opening.pageChannel),
      .init(channel.opening.sender),
      .init(channel.opening.requested?.columns), .init(channel.reference?.value),
      .init(channel.sealedReference), .init(channel.parentAttempt.map(names.code)),
      .init(channel.openAttempt.map(names.code)), .init(channel.lastAttempt.map(names.code)),
      .init(channel.isClosed),
    ])
  }

  // MARK: Links, events, anomalies

  /// The attempts that are linked by this key.
  package func attempts(linkedBy link: Link) throws -> [EventName] {
    try statement("SELECT attempt FROM links_1 WHERE link = ? ORDER BY attempt")
      .rows([.text(text(of: link))]) { try names.name(of: $0.integer(0) ?? 0) }
  }

  /// Keeps that the attempt is linked by this key.
  package func save(_ link: Link, of attempt: EventName) throws {
    try statement("INSERT OR IGNORE INTO links_1 (link, attempt) VALUES (?, ?)")
      .run([.text(text(of: link)), .integer(names.code(of: attempt))])
  }

  private func text(of link: Link) throws -> String {
    switch link {
    case .identifier(let identifier):
      let provider = identifier.provider?.rawValue ?? "-"
      return "\(identifier.kind.rawValue) \(provider) \(identifier.value)"
    case .channel(let name): return "channel \(try names.code(of: name))"
    }
  }

  /// Keeps the record's place in the attempt, or that it has none.
  package func save(_ input: FoldInput, attempt: EventName?) throws {
    let sql = """
      INSERT INTO events_1 (event, type, time, tier, channel, attempt) VALUES (?, ?, ?, ?, ?, ?)
      """
    try statement(sql).run([
      .integer(names.code(of: input.event)), .text(input.type), .text(input.time),
      .text(input.tier.rawValue), .init(input.channel.map(names.code)),
      .init(attempt.map(names.code)),
    ])
  }

  /// Keeps an oddity of one record.
  package func save(_ anomaly: Anomaly) throws { try save(anomaly, cluster: nil) }

  func save(_ anomaly: Anomaly, cluster: Int64?) throws {
    try statement("INSERT OR IGNORE INTO anomalies_1 (event, kind, cluster) VALUES (?, ?, ?)")
      .run([
        .integer(names.code(of: anomaly.event)), .text(anomaly.kind.rawValue), .init(cluster),
      ])
  }
}

/// A word of ours in a column.
func word<Word: RawRepresentable>(
  _ row: Statement.Row, _ column: Int32
) throws(ProjectionError) -> Word where Word.RawValue == String {
  guard let word = row.text(column).flatMap(Word.init) else { throw .unknownWord }
  return word
}

/// An exact number in a column, `nil` for NULL.
func decimal(_ row: Statement.Row, _ column: Int32) throws(ProjectionError) -> ExactDecimal? {
  guard let text = row.text(column) else { return nil }
  guard let number = ExactDecimal(text) else { throw .unknownWord }
  return number
}

extension ProjectionError {
  static var unknownWord: ProjectionError {
    ProjectionError(
      .damaged,
      "The projections hold a word that this version does not know. Delete projections.sqlite: "
        + "it is rebuilt from the journal.")
  }
}

extension Meaning {
  /// Operation, outcome, status and money in one column.
  fileprivate var columns: String {
    [operation.rawValue, outcome.rawValue, status.rawValue, money.rawValue].joined(separator: " ")
  }

  fileprivate init(columns: String) throws(ProjectionError) {
    let words = columns.split(separator: " ").map(String.init)
    guard words.count == 4, let operation = Operation(rawValue: words[0]),
      let outcome = Outcome(rawValue: words[1]), let status = PaymentStatus(rawValue: words[2]),
      let money = MoneyMovement(rawValue: words[3])
    else { throw .unknownWord }
    self.init(operation, outcome, status, money: money)
  }
}
