import CLMDB
import Cryptography

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

  /// Appends digests, without a gap, under a key. Allocates nothing.
  func append(_ digests: Span<Digest>, under key: UInt64) throws(EventStoreError) {
    var value = unsafe MDB_val(mv_size: digests.count * Digest.byteCount, mv_data: nil)
    let code = unsafe put(&value, under: key, flags: MDB_RESERVE)
    guard code == 0 else { throw EventStoreError(lmdb: code, "append to \(path)") }
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: value.mv_data, count: value.mv_size)
    for index in digests.indices {
      unsafe LMDBAppender.store(digests[index], at: index * Digest.byteCount, in: bytes)
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
