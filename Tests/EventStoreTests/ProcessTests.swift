import EventStore
import Foundation
import MerkleLog
import Testing

/// What several processes, or one that dies, do to a ledger.
@Suite struct ProcessTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `while another process writes, one may read and none may write`() throws {
    try makeStore(at: directory("ledger")).close()
    let helper = try Helper(
      "exec 9<>'\(directory("ledger/writer.lock"))'; flock -n 9 && echo locked; cat")
    #expect(helper.line() == "locked\n")
    let before = try listing(directory.path)
    let message = expectError(.lockedByAnotherProcess) {
      _ = try EventLog.open(at: directory("ledger"), mode: .writing)
    }
    #expect(message.contains("for reading"))
    #expect(try listing(directory.path) == before)
    #expect(try EventLog.open(at: directory("ledger"), mode: .reading).head().size == 0)
    try helper.end()
    #expect(try makeStoreAgain().append([record(0)]).size == 1)
  }

  private func makeStoreAgain() throws -> EventLog {
    try EventLog.open(at: directory("ledger"), mode: .writing)
  }

  @Test func `a reader in another process sees what a writer appends`() async throws {
    let store = try makeStore(at: directory("ledger"))
    try store.append((0..<20).map(record))
    await #expect(processExitsWith: .success) { [path = directory("ledger") as String] in
      let reader = try EventLog.open(at: path, mode: .reading)
      #expect(try reader.records() == (0..<20).map(record))
      expectError(.lockedByAnotherProcess) { _ = try makeWriter(path, reader) }
    }
    #expect(try store.append([record(20)]).size == 21)
  }

  /// The goal: nothing acknowledged is lost and nothing half done is kept when a process dies. A
  /// child appends batches as fast as it can and notes each that was acknowledged, until a thread
  /// of its own kills it at some moment; the same ledger goes through several deaths.
  @Test func `a killed process keeps what was acknowledged, and whole batches only`() async throws {
    try makeStore(at: directory("ledger")).close()
    for _ in 0..<4 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = directory("ledger") as String, notes = directory("acknowledged") as String] in
        let store = try EventLog.open(at: path, mode: .writing)
        var size = Int(try store.head().size)
        Thread.detachNewThread {
          usleep(UInt32.random(in: 5_000...60_000))
          kill(getpid(), SIGKILL)
        }
        while true {
          size = Int(try store.append([record(size), record(size + 1), record(size + 2)]).size)
          try Data("\(size)".utf8).write(to: URL(filePath: notes))
        }
      }
      let notes = String(
        decoding: FileManager.default.contents(atPath: directory("acknowledged")) ?? Data("0".utf8),
        as: UTF8.self)
      // The note of the last batch may have been cut short, as an empty file; not the ledger.
      let acknowledged = Int(notes) ?? 0
      let store = try EventLog.open(at: directory("ledger"), mode: .writing)
      let size = Int(try store.head().size)
      #expect(size >= acknowledged && size % 3 == 0)
      let records = try store.records()
      #expect(records == (0..<size).map(record))
      #expect(try store.head().root == naiveRoot(records[...]))
    }
  }

  @Test func `the place of a reader that died is cleared at opening`() async throws {
    try makeStore(at: directory("ledger")).close()
    for _ in 0..<3 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory("ledger") as String] in
        let store = try EventLog.open(at: path, mode: .reading)
        try store.withSnapshot { _ in _ = kill(getpid(), SIGKILL) }
      }
    }
    let store = try makeStoreAgain()
    for number in 0..<200 { try store.append([record(number)]) }
    // Had the snapshots stayed, no page could have been reused since.
    let size = try FileManager.default.attributesOfItem(atPath: directory("ledger/journal.mdb"))
    #expect((size[.size] as? Int).map { $0 < 1_000_000 } == true)
  }

  /// The goal: a commit that fails when its page of roots is written has an unknown outcome, and
  /// is not the end of the store. The descriptor that LMDB writes that page through, the one
  /// opened for synchronous writing, is made read-only under it.
  @Test func `after a commit of unknown outcome the store reads the truth and goes on`()
    async throws
  {
    try makeStore(at: directory("ledger")).close()
    await #expect(processExitsWith: .success) { [path = directory("ledger") as String] in
      let store = try EventLog.open(at: path, mode: .writing)
      try store.append((0..<5).map(record))
      try breakDescriptor(of: path + "/journal.mdb", synchronous: true)
      let message = expectError(.outcomeUnknown) { try store.append([record(5)]) }
      #expect(message.contains("not known"))
      try store.withSnapshot { #expect($0.head.size >= 5) }
      let size = Int(try store.append([record(6)]).size)
      #expect(size == 6 || size == 7)
      let records = try store.records()
      #expect(records == (size == 6 ? [0, 1, 2, 3, 4, 6] : [0, 1, 2, 3, 4, 5, 6]).map(record))
      #expect(try store.head().root == naiveRoot(records[...]))
    }
  }

  @Test func `a store is not opened anew under a snapshot of the broken environment`() async throws
  {
    try makeStore(at: directory("ledger")).close()
    await #expect(processExitsWith: .success) { [path = directory("ledger") as String] in
      let store = try EventLog.open(at: path, mode: .writing)
      try store.append([record(0)])
      try breakDescriptor(of: path + "/journal.mdb", synchronous: true)
      try store.withSnapshot { snapshot in
        expectError(.outcomeUnknown) { try store.append([record(1)]) }
        let message = expectError(.outcomeUnknown) { try store.append([record(1)]) }
        #expect(message.contains("snapshots"))
        let count = try snapshot.withRecord(at: Position(0)) { $0.count }
        #expect(count == record(0).count)
      }
      #expect(try store.append([record(2)]).size >= 2)
    }
  }

  @Test func `a write that fails before the commit counts keeps nothing and says so`() async throws
  {
    try makeStore(at: directory("ledger")).close()
    await #expect(processExitsWith: .success) { [path = directory("ledger") as String] in
      let store = try EventLog.open(at: path, mode: .writing)
      let before = try store.append([record(0)])
      try breakDescriptor(of: path + "/journal.mdb", synchronous: false)
      for _ in 0..<2 { expectError(.inputOutput) { try store.append([record(1)]) } }
      #expect(try store.head() == before)
      store.close()
      let again = try EventLog.open(at: path, mode: .writing)
      #expect(try again.append([record(1)]).root == naiveRoot([record(0), record(1)]))
    }
  }

  @Test func `a process that is short of address space opens a smaller map`() async throws {
    try makeStore(at: directory("ledger")).close()
    await #expect(processExitsWith: .success) { [path = directory("ledger") as String] in
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let used = try #require(pages.split(separator: " ").first.flatMap { UInt($0) })
      // A sanitizer has terabytes reserved and does not survive a limit.
      guard used * 4096 < 1 << 40 else { return }
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      limit.rlim_cur = used * 4096 + 2 << 30
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      let store = try EventLog.open(at: path, mode: .writing)
      #expect(try store.append((0..<100).map(record)).size == 100)
    }
  }

  /// A limit on the size of files stands in for a full disk where nothing may be mounted.
  @Test func `a file that may not grow is a full disk, and not the end of the store`() async throws
  {
    try makeStore(at: directory("ledger")).close()
    await #expect(processExitsWith: .success) { [path = directory("ledger") as String] in
      let store = try EventLog.open(at: path, mode: .writing)
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      limit.rlim_cur = 400_000
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let kept = try fill(store)
      #expect(kept > 100)
      limit.rlim_cur = limit.rlim_max
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      try expectIntact(store, kept)
    }
  }
}

