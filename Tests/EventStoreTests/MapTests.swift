import Cryptography
import Foundation
import MerkleLog
import Testing

@testable import EventStore

/// The map that grows where it could not be reserved large.
@Suite struct MapTests {
  static let map = MapSize(reserved: 1 << 20, step: 1 << 20)

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The goal: growth is nobody's error. Readers in this process and in another go on while the
  /// map, forced to 1 MiB, is moved twenty times and more.
  @Test func `the map grows under readers here and in another process, without an error`()
    async throws
  {
    let path = directory("ledger")
    try makeStore(at: path).close()
    async let elsewhere: Void = readElsewhere(path)
    while !FileManager.default.fileExists(atPath: path + "/reads") {
      try await Task.sleep(for: .milliseconds(1))
    }
    let store = try EventLog.open(at: path, mode: .writing, map: MapTests.map)
    let readers = (0..<3).map { _ in
      ThreadWork { isCancelled in
        repeat { try read(store) } while !isCancelled()
      }
    }
    // 30 MiB of records in commits of 400 kB: the map is moved at least 20 times.
    let batches = 75
    let writer = ThreadWork { _ in
      let large = [UInt8](repeating: 66, count: 200_000)
      for number in 0..<batches { try store.append([large, record(number), large]) }
    }
    try await writer.value()
    #expect(store.mapByteCount >= 21 << 20)
    for reader in readers {
      reader.cancel()
      try await reader.value()
    }
    try mark(path + "/stop")
    try await elsewhere
    let records = try store.records()
    #expect(records.count == 3 * batches)
    #expect(try store.head().root == naiveRoot(records[...]))
  }

  @Test func `an append from within a snapshot cannot move the map, says so, and keeps nothing`()
    throws
  {
    let path = directory("ledger")
    try makeStore(at: path).close()
    let store = try EventLog.open(at: path, mode: .writing, map: MapTests.map)
    let large = [UInt8](repeating: 66, count: 250_000)
    try store.append([record(0)])
    try store.withSnapshot { _ in
      let message = expectError(.outOfMemory) {
        try store.append([large, large, large, large, large])
      }
      #expect(message.contains("snapshot"))
    }
    #expect(try store.append([large, large, large, large, large]).size == 6)
  }

  @Test func `a key that came in a commit that had to be written again is there once`() throws {
    let path = directory("ledger")
    try makeStore(at: path).close()
    let store = try EventLog.open(at: path, mode: .writing, map: MapTests.map)
    let large = [UInt8](repeating: 66, count: 250_000)
    let keyed = KeyedContent(key: fingerprint(1), content: fingerprint(2))
    let (_, head) = try store.append { appending in
      _ = try appending.match(keyed)
      for _ in 0..<8 { try appending.append(large) }
      appending.noteKey(keyed, at: Position(0))
    }
    #expect(head.size == 8)
    let (match, _) = try store.append { try $0.match(keyed) }
    #expect(match == .recorded(JournalPosition(journal: 1, position: Position(0))))
  }

  private func readElsewhere(_ path: String) async throws {
    await #expect(processExitsWith: .success) { [path] in
      let reader = try EventLog.open(at: path, mode: .reading, map: MapTests.map)
      var largest: UInt64 = 0
      while !FileManager.default.fileExists(atPath: path + "/stop") {
        try read(reader)
        largest = max(largest, try reader.head().size)
        try mark(path + "/reads")
      }
      try read(reader)
      #expect(try reader.head().size > 0)
    }
  }
}

/// Reads all there is, and holds what it reads against what it must be.
private func read(_ store: EventLog) throws {
  let head = try store.head()
  var count: UInt64 = 0
  try store.scan(from: Position(0), upTo: Position(head.size), batch: 16) { position, bytes in
    #expect(position.index == count)
    #expect(bytes.count == 200_000 && bytes[199_999] == 66 || position.index % 3 == 1)
    count += 1
    return true
  }
  #expect(count == head.size)
}

/// Makes a file that another process waits for.
private func mark(_ path: String) throws { try Data().write(to: URL(filePath: path)) }

/// Work on a thread of its own: a test that waits would hold one of the few that all tests share.
private struct ThreadWork: Sendable {
  private let task: Task<Void, any Error>
  private let flag = Lock(false)

  init(_ body: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Void) {
    let flag = flag
    task = Task {
      try await withCheckedThrowingContinuation { continuation in
        Thread {
          continuation.resume(with: Result { try body { flag.withLock { $0 } } })
        }.start()
      }
    }
  }

  func cancel() { flag.withLock { $0 = true } }
  func value() async throws { try await task.value }
}
