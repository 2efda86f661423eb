import Cryptography
import Foundation
import MerkleLog
import Testing

@testable import EventStore

/// What an audit says of ledgers that nobody damaged, and of those that outgrew a checkpoint.
@Suite struct AuditTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a ledger as it was written has no finding, and is signed to its last checkpoint`()
    throws
  {
    let sample = try SampleStore.make(at: directory("ledger"))
    let report = try sample.audit(expecting: [sample.checkpoint])
    #expect(report.findings == [])
    #expect(report.recordCount == UInt64(SampleStore.count))
    #expect(report.journals.map(\.signedSize) == [400])
    #expect(report.journals.first?.head == sample.checkpoint.checkpoint.head)
  }

  @Test func `an empty ledger has no finding`() throws {
    let publicKey = try Ed25519.publicKey(of: SampleStore.privateKey)
    let source = "daybook/\(Origin(publicKey: publicKey))"
    let head = TreeHead(size: 0, root: MerkleHash.emptyRoot)
    let empty = try SampleStore.sign(head, source)
    try EventLog.create(
      at: directory("ledger"), source: "daybook", publicKey: publicKey,
      checkpoint: Array(empty.text.utf8))
    let report = try Audit(of: directory("ledger"), inspect: SampleStore.inspect).run()
    #expect(report.findings == [])
    #expect(report.journals.map(\.signedSize) == [0])
  }

  @Test func `an audit changes nothing, and makes no file`() throws {
    let sample = try SampleStore.make(at: directory("ledger"))
    try FileManager.default.removeItem(atPath: directory("ledger/journal.mdb-lock"))
    let before = try listing(directory("ledger"))
    _ = try sample.audit()
    #expect(try listing(directory("ledger")) == before)
  }

  @Test func `a ledger that grew in every way that LMDB knows has no finding`() throws {
    let path = directory("ledger")
    try makeStore(at: path).close()
    var count = 0
    for seed in 0..<6 {
      let map = seed % 2 == 0 ? MapSize.large : MapTests.map
      let log = try EventLog.open(at: path, mode: .writing, map: map)
      for round in 0..<(30 + 40 * seed) {
        let sizes = [1, 1, 3, 700, 2000, 2040, 4072, 9000, 100_000]
        let size = sizes[(round * 7 + seed) % sizes.count]
        let (_, _) = try log.append { appending in
          for _ in 0..<(round % 5 + 1) {
            try appending.append(Array("\(count) ".utf8) + [UInt8](repeating: 1, count: size))
            count += 1
          }
        }
      }
      log.close()
      let report = try Audit(of: path, inspect: SampleStore.inspect).run()
      let others = report.findings.filter { $0.kind != .badSignature }
      #expect(others == [], "after \(count) records")
      #expect(report.recordCount == UInt64(count))
    }
  }

  @Test func `what grows while it is audited, here or in another process, is no finding`()
    async throws
  {
    let sample = try SampleStore.make(at: directory("ledger"))
    await #expect(processExitsWith: .success) { [path = directory("ledger") as String] in
      let log = try EventLog.open(at: path, mode: .writing)
      DispatchQueue.concurrentPerform(iterations: 2) { worker in
        do {
          for number in 0..<60 where worker == 0 {
            try log.append([Array("\(SampleStore.count + number) ".utf8)])
          }
          for _ in 0..<20 where worker == 1 {
            let audit = Audit(of: path, inspect: SampleStore.inspect)
            #expect(try audit.run(within: log).findings == [])
            expectError(.alreadyOpen) { _ = try audit.run() }
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(try sample.audit().recordCount == UInt64(SampleStore.count + 60))
  }
}
