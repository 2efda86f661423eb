import CLMDB
import Foundation

/// LMDB alone, with the syncs that the ledger has it do.
@safe
struct RawJournal: ~Copyable {
  struct Failure: Error { let code: Int32 }

  private let environment: OpaquePointer
  private let table: MDB_dbi
  private var next: UInt64 = 0

  init(at path: String) throws {
    var environment: OpaquePointer?
    try RawJournal.check(unsafe mdb_env_create(&environment))
    guard let environment = unsafe environment else { throw Failure(code: ENOMEM) }
    try RawJournal.check(unsafe mdb_env_set_mapsize(environment, 1 << 36))
    try RawJournal.check(
      unsafe mdb_env_open(environment, path, UInt32(MDB_NOSUBDIR | MDB_NOTLS), 0o600))
    var transaction: OpaquePointer?
    try RawJournal.check(unsafe mdb_txn_begin(environment, nil, 0, &transaction))
    var table: MDB_dbi = 0
    try RawJournal.check(unsafe mdb_dbi_open(transaction, nil, 0, &table))
    try RawJournal.check(unsafe mdb_txn_commit(transaction))
    unsafe self.environment = environment
    self.table = table
  }

  deinit { unsafe mdb_env_close(environment) }

  mutating func rate(_ record: [UInt8], _ seconds: Double) throws -> Double {
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    var count = 0
    while ContinuousClock.now < end {
      try append(record)
      count += 1
    }
    return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  }

  private mutating func append(_ record: [UInt8]) throws {
    var transaction: OpaquePointer?
    try RawJournal.check(unsafe mdb_txn_begin(environment, nil, 0, &transaction))
    var position = next.bigEndian
    var record = record
    try unsafe withUnsafeMutableBytes(of: &position) { key in
      try unsafe record.withUnsafeMutableBytes { value in
        var keyValue = unsafe MDB_val(mv_size: 8, mv_data: key.baseAddress)
        var dataValue = unsafe MDB_val(mv_size: value.count, mv_data: value.baseAddress)
        try RawJournal.check(
          unsafe mdb_put(transaction, table, &keyValue, &dataValue, UInt32(MDB_APPEND)))
      }
    }
    try RawJournal.check(unsafe mdb_txn_commit(transaction))
    next += 1
  }

  private static func check(_ code: Int32) throws {
    if code != 0 { throw Failure(code: code) }
  }
}
