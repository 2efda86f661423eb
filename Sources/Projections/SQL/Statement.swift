import CSQLite

/// A compiled statement. Confined, like its connection; finalized once, when it goes away.
@safe
package final class Statement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

  deinit { unsafe sqlite3_finalize(handle) }

  /// A value to bind or that was read.
  package enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)

    package init(_ text: String?) { self = text.map(Value.text) ?? .null }
    package init(_ integer: Int64?) { self = integer.map(Value.integer) ?? .null }
    package init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
  }

  /// One row, valid only inside the closure that it is lent to.
  @safe
  package struct Row {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

    /// The integer in this column, `nil` for NULL.
    package func integer(_ column: Int32) -> Int64? {
      if unsafe sqlite3_column_type(handle, column) == SQLITE_NULL { return nil }
      return unsafe sqlite3_column_int64(handle, column)
    }

    /// The text in this column, `nil` for NULL.
    package func text(_ column: Int32) -> String? {
      guard let bytes = unsafe sqlite3_column_text(handle, column) else { return nil }
      // By length: a provider's text may hold a NUL.
      let count = unsafe Int(sqlite3_column_bytes(handle, column))
      return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
  }

  /// Binds the values in order, runs the statement to its end, and hands each row to the closure.
  package func run(_ values: [Value] = [], row: (Row) throws -> Void = { _ in }) throws {
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    defer {
      unsafe sqlite3_reset(handle)
      unsafe sqlite3_clear_bindings(handle)
    }
    while true {
      let result = unsafe sqlite3_step(handle)
      switch result {
      case SQLITE_ROW: try unsafe row(Row(handle))
      case SQLITE_DONE: return
      default: throw Connection.error(result, while: "running a statement")
      }
    }
  }

  /// What the closure makes of each row.
  package func rows<Element>(
    _ values: [Value] = [], _ read: (Row) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try run(values) { elements.append(try read($0)) }
    return elements
  }

  private func bind(_ value: Value, at index: Int32) throws(ProjectionError) {
    let result: Int32
    switch value {
    case .null: result = unsafe sqlite3_bind_null(handle, index)
    case .integer(let integer): result = unsafe sqlite3_bind_int64(handle, index, integer)
    case .text(let text):
      // SQLITE_TRANSIENT, a macro that is not imported: SQLite copies the text.
      let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      let count = Int32(clamping: text.utf8.count)
      result = unsafe sqlite3_bind_text(handle, index, text, count, transient)
    }
    if result != SQLITE_OK { throw Connection.error(result, while: "binding a value") }
  }
}
