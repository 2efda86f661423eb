import CLMDB
import Cryptography

/// Reads the entries of one database in order; mostly of one whose keys are 8 bytes, big-endian.
///
/// Safe: the pointer is private, closed once, and entries are only lent to closures.
@safe
struct LMDBCursor: ~Copyable {
  private let pointer: OpaquePointer
  private let path: String

  /// Takes over a cursor of a reading transaction, and closes it when it goes.
  @unsafe
  init(_ pointer: OpaquePointer, path: String) {
    unsafe self.pointer = unsafe pointer
    self.path = path
  }

  deinit { unsafe mdb_cursor_close(pointer) }

  /// Lends the first entry at or after a key to the body; `nil` where there is none. O(log n).
  borrowing func seek<Result>(
    _ key: UInt64, _ body: (UInt64?, Span<UInt8>) throws -> Result
  ) throws -> Result? {
    var start = key.bigEndian
    return try unsafe withUnsafeMutableBytes(of: &start) { bytes in
      let key = unsafe MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
      return try unsafe entry(key, MDB_SET_RANGE, body)
    }
  }

  /// Lends the next entry to the body; `nil` after the last. O(1) on average.
  borrowing func next<Result>(
    _ body: (UInt64?, Span<UInt8>) throws -> Result
  ) throws -> Result? {
    try unsafe entry(MDB_val(), MDB_NEXT, body)
  }

  /// Lends all entries to the body, whatever their keys. O(1) for each on average.
  borrowing func forEach(_ body: (Span<UInt8>, Span<UInt8>) throws -> Void) throws {
    var key = unsafe MDB_val()
    var value = unsafe MDB_val()
    var code = unsafe mdb_cursor_get(pointer, &key, &value, MDB_FIRST)
    while code == 0 {
      try unsafe body(key.buffer.span, value.buffer.span)
      code = unsafe mdb_cursor_get(pointer, &key, &value, MDB_NEXT)
    }
    guard code == MDB_NOTFOUND else { throw EventStoreError(lmdb: code, "read on in \(path)") }
  }

  /// Lends the last entry at or before a key to the body, whatever its key; `nil` where there is
  /// none. O(log n).
  borrowing func last<Result>(
    upTo limit: [UInt8], _ body: ([UInt8], Span<UInt8>) throws -> Result
  ) throws -> Result? {
    var value = unsafe MDB_val()
    var found: [UInt8]?
    var code = unsafe limit.withUnsafeBytes { bytes in
      var key = unsafe MDB_val(
        mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      let code = unsafe mdb_cursor_get(pointer, &key, &value, MDB_SET_RANGE)
      if code == 0 { found = unsafe Array(key.buffer) }
      return code
    }
    if code == MDB_NOTFOUND || code == 0 && found != limit {
      var key = unsafe MDB_val()
      let operation = code == 0 ? MDB_PREV : MDB_LAST
      code = unsafe mdb_cursor_get(pointer, &key, &value, operation)
      found = code == 0 ? unsafe Array(key.buffer) : nil
    }
    if code == MDB_NOTFOUND { return nil }
    guard code == 0, let found else { throw EventStoreError(lmdb: code, "look into \(path)") }
    return try unsafe body(found, value.buffer.span)
  }

  /// The key is lent as `nil` where it is not 8 bytes.
  private borrowing func entry<Result>(
    _ start: MDB_val, _ operation: MDB_cursor_op, _ body: (UInt64?, Span<UInt8>) throws -> Result
  ) throws -> Result? {
    var key = unsafe start
    var value = unsafe MDB_val()
    let code = unsafe mdb_cursor_get(pointer, &key, &value, operation)
    if code == MDB_NOTFOUND { return nil }
    guard code == 0 else { throw EventStoreError(lmdb: code, "read on in \(path)") }
    let number = unsafe key.mv_size == 8 ? key.mv_data : nil
    let found = unsafe number.map { unsafe UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    return try unsafe body(found, value.buffer.span)
  }
}
