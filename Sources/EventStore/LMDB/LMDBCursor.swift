import CLMDB
import Cryptography

/// Reads the entries of one database whose keys are 8 bytes, big-endian, in order.
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

/// Appends entries to one database whose keys are 8 bytes, big-endian, each greater than the last.
///
/// Safe: the pointer is private and belongs to a writing transaction, which frees it.
@safe
struct LMDBAppender {
  private let pointer: OpaquePointer
  private let path: String

  /// Uses a cursor of a writing transaction.
  @unsafe
  init(_ pointer: OpaquePointer, path: String) {
    unsafe self.pointer = unsafe pointer
    self.path = path
  }

  /// Appends the bytes under a key.
  func append(_ bytes: Span<UInt8>, under key: UInt64) throws(EventStoreError) {
    let code = unsafe bytes.withUnsafeBufferPointer { buffer in
      var value = unsafe MDB_val(
        mv_size: buffer.count, mv_data: UnsafeMutableRawPointer(mutating: buffer.baseAddress))
      return unsafe put(&value, under: key, flags: 0)
    }
    guard code == 0 else { throw EventStoreError(lmdb: code, "append to \(path)") }
  }

  /// Appends one digest and then the others, without a gap, under a key. Allocates nothing.
  func append(
    _ first: Digest, then rest: [Digest], under key: UInt64
  ) throws(EventStoreError) {
    var value = unsafe MDB_val(mv_size: (1 + rest.count) * Digest.byteCount, mv_data: nil)
    let code = unsafe put(&value, under: key, flags: MDB_RESERVE)
    guard code == 0 else { throw EventStoreError(lmdb: code, "append to \(path)") }
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: value.mv_data, count: value.mv_size)
    unsafe LMDBAppender.store(first, at: 0, in: bytes)
    for (index, digest) in rest.enumerated() {
      unsafe LMDBAppender.store(digest, at: (index + 1) * Digest.byteCount, in: bytes)
    }
  }

  private static func store(
    _ digest: Digest, at offset: Int, in bytes: UnsafeMutableRawBufferPointer
  ) {
    let words = digest.words
    unsafe bytes.storeBytes(of: words.0.bigEndian, toByteOffset: offset, as: UInt64.self)
    unsafe bytes.storeBytes(of: words.1.bigEndian, toByteOffset: offset + 8, as: UInt64.self)
    unsafe bytes.storeBytes(of: words.2.bigEndian, toByteOffset: offset + 16, as: UInt64.self)
    unsafe bytes.storeBytes(of: words.3.bigEndian, toByteOffset: offset + 24, as: UInt64.self)
  }

  private func put(_ value: inout MDB_val, under key: UInt64, flags: Int32) -> Int32 {
    var number = key.bigEndian
    return unsafe withUnsafeMutableBytes(of: &number) { bytes in
      var key = unsafe MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
      return unsafe mdb_cursor_put(pointer, &key, &value, UInt32(MDB_APPEND | flags))
    }
  }
}