/// Opens the ledger for writing once the reader is closed.
private func makeWriter(_ path: String, _ reader: EventLog) throws -> EventLog {
  reader.close()
  return try EventLog.open(at: path, mode: .writing)
}

/// Makes the descriptor unable to write through which LMDB writes meta pages, if synchronous, or
/// all other pages.
private func breakDescriptor(of path: String, synchronous: Bool) throws {
  let real = URL(filePath: path).resolvingSymlinksInPath().path
  var count = 0
  for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
    guard let descriptor = Int32(name) else { continue }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY, (flags & O_DSYNC != 0) == synchronous else {
      continue
    }
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
    guard target == real else { continue }
    let broken = unsafe open(path, O_RDONLY)
    #expect(dup2(broken, descriptor) == descriptor)
    close(broken)
    count += 1
  }
  #expect(count == 1)
}

/// Appends until the disk is full; returns the number of records that were acknowledged.
func fill(_ store: EventLog) throws -> Int {
  var kept = Int(try store.head().size)
  let message = expectError(.outOfDiskSpace) {
    while kept < 100_000 {
      kept = Int(try store.append([record(kept), record(kept + 1)]).size)
    }
  }
  #expect(message.contains("Make room"))
  return kept
}

/// All that was acknowledged is there, and appends work.
func expectIntact(_ store: EventLog, _ kept: Int) throws {
  #expect(try store.head().size == UInt64(kept))
  #expect(try store.records() == (0..<kept).map(record))
  #expect(try store.append([record(kept)]).size == UInt64(kept + 1))
  #expect(try store.head().root == naiveRoot((0...kept).map(record)[...]))
}
