import Cryptography
import EventStore
import Foundation
import MerkleLog
import Testing

@Suite struct AppendTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `what was appended is read back, in order and without gaps`() throws {
    let store = try makeStore(at: directory("ledger"))
    let records = (0..<300).map(record)
    var given: [UInt64] = []
    var leaves: [Digest] = []
    for batch in [0..<1, 1..<3, 3..<300] {
      let (_, head) = try store.append { appending in
        for index in batch {
          given.append(appending.nextPosition.index)
          leaves.append(try appending.append(records[index]))
        }
      }
      #expect(head.size == UInt64(batch.upperBound))
      #expect(try store.head() == head)
    }
    #expect(given == Array(0..<300))
    #expect(try store.records() == records)
    try store.withSnapshot { snapshot in
      for index in [0, 1, 2, 149, 299] {
        let position = Position(UInt64(index))
        let found = try snapshot.withRecord(at: position) { record in
          record.indices.map { record[$0] }
        }
        #expect(found == records[index])
        #expect(try snapshot.leafHash(at: position) == leaves[index])
        #expect(leaves[index] == SHA256.hash(([0] + records[index]).span))
      }
      #expect(try snapshot.withRecord(at: Position(300)) { _ in true } == nil)
      #expect(try snapshot.leafHash(at: Position(300)) == nil)
    }
  }

  @Test func `the root is that of RFC 6962 after each append and after reopening`() throws {
    let path = directory("ledger")
    var store = try makeStore(at: path)
    var records: [[UInt8]] = []
    #expect(try store.head().root == naiveRoot([]))
    for number in 0..<200 {
      records.append(record(number))
      let head = try store.append([record(number)])
      #expect(head == TreeHead(size: UInt64(number + 1), root: naiveRoot(records[...])))
      if number % 40 == 12 {
        store.close()
        store = try EventLog.open(at: path, mode: .writing)
        #expect(try store.head() == head)
      }
    }
    store.close()
    let reader = try EventLog.open(at: path, mode: .reading)
    #expect(try reader.head().root == naiveRoot(records[...]))
    #expect(try reader.records() == records)
    // Every subtree that a row holds is the root over its leaves.
    try reader.withSnapshot { snapshot in
      for leaf in 0..<200 {
        for level in 0...(leaf + 1).trailingZeroBitCount {
          let node = try snapshot.nodeHash(endingAt: Position(UInt64(leaf)), level: level)
          #expect(node == naiveRoot(records[(leaf + 1 - (1 << level))...leaf]))
        }
      }
    }
  }

  @Test func `a body that throws leaves no trace`() throws {
    struct Refusal: Error {}
    let store = try makeStore(at: directory("ledger"))
    let before = try store.append((0..<5).map(record))
    #expect(throws: Refusal.self) {
      try store.append { appending in
        for number in 5..<50 { try appending.append(record(number)) }
        throw Refusal()
      }
    }
    #expect(try store.head() == before)
    #expect(try store.records() == (0..<5).map(record))
    let after = try store.append([record(5)])
    #expect(after.size == 6)
    #expect(after.root == naiveRoot((0..<6).map(record)[...]))
  }

  @Test func `a body that gives nothing changes nothing`() throws {
    let store = try makeStore(at: directory("ledger"))
    let before = try store.append([record(0)])
    let (answer, head) = try store.append { _ in 42 }
    #expect(answer == 42)
    #expect(head == before)
  }

  @Test func `a record over the limit is refused, alone`() throws {
    let store = try makeStore(at: directory("ledger"))
    let largest = [UInt8](repeating: 65, count: EventLog.recordByteLimit)
    let (_, head) = try store.append { appending in
      try appending.append(record(0))
      let message = expectError(.recordTooLarge) { try appending.append(largest + [65]) }
      #expect(message.contains("262145") && !message.contains("AAAA"))
      try appending.append(largest)
      try appending.append([UInt8]())
    }
    #expect(head.size == 3)
    #expect(try store.records() == [record(0), largest, []])
  }

  @Test func `a snapshot stays as it is while records are appended`() throws {
    let store = try makeStore(at: directory("ledger"))
    let before = try store.append((0..<10).map(record))
    try store.withSnapshot { snapshot in
      for number in 10..<60 { try store.append([record(number)]) }
      #expect(snapshot.head == before)
      var seen = 0
      let end = try snapshot.forEachRecord(from: Position(0)) { _, _ in
        seen += 1
        return true
      }
      #expect(seen == 10 && end == Position(10))
      #expect(try snapshot.withRecord(at: Position(10)) { _ in true } == nil)
      #expect(try store.head().size == 60)
    }
  }

  @Test func `records are gone through from, up to and as long as wanted`() throws {
    let store = try makeStore(at: directory("ledger"))
    try store.append((0..<100).map(record))
    func positions(
      _ scan: ((Position, Span<UInt8>) throws -> Bool) throws -> Position
    ) throws -> ([UInt64], UInt64) {
      var seen: [UInt64] = []
      let end = try scan { position, _ in
        seen.append(position.index)
        return position.index != 55
      }
      return (seen, end.index)
    }
    #expect(
      try positions { try store.scan(from: Position(3), upTo: Position(20), batch: 4, $0) }
        == (Array(3..<20), 20))
    #expect(
      try positions { try store.scan(from: Position(50), upTo: Position(90), batch: 3, $0) }
        == (Array(50...55), 56))
    #expect(
      try positions { try store.scan(from: Position(90), upTo: Position(500), $0) }
        == (Array(90..<100), 100))
    #expect(
      try positions { try store.scan(from: Position(100), upTo: Position(.max), $0) }
        == ([], 100))
    #expect(
      try positions { scan in
        try store.withSnapshot { try $0.forEachRecord(from: Position(7), limit: 2, scan) }
      } == ([7, 8], 9))
  }

  @Test func `more snapshots than there are places are refused, and none is lost`() throws {
    let store = try makeStore(at: directory("ledger"))
    func nest(_ depth: Int) throws {
      if depth > 0 { try store.withSnapshot { _ in try nest(depth - 1) } }
    }
    expectError(.tooManyReaders) { try nest(600) }
    try nest(400)
    #expect(try store.append([record(0)]).size == 1)
  }

  @Test func `appends from many threads line up`() throws {
    let store = try makeStore(at: directory("ledger"))
    DispatchQueue.concurrentPerform(iterations: 40) { number in
      do {
        try store.append([record(number)])
        _ = try store.records().count
      } catch {
        Issue.record(error)
      }
    }
    let records = try store.records()
    #expect(Set(records) == Set((0..<40).map(record)))
    #expect(try store.head().root == naiveRoot(records[...]))
  }

  @Test func `a store that only reads traps when it is to append`() async {
    await #expect(processExitsWith: .failure) { [path = directory("ledger") as String] in
      try makeStore(at: path).close()
      let store = try EventLog.open(at: path, mode: .reading)
      try store.append([[1]])
    }
  }
}
