import Foundation
package import MerkleLog
package import Payments

/// The payment tables in SQLite: derived from journals alone, and disposable.
///
/// Rows and position are kept in one txn, so every record counts exactly once, whatever dies when.
/// Confined to one thread.
package final class PaymentProjection {
  let store: SQLFoldStore
  private let connection: Connection
  private static let name = "payments"

  /// Opens the file, or makes it. Tables that another version of this projection made are made
  /// anew and empty.
  ///
  /// - Parameter path: empty for a temporary database that goes away when it is closed.
  /// - Throws: `ProjectionError`: `damaged` where the file is no database, which is then left as it
  ///   is; `inputOutput` where it cannot be opened for writing.
  package init(path: String) throws {
    connection = try Connection(path: path)
    store = SQLFoldStore(connection)
    if connection.isReadOnly {
      throw ProjectionError(.inputOutput, "The projections file can only be read, not written.")
    }
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    if try storedVersion() != PaymentSchema.version {
      // Another process may have made the tables meanwhile.
      try makeTables { try storedVersion() != PaymentSchema.version }
    }
    try connection.execute("PRAGMA foreign_keys = ON")
    try learnOrigins()
  }

  /// Opens the file, or a temporary database where the place cannot be written. A new file is for
  /// its owner alone, like the journal; SQLite gives its companions the same mode.
  package static func open(at path: String) throws -> PaymentProjection {
    if !FileManager.default.fileExists(atPath: path) {
      // Where this fails, SQLite fails too, and says why.
      _ = FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    do {
      return try PaymentProjection(path: path)
    } catch let error as ProjectionError where error.code == .inputOutput {
      return try PaymentProjection(path: "")
    }
  }

  /// The first record of this journal that is not projected yet.
  package func nextPosition(of origin: Origin) throws -> Position {
    guard let number = store.names.number(of: origin) else { return Position(0) }
    let sql = """
      SELECT next_position FROM projection_positions WHERE projection = ? AND origin_id = ?
      """
    let next = try store.statement(sql)
      .rows([.text(PaymentProjection.name), .integer(number)]) { $0.integer(0) ?? 0 }.first
    return Position(UInt64(next ?? 0))
  }

  /// Takes consecutive records of one journal in one txn.
  ///
  /// - Parameter batch: is given the position to begin with and a function that takes one record;
  ///   returns the position after the last one it gave. If it throws, nothing is kept.
  package func project(
    _ origin: Origin,
    batch: (_ from: Position, _ take: (FoldInput) throws -> Void) throws -> Position
  ) throws {
    let known = store.names
    store.beginBatch()
    do {
      try connection.transaction {
        try learnOrigins()
        let number = try number(of: origin)
        let start = try nextPosition(of: origin)
        let fold = Fold(over: store)
        let next = try batch(start, fold.take)
        try fold.finish()
        try keep(next, ofOrigin: number)
      }
    } catch {
      // What the txn had learned went with it.
      store.names = known
      throw error
    }
  }

  /// Empties the projection, so that it is derived again from the first record on.
  package func reset() throws {
    try connection.execute("PRAGMA foreign_keys = OFF")
    try makeTables { true }
    try connection.execute("PRAGMA foreign_keys = ON")
  }

  /// Drops all tables and views and makes this version's, in one txn.
  private func makeTables(if isNeeded: () throws -> Bool) throws {
    store.forget()
    try connection.transaction {
      guard try isNeeded() else { return }
      let sql = """
        SELECT type, '"' || replace(name, '"', '""') || '"' FROM sqlite_schema
        WHERE type IN ('view', 'table') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        ORDER BY type DESC
        """
      let known = try connection.prepare(sql).rows { ($0.text(0) ?? "", $0.text(1) ?? "") }
      for (type, name) in known { try connection.execute("DROP \(type) \(name)") }
      try connection.execute(PaymentSchema.tables)
      try connection.execute("PRAGMA user_version = \(PaymentSchema.version)")
    }
  }

  private func keep(_ next: Position, ofOrigin number: Int64) throws {
    let sql = """
      INSERT OR REPLACE INTO projection_positions (projection, origin_id, next_position)
      VALUES (?, ?, ?)
      """
    try store.statement(sql).run([
      .text(PaymentProjection.name), .integer(number), .integer(Int64(next.index)),
    ])
  }

  private func storedVersion() throws -> Int {
    Int(try connection.prepare("PRAGMA user_version").rows { $0.integer(0) ?? 0 }.first ?? 0)
  }

  private func learnOrigins() throws {
    var names = NameCode()
    try store.statement("SELECT id, origin FROM origins").run { row in
      guard let number = row.integer(0), let origin = row.text(1).flatMap({ Origin($0) }) else {
        throw ProjectionError.unknownWord
      }
      names.learn(origin, number: number)
    }
    store.names = names
  }

  private func number(of origin: Origin) throws -> Int64 {
    if let number = store.names.number(of: origin) { return number }
    let sql = "INSERT INTO origins (id, origin) SELECT count(*), ? FROM origins"
    try store.statement(sql).run([.text(origin.description)])
    try learnOrigins()
    guard let number = store.names.number(of: origin) else { throw ProjectionError.unknownWord }
    return number
  }
}
