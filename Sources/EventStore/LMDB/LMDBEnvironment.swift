import CLMDB
import Foundation

/// One open LMDB environment. It is closed when the last reference, counting those of its open
/// transactions, has gone.
///
/// Unchecked Sendable and safe: the only state is the pointer, set once, and LMDB lets any number
/// of threads use one environment. `MDB_NOTLS` is always set, so a reader's place belongs to its
/// transaction and not to its thread. That there is no second environment on the same file in
/// this process is guarded by `OpenLedgers`.
@safe
// @unchecked: the pointer is set once, and LMDB guards what is behind it, as said above.
final class LMDBEnvironment: @unchecked Sendable {
  /// How an environment is opened.
  enum Access {
    /// Reads and appends.
    case writing
    /// Reads only; takes part in the reader table, so that writers spare what it reads.
    case reading
    /// Reads only and without a reader table: for media that nobody writes to.
    case readingAlone
  }

  /// Address space to reserve: enough never to grow, and free of charge where there is plenty.
  private static let preferredMapSize = 1 << 40

  /// Below this an address space is too short to be worth opening a journal in.
  private static let leastMapSize = 1 << 24

  private let pointer: OpaquePointer
  private let path: String

  /// Held until the environment has been closed: this is released after `deinit` has run.
  private let claim: OpenLedgers.Claim?

  /// Opens the file, creating it where access is for writing and it is missing.
  ///
  /// Reserves 1 TiB of address space, or as many halves less as it takes to fit. Read-ahead stays
  /// on: replay, verification and export read in order, and they are what reads much.
  ///
  /// - Parameter claim: the right to have the file open; `nil` for one that nobody knows yet.
  init(
    file path: String, access: Access, claim: OpenLedgers.Claim?
  ) throws(EventStoreError) {
    let flags =
      switch access {
      case .writing: MDB_NOSUBDIR | MDB_NOTLS
      case .reading: MDB_NOSUBDIR | MDB_NOTLS | MDB_RDONLY
      case .readingAlone: MDB_NOSUBDIR | MDB_NOTLS | MDB_RDONLY | MDB_NOLOCK
      }
    var mapSize = LMDBEnvironment.preferredMapSize
    while true {
      var environment: OpaquePointer?
      var code = unsafe mdb_env_create(&environment)
      guard code == 0, let environment = unsafe environment else {
        throw EventStoreError(lmdb: code, "prepare to open \(path)")
      }
      unsafe mdb_env_set_maxdbs(environment, 16)
      unsafe mdb_env_set_maxreaders(environment, 510)
      unsafe mdb_env_set_mapsize(environment, mapSize)
      code = unsafe mdb_env_open(environment, path, UInt32(flags), 0o600)
      if code == 0 {
        unsafe LMDBEnvironment.keepFromChildren(environment)
        unsafe pointer = environment
        self.path = path
        self.claim = claim
        return
      }
      unsafe mdb_env_close(environment)
      guard code == ENOMEM, mapSize > LMDBEnvironment.leastMapSize else {
        throw EventStoreError(lmdb: code, "open \(path)")
      }
      mapSize /= 2
    }
  }

  deinit { unsafe mdb_env_close(pointer) }

  /// Keeps programs that this one starts from inheriting the journal's descriptor, which LMDB
  /// leaves open to them.
  private static func keepFromChildren(_ environment: OpaquePointer) {
    var descriptor: Int32 = -1
    unsafe mdb_env_get_fd(environment, &descriptor)
    let flags = fcntl(descriptor, F_GETFD)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
  }

  /// Frees the places of readers whose process has died, so that what they read can be reused.
  func clearStaleReaders() throws(EventStoreError) {
    let code = unsafe mdb_reader_check(pointer, nil)
    guard code == 0 else { throw EventStoreError(lmdb: code, "clear dead readers of \(path)") }
  }

  /// The number of the last transaction committed, as this process sees it.
  var lastTransaction: Int {
    var info = unsafe MDB_envinfo()
    unsafe mdb_env_info(pointer, &info)
    return unsafe info.me_last_txnid
  }

  /// Begins a transaction. A writing one waits for the environment's other writer, and must end on
  /// the thread where it began.
  func begin(writing: Bool) throws(EventStoreError) -> LMDBTransaction {
    var transaction: OpaquePointer?
    let code = unsafe mdb_txn_begin(
      pointer, nil, writing ? 0 : UInt32(MDB_RDONLY), &transaction)
    guard code == 0, let transaction = unsafe transaction else {
      throw EventStoreError(lmdb: code, "begin to \(writing ? "write" : "read") \(path)")
    }
    return unsafe LMDBTransaction(transaction, in: self, path: path)
  }
}
