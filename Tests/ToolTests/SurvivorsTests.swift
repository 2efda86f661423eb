import Cryptography
import Daybook
import EventStore
import Foundation
import MerkleLog
import Testing

@testable import DaybookCrashTest

/// The crash test can fail: each thing that it looks for is found where it is planted.
@Suite struct SurvivorsTests {
  private func record(_ id: Int, key: String? = nil) -> [UInt8] {
    let key = key.map { #","idempotencykey":"\#($0)""# } ?? ""
    return Array(#"{"specversion":"1.0","id":"\#(id)"\#(key)}"#.utf8)
  }

  private func leafHash(_ record: [UInt8]) -> Digest { MerkleHash.leafHash(of: record.span) }

  /// The head as the library computes it.
  private func head(_ records: [[UInt8]]) -> TreeHead {
    var range = CompactRange()
    var completed: [Digest] = []
    for record in records { range.append(leafHash(record), completing: &completed) }
    return range.head
  }

  private func look(
    _ survivors: inout Survivors, at records: [[UInt8]], _ head: TreeHead? = nil
  ) throws {
    try survivors.look { take in
      for (position, record) in records.enumerated() { try take(UInt64(position), record.span) }
      return head ?? self.head(records)
    }
  }

  /// Survivors of twenty records, each acknowledged.
  private func twenty() throws -> (survivors: Survivors, records: [[UInt8]]) {
    let records = (0..<20).map { record($0) }
    var survivors = Survivors()
    for (position, record) in records.enumerated() {
      try survivors.acknowledge(
        AcknowledgedRecord(position: UInt64(position), leafHash: leafHash(record)))
    }
    return (survivors, records)
  }

  private func expectViolation(_ words: String, _ body: () throws -> Void) {
    let violation = #expect(throws: Violation.self, performing: body)
    #expect(violation?.description.contains(words) == true, "\(violation?.description ?? "none")")
  }

  @Test func `whatever the size, what was appended is accepted and a wrong root is not`() throws {
    for count in 0..<70 {
      var survivors = Survivors()
      let records = (0..<count).map { record($0) }
      try look(&survivors, at: records)
      #expect(survivors.leaves == records.map(leafHash))
      let wrong = TreeHead(size: UInt64(count), root: leafHash([1]))
      expectViolation("root") { try look(&survivors, at: records, wrong) }
    }
  }

  @Test func `an acknowledged record that is missing or changed is found`() throws {
    var (survivors, records) = try twenty()
    let cut = Array(records.dropLast())
    expectViolation("position 19 was acknowledged, and 19") { try look(&survivors, at: cut) }
    var changed = records
    changed[7] += Array(" ".utf8)
    expectViolation("position 7 is not the ack") { try look(&survivors, at: changed) }
    try look(&survivors, at: records)
    // From now on they are known, and not even one that nobody was told of may change.
    records.append(record(20))
    try look(&survivors, at: records)
    changed = records
    changed[20] += Array(" ".utf8)
    expectViolation("position 20 was another") { try look(&survivors, at: changed) }
    expectViolation("21 records were there, now 20") {
      try look(&survivors, at: records.dropLast())
    }
  }

  @Test func `a gap, a wrong size and a wrong id are found`() throws {
    var survivors = Survivors()
    let records = (0..<3).map { record($0) }
    expectViolation("after 1 records comes position 2") {
      try survivors.look { take in
        for position in [0, 2] {
          let record = records[position]
          try take(UInt64(position), record.span)
        }
        return head(records)
      }
    }
    expectViolation("the head's size is 3, and 2") {
      try look(&survivors, at: Array(records.prefix(2)), head(records))
    }
    expectViolation("the id of the record at position 1") {
      try look(&survivors, at: [records[0], records[2]])
    }
    expectViolation("no object") { try look(&survivors, at: [Array("[]".utf8)]) }
    expectViolation("positions 0 and 1 hold one idempotency key") {
      try look(&survivors, at: [record(0, key: "a"), record(1, key: "a")])
    }
  }

  @Test func `a receipt that contradicts another is found`() throws {
    let first = AcknowledgedRecord(position: 3, leafHash: leafHash([3]), key: 9)
    var survivors = Survivors()
    try survivors.acknowledge(first)
    var second = first
    expectViolation("again as recorded") { try survivors.acknowledge(second) }
    second.verdict = .alreadyRecorded
    try survivors.acknowledge(second)
    second.position = 4
    expectViolation("at position 4") { try survivors.acknowledge(second) }
    second = first
    second.leafHash = leafHash([4])
    expectViolation("two leaf hashes") { try survivors.acknowledge(second) }
    second = AcknowledgedRecord(
      position: 5, leafHash: leafHash([5]), verdict: .conflicting, key: 10)
    expectViolation("conflict") { try survivors.acknowledge(second) }
  }

  /// The same through a real ledger on the disk, of which one byte is changed.
  @Test func `one changed byte of an acknowledged record is found in the file`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-crash-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Ledger.create(at: path)
    var survivors = Survivors()
    let record = try await Ledger.with(at: path) { ledger in
      for number in 0..<5 {
        for receipt in try await ledger.record(CaptureMaker.keyed(UInt64(number)).capture) {
          try survivors.acknowledge(AcknowledgedRecord(receipt, key: nil))
        }
      }
      return try await ledger.events(from: Position(2), limit: 1)[0].record
    }
    let intact = survivors
    try survivors.look(atLedger: path)
    #expect(survivors.leaves.count == survivors.acknowledged.count + 1)
    #expect(try survivors.compare(withDumpOf: path))

    let file = URL(fileURLWithPath: path + "/journal.mdb")
    var data = try Data(contentsOf: file)
    // Not every record stands in one piece on one page; this one is short.
    let place = try #require(data.range(of: Data(record)))
    data[place.upperBound - 3] ^= 1
    try data.write(to: file)
    expectViolation("another one before") { try survivors.look(atLedger: path) }
    expectViolation("mdb_dump reads other") { _ = try survivors.compare(withDumpOf: path) }
    var fresh = intact
    expectViolation("position 2 is ") { try fresh.look(atLedger: path) }
  }
}
