import CSQLite

/// One connection to a SQLite file, confined to the thread that uses it.
///
/// The pointer is closed exactly once, when the connection goes away, and never leaves this folder.
@safe
package final class Connection {
  private let handle: OpaquePointer

  /// Opens the file, creating it where there is none; the empty path is a temporary database that
  /// goes away with the connection.
  ///
  /// - Throws: `damaged`, `inputOutput`, `outOfDiskSpace`.
  package init(path: String) throws(ProjectionError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let opened = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw Connection.error(result, while: "opening the projections")
    }
    unsafe handle = opened
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe sqlite3_busy_timeout(handle, 10_000)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Runs statements that return no rows.
  package func execute(_ sql: String) throws(ProjectionError) {
    let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    if result != SQLITE_OK { throw Connection.error(result, while: "running a statement") }
  }

  /// Compiles one statement, to be kept and run many times.
  package func prepare(_ sql: String) throws(ProjectionError) -> Statement {
    var compiled: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let result = unsafe sqlite3_prepare_v3(handle, sql, -1, flags, &compiled, nil)
    guard result == SQLITE_OK, let compiled = unsafe compiled else {
      throw Connection.error(result, while: "preparing a statement")
    }
    return unsafe Statement(compiled)
  }

  /// Runs the body in a txn that holds the write lock from its start: all of it is kept, or none.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // A failed commit can have ended the txn by itself.
      if unsafe sqlite3_get_autocommit(handle) == 0 { try execute("ROLLBACK") }
      throw error
    }
  }

  /// Whether SQLite could open the file for reading only.
  package var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  static func error(_ result: Int32, while doing: String) -> ProjectionError {
    switch result & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED:
      ProjectionError(
        .busy, "Another process is writing the projections; try again when it is done.")
    case SQLITE_NOTADB, SQLITE_CORRUPT:
      ProjectionError(
        .damaged,
        "The projections file is damaged. Delete projections.sqlite: it is rebuilt from the "
          + "journal."
      )
    case SQLITE_FULL:
      ProjectionError(.outOfDiskSpace, "No room for the projections; make room and try again.")
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_IOERR, SQLITE_PERM:
      ProjectionError(
        .inputOutput, "The projections file cannot be used (SQLite code \(result), \(doing)).")
    default:
      ProjectionError(.unexpected, "SQLite answered with code \(result) while \(doing).")
    }
  }
}
