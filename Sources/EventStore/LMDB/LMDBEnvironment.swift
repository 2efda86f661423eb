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

  private let pointer: OpaquePointer
  private let path: String
  private let map: MapSize
  private let gate = TransactionGate()

  /// Held until the environment has been closed: this is released after `deinit` has run.
  private let claim: OpenLedgers.Claim?

  /// Opens the file, creating it where access is for writing and it is missing.
  ///
  /// Reserves the address space that the map asks for, or as many halves less as it takes to fit.
  /// Read-ahead stays on: replay, verification and export read in order, and they are what reads
  /// much.
  ///
  /// - Parameter claim: the right to have the file open; `nil` for one that nobody knows yet.
  init(
    file path: String, access: Access, map: MapSize, claim: OpenLedgers.Claim?
  ) throws(EventStoreError) {
    let flags =
      switch access {
      case .writing: MDB_NOSUBDIR | MDB_NOTLS
      case .reading: MDB_NOSUBDIR | MDB_NOTLS | MDB_RDONLY
      case .readingAlone: MDB_NOSUBDIR | MDB_NOTLS | MDB_RDONLY | MDB_NOLOCK
      }
    var mapSize = map.reserved
    while true {
      var environment: OpaquePointer?
      var code = unsafe mdb_env_create(&environment)
      guard code == 0, let environment = unsafe environment else {
        throw EventStoreError(lmdb: code, "prepare to open \(path)")
      }
      unsafe mdb_env_set_maxdbs(environment, 64)
      unsafe mdb_env_set_maxreaders(environment, 510)
      unsafe mdb_env_set_mapsize(environment, mapSize)
      code = unsafe mdb_env_open(environment, path, UInt32(flags), 0o600)
      if code == 0 {
        unsafe LMDBEnvironment.keepFromChildren(environment)
        unsafe pointer = environment
        self.path = path
        self.map = map
        self.claim = claim
        return
      }
      unsafe mdb_env_close(environment)
      guard code == ENOMEM, mapSize > MapSize.least else {
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

  /// How much address space the map takes.
  var mapByteCount: Int {
    var info = unsafe MDB_envinfo()
    unsafe mdb_env_info(pointer, &info)
    return unsafe info.me_mapsize
  }

  /// Begins a transaction. A writing one waits for the environment's other writer, and must end on
  /// the thread where it began.
  ///
  /// Where another process has made the journal larger than this one's map, the map follows, once
  /// the transactions that are open here have ended.
  func begin(writing: Bool) throws(EventStoreError) -> LMDBTransaction {
    let thread = TransactionGate.thread
    var hasClearedReaders = false
    while true {
      var transaction: OpaquePointer?
      gate.enter(thread)
      let code = unsafe mdb_txn_begin(
        pointer, nil, writing ? 0 : UInt32(MDB_RDONLY), &transaction)
      if code == 0, let transaction = unsafe transaction {
        return unsafe LMDBTransaction(transaction, in: self, path: path, thread: thread)
      }
      gate.leave(thread)
      switch code {
      case MDB_MAP_RESIZED where try moveMap(to: 0, thread): continue
      case MDB_READERS_FULL where !hasClearedReaders:
        hasClearedReaders = true
        try clearStaleReaders()
      default:
        throw EventStoreError(lmdb: code, "begin to \(writing ? "write" : "read") \(path)")
      }
    }
  }

  /// Notes that a transaction of this thread has ended.
  func ended(_ thread: UInt) { gate.leave(thread) }

  /// Reserves more address space, when the map is full. Waits for the transactions that are open
  /// in this process; other processes follow by themselves.
  ///
  /// Throws `outOfMemory` where there is no address space, or where the calling thread itself has
  /// a transaction open.
  func growMap() throws(EventStoreError) {
    let size = mapByteCount
    guard try moveMap(to: size + map.step(from: size), TransactionGate.thread) else {
      throw EventStoreError(
        .outOfMemory,
        "The journal \(path) has to be given more address space, and cannot be while the snapshot "
          + "lasts from which it is appended to. Append outside of it.")
    }
  }

  /// Moves the map while nobody uses it; to a size of 0, to the one that the file asks for.
  ///
  /// - Returns: `false` where the calling thread itself has a transaction open.
  private func moveMap(to size: Int, _ thread: UInt) throws(EventStoreError) -> Bool {
    let before = mapByteCount
    var code: Int32 = 0
    let hasMoved = gate.alone(thread) {
      code = unsafe mdb_env_set_mapsize(pointer, size)
      // LMDB has given the old map up by then.
      if code == ENOMEM { _ = unsafe mdb_env_set_mapsize(pointer, before) }
    }
    guard code == 0 else { throw EventStoreError(lmdb: code, "reserve address space for \(path)") }
    return hasMoved
  }

  /// Writes a copy of the journal as it is now to an open file, without its unused pages, while
  /// it may be appended to. Not synced.
  func copy(to descriptor: Int32) throws(EventStoreError) {
    let thread = TransactionGate.thread
    gate.enter(thread)
    defer { gate.leave(thread) }
    let code = unsafe mdb_env_copyfd2(pointer, descriptor, UInt32(MDB_CP_COMPACT))
    guard code == 0 else { throw EventStoreError(lmdb: code, "copy \(path)") }
  }
}
