import CLMDB
import Cryptography

/// One LMDB transaction. It is aborted when it goes without having been committed, and keeps its
/// environment open until then.
///
/// Safe: the pointer never leaves this folder, and what it leads to is only lent to closures.
@safe
struct LMDBTransaction: ~Copyable {
  /// A named database. The handle is good for the whole life of the environment, once the
  /// transaction that opened it has been committed.
  struct Database { fileprivate let handle: MDB_dbi }

  private var pointer: OpaquePointer?
  private let environment: LMDBEnvironment
  private let path: String
  /// The thread that the environment counts it for.
  private let thread: UInt

  /// Takes over a transaction that has just begun.
  @unsafe
  init(_ pointer: OpaquePointer, in environment: LMDBEnvironment, path: String, thread: UInt) {
    unsafe self.pointer = unsafe pointer
    self.environment = environment
    self.path = path
    self.thread = thread
  }

  deinit {
    if let pointer = unsafe pointer { unsafe mdb_txn_abort(pointer) }
    environment.ended(thread)
  }

  /// Makes what was written durable; ends a reading transaction keeping the handles it opened.
  consuming func commit() throws(EventStoreError) {
    var transaction = self
    let pointer = unsafe transaction.pointer
    unsafe transaction.pointer = nil
    let code = unsafe mdb_txn_commit(pointer)
    guard code == 0 else { throw EventStoreError(lmdb: code, "commit to \(transaction.path)") }
  }

  /// The database of this name; `nil` where there is none and `creating` is false.
  borrowing func database(
    _ name: String, creating: Bool = false
  ) throws(EventStoreError) -> Database? {
    var handle: MDB_dbi = 0
    let flags = creating ? UInt32(MDB_CREATE) : 0
    let code = unsafe mdb_dbi_open(pointer, name, flags, &handle)
    if code == MDB_NOTFOUND && !creating { return nil }
    guard code == 0 else { throw EventStoreError(lmdb: code, "open table \(name) of \(path)") }
    return Database(handle: handle)
  }

  /// The database of this name, made if there is none.
  borrowing func madeDatabase(_ name: String) throws(EventStoreError) -> Database {
    guard let table = try database(name, creating: true) else {
      preconditionFailure("A table that is created when it is missing cannot be missing.")
    }
    return table
  }

  /// The number of entries in a database. O(1).
  borrowing func count(of database: Database) throws(EventStoreError) -> UInt64 {
    var statistics = MDB_stat()
    let code = unsafe mdb_stat(pointer, database.handle, &statistics)
    guard code == 0 else { throw EventStoreError(lmdb: code, "count the entries of \(path)") }
    return UInt64(statistics.ms_entries)
  }

  /// Lends the value under a key to the body; `nil` where there is none. O(log n).
  borrowing func withValue<Result>(
    of key: [UInt8], in database: Database, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result? {
    var value = unsafe MDB_val()
    let code = unsafe key.withUnsafeBytes { bytes in
      var key = unsafe MDB_val(
        mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      return unsafe mdb_get(pointer, database.handle, &key, &value)
    }
    if code == MDB_NOTFOUND { return nil }
    guard code == 0 else { throw EventStoreError(lmdb: code, "read from \(path)") }
    return try unsafe body(value.buffer.span)
  }

  /// Writes a value under a key, over the one that is there.
  borrowing func put(
    _ value: [UInt8], under key: [UInt8], in database: Database
  ) throws(EventStoreError) {
    let code = put(value, key, database, 0)
    guard code == 0 else { throw EventStoreError(lmdb: code, "write to \(path)") }
  }

  /// Writes a value under a key unless there is one.
  ///
  /// - Returns: whether it was written.
  borrowing func insert(
    _ value: [UInt8], under key: [UInt8], in database: Database
  ) throws(EventStoreError) -> Bool {
    let code = put(value, key, database, MDB_NOOVERWRITE)
    if code == MDB_KEYEXIST { return false }
    guard code == 0 else { throw EventStoreError(lmdb: code, "write to \(path)") }
    return true
  }

  private borrowing func put(
    _ value: [UInt8], _ key: [UInt8], _ database: Database, _ flags: Int32
  ) -> Int32 {
    unsafe key.withUnsafeBytes { key in
      unsafe value.withUnsafeBytes { value in
        var key = unsafe MDB_val(
          mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
        var value = unsafe MDB_val(
          mv_size: value.count, mv_data: UnsafeMutableRawPointer(mutating: value.baseAddress))
        return unsafe mdb_put(pointer, database.handle, &key, &value, UInt32(flags))
      }
    }
  }

  /// Takes all values away. O(pages).
  borrowing func removeAll(in database: Database) throws(EventStoreError) {
    let code = unsafe mdb_drop(pointer, database.handle, 0)
    guard code == 0 else { throw EventStoreError(lmdb: code, "empty a table of \(path)") }
  }

  /// Takes a value away; that there is none is no error.
  borrowing func remove(_ key: [UInt8], in database: Database) throws(EventStoreError) {
    let code = unsafe key.withUnsafeBytes { key in
      var key = unsafe MDB_val(
        mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
      return unsafe mdb_del(pointer, database.handle, &key, nil)
    }
    guard code == 0 || code == MDB_NOTFOUND else {
      throw EventStoreError(lmdb: code, "remove from \(path)")
    }
  }

  /// A cursor for reading a database in order. It must not outlive the transaction.
  borrowing func cursor(over database: Database) throws(EventStoreError) -> LMDBCursor {
    unsafe LMDBCursor(try openCursor(database), path: path)
  }

  /// A way to append to a database. It must not outlive the transaction.
  borrowing func appender(to database: Database) throws(EventStoreError) -> LMDBAppender {
    unsafe LMDBAppender(try openCursor(database), path: path)
  }

  private borrowing func openCursor(
    _ database: Database
  ) throws(EventStoreError) -> OpaquePointer {
    var cursor: OpaquePointer?
    let code = unsafe mdb_cursor_open(pointer, database.handle, &cursor)
    guard code == 0, let cursor = unsafe cursor else {
      throw EventStoreError(lmdb: code, "go through \(path)")
    }
    return unsafe cursor
  }
}

extension MDB_val {
  /// The bytes, which last as long as the transaction does and no write comes between.
  @unsafe
  var buffer: UnsafeBufferPointer<UInt8> {
    let start = unsafe mv_data?.assumingMemoryBound(to: UInt8.self)
    return unsafe UnsafeBufferPointer(start: start, count: mv_size)
  }
}
