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

  @Test func `a pipe, a folder or a link in the journal's place is no ledger, and nobody waits`()
    throws
  {
    let path = directory("ledger")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let makers: [(String) throws -> Void] = [
      { #expect(unsafe mkfifo($0, 0o600) == 0) },
      { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) },
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/dev/zero") },
    ]
    for make in makers {
      try make(path + "/journal.mdb")
      expectError(.notALedger) {
        _ = try Audit(of: path, inspect: SampleStore.inspect).run()
      }
      expectError(.notALedger) { _ = try EventLog.open(at: path, mode: .reading) }
      expectError(.notALedger) {
        try EventLog.restore(from: path, to: directory("restored")) { _ in }
      }
      try FileManager.default.removeItem(atPath: path + "/journal.mdb")
    }
  }

  @Test func `a changed bit is found in any of several journals`() throws {
    let sample = try SampleStore.make(at: directory("ledger"))
    let privateKey = [UInt8](repeating: 8, count: 32)
    let publicKey = try Ed25519.publicKey(of: privateKey)
    let log = try EventLog.open(at: sample.path, mode: .writing)
    let source = log.source(of: publicKey)
    let empty = try SignedCheckpoint.sign(
      TreeHead(size: 0, root: MerkleHash.emptyRoot), source: source, privateKey: privateKey)
    try log.beginJournal(
      publicKey: publicKey, checkpoint: Array(empty.text.utf8), first: SampleStore.record(0, nil))
    log.close()
    let next = try EventLog.open(at: sample.path, mode: .writing)
    #expect(next.journals.map(\.number) == [1, 2])
    _ = try next.append { appending in
      for number in 1..<40 { _ = try appending.append(SampleStore.record(number, nil).span) }
    }
    next.close()
    let whole = try sample.audit()
    #expect(whole.findings == [])
    #expect(whole.journals.map(\.head.size) == [400, 40])

    let live = try LiveBytes(of: sample.path + "/journal.mdb")
    let bytes = try Data(contentsOf: URL(filePath: sample.path + "/journal.mdb"))
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = Randomness(seed: seed)
    for _ in 0..<300 {
      let (offset, owner) = live.byte(Int.random(in: 0..<live.byteCount, using: &random))
      var changed = bytes
      changed[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try changed.write(to: URL(filePath: sample.path + "/journal.mdb"))
      let report = try sample.audit()
      #expect(!report.findings.isEmpty, "offset \(offset), \(owner)")
    }
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
