import Daybook
import Foundation
import Testing

/// Verifying, backing up, restoring and going on in a new journal.
@Suite struct KeepingTests {
  private static let pay = [
    Sample.open("c", reference: "order-1"), Sample.frame("c", "buttonPressed"),
    Sample.complete("c", "pending", id: "txn_1"),
  ]

  /// A path where nothing is, cleaned up after.
  private func withPath<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-tests-\(UUID().uuidString)").path
    defer { do { try FileManager.default.removeItem(atPath: path) } catch {} }
    return try await body(path)
  }

  private func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test func `a ledger is verified while it is recorded in`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      _ = try await ledger.record(KeepingTests.pay)
      async let later = ledger.record((0..<50).map { Sample.redirect("n=\($0)") })
      let found = try await ledger.verify(expecting: [try await ledger.checkpoint()])
      _ = try await later
      #expect(found.isClean)
      #expect(found.recordCount >= 4)
      let size = try await ledger.head().size
      #expect(try await ledger.verify().recordCount == size)
    }
  }

  @Test func `a changed byte is found with its position and kind`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { _ = try await $0.record(KeepingTests.pay) }
    var bytes = try Data(contentsOf: ledger.url("journal.mdb"))
    let word = try #require(bytes.range(of: Data("\"id\":\"txn_1\"".utf8), options: .backwards))
    bytes[word.upperBound - 2] ^= 1
    try bytes.write(to: ledger.url("journal.mdb"))
    let found = try await Ledger.verify(at: ledger.path)
    #expect(found.findings.first?.kind == .editedRecord)
    #expect(found.findings.first?.position == Position(3))
    #expect(found.findings.first?.origin == found.journals.first?.origin)
  }

  @Test func `a backup made while recording is a whole ledger without keys`() async throws {
    let ledger = try TemporaryLedger()
    try await withPath { path in
      let size = try await ledger.with { ledger in
        _ = try await ledger.record(KeepingTests.pay)
        let size = try await ledger.head().size
        let writing = Task {
          for number in 0..<100 { _ = try await ledger.record(Sample.redirect("n=\(number)")) }
        }
        let found = try await ledger.backUp(to: path)
        try await writing.value
        #expect(found.isClean)
        return size
      }
      #expect(try names(in: path) == ["journal.mdb"])
      let head = try await Ledger.with(at: path, for: .reading) { ledger in
        // The redirects that were recorded meanwhile may be in it too, behind the payment.
        let found = try await ledger.fetch(.transactions())
        #expect(found.first?.status == .pending)
        return try await ledger.head()
      }
      #expect(head.size >= size)
    }
  }

  @Test func `nothing that is there is overwritten`() async throws {
    let ledger = try TemporaryLedger()
    try await withPath { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path + "/file"))
      try await ledger.with { ledger in
        #expect(await code { try await ledger.backUp(to: path) } == .alreadyExists)
        #expect(await code { try await ledger.backUp(to: path + "/file") } == .alreadyExists)
      }
      for target in [path, path + "/file", ledger.path] {
        let refused = await code { try await Ledger.restore(from: ledger.path, to: target) }
        #expect(refused == .alreadyExists)
      }
      #expect(try names(in: path) == ["file"])
    }
  }

  @Test func `what is no ledger, or one in use, is not restored`() async throws {
    let ledger = try TemporaryLedger()
    try await withPath { path in
      try await ledger.with { _ in
        let refused = await code { try await Ledger.restore(from: ledger.path, to: path) }
        #expect(refused == .alreadyOpen)
      }
      let refused = await code { try await Ledger.restore(from: path + "/nowhere", to: path) }
      #expect(refused == .notALedger)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `a restored ledger answers as before, and names the way on where it has no keys`()
    async throws
  {
    let ledger = try TemporaryLedger()
    let (kept, before) = try await ledger.with { ledger in
      _ = try await ledger.record(KeepingTests.pay)
      return (try await ledger.checkpoint(), try await ledger.fetch(.transactions()))
    }
    try await withPath { backup in
      try await ledger.with(.reading) { _ = try await $0.backUp(to: backup) }
      try await withPath { path in
        try await Ledger.restore(from: backup, to: path, expecting: [kept])
        #expect(try names(in: path) == ["journal.mdb"])
        let after = try await Ledger.with(at: path, for: .reading) { ledger in
          try await ledger.fetch(.transactions())
        }
        #expect(after.map(\.name) == before.map(\.name))
        #expect(after.map(\.status) == before.map(\.status))
        do throws(LedgerError) {
          _ = try await Ledger.open(at: path)
          Issue.record("A ledger without keys was opened for writing.")
        } catch {
          #expect(error.code == .keys)
          #expect(error.message.contains("daybook reorigin"))
        }
        #expect(try await Ledger.verify(at: path).isClean)
      }
    }
  }

  @Test func `a damaged backup, or one cut short, is not restored, and nothing is left`()
    async throws
  {
    let ledger = try TemporaryLedger()
    try await ledger.with { _ = try await $0.record(KeepingTests.pay) }
    let later = try await ledger.with { try await $0.checkpoint() }
    try await withPath { backup in
      try await ledger.with(.reading) { _ = try await $0.backUp(to: backup) }
      let file = URL(fileURLWithPath: backup + "/journal.mdb")
      let whole = try Data(contentsOf: file)
      let word = try #require(whole.range(of: Data("txn_1".utf8)))
      var edited = whole
      edited[word.lowerBound] ^= 1
      try await withPath { path in
        for bytes in [edited, whole.prefix(whole.count - 4096), whole.prefix(100), Data()] {
          try bytes.write(to: file)
          let refused = await code { try await Ledger.restore(from: backup, to: path) }
          #expect(refused == .corrupted)
          #expect(try names(in: path) == [])
        }
        try whole.write(to: file)
        let newer = try await ledger.with { try await $0.checkpoint() }
        #expect(later.text != newer.text)
        let refused = await code {
          try await Ledger.restore(from: backup, to: path, expecting: [newer])
        }
        #expect(refused == .corrupted)
        // What an interrupted copy left is no obstacle.
        try Data("half".utf8).write(to: URL(fileURLWithPath: path + "/journal.mdb.new"))
        try FileManager.default.createDirectory(
          atPath: path + "/restore.new", withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(fileURLWithPath: path + "/restore.new/journal.mdb"))
        try await Ledger.restore(from: backup, to: path)
        #expect(try names(in: path) == ["journal.mdb"])
      }
    }
  }

  @Test func `a ledger without keys goes on in a new journal, and what is derived spans both`()
    async throws
  {
    let ledger = try TemporaryLedger()
    let old = try await ledger.with { ledger in
      _ = try await ledger.record(KeepingTests.pay)
      return ledger.origin
    }
    let frozen = try await ledger.with(.reading) { try await $0.head() }
    try FileManager.default.removeItem(at: ledger.url("keys"))
    let new = try await Ledger.reorigin(at: ledger.path)
    #expect(new != old)
    try await ledger.with { ledger in
      #expect(ledger.origins == [old, new])
      #expect(ledger.origin == new)
      #expect(ledger.verifierKey.name == "daybook/\(new)")
      _ = try await ledger.record(Sample.redirect("success=true&transaction_id=tx_2"))
      let found = try await ledger.fetch(.transactions())
      #expect(found.count == 2)
      #expect(found[0].name.origin == old)
      #expect(found[1].name.origin == new)
      let records = try await ledger.events(limit: 10)
      #expect(
        records.map(\.event.type) == ["daybook.continued", "daybook.started", "monei.redirect"])
      let first = try #require(
        try JSONSerialization.jsonObject(with: Data(records[0].record)) as? [String: Any])
      let data = try #require(first["data"] as? [String: Any])
      #expect(data["origin"] as? String == old.description)
      #expect(data["source"] as? String == "daybook/\(old)")
      #expect(data["size"] as? Int == Int(frozen.size))
      #expect(data["root"] as? String == frozen.root.description)
      let checkpoint = try SignedCheckpoint(try #require(data["checkpoint"] as? String))
      #expect(checkpoint.checkpoint.head == frozen)
      #expect(try await ledger.events(of: old, limit: 100).count == Int(frozen.size))
    }
    let reread = try await Ledger.verify(at: ledger.path)
    #expect(reread.isClean)
    #expect(reread.journals.map(\.origin) == [old, new])
    #expect(reread.journals.map(\.signedSize) == [frozen.size, 3])
    // Proofs of the frozen journal are made with what it had signed.
    try await ledger.with(.reading) { ledger in
      let event = EventName(origin: old, position: Position(2))
      let (proof, record) = try await ledger.proof(of: event)
      let key = try #require(VerifierKey(name: "daybook/\(old)", publicKey: proof.publicKey ?? []))
      #expect(Origin(publicKey: key.publicKey) == old)
      #expect(proof.verify(leafHash: MerkleHash.leafHash(of: record.span), key: key) == .valid)
    }
  }

  @Test func `with its keys a ledger signs the old journal's end and keeps the other keys`()
    async throws
  {
    let ledger = try TemporaryLedger()
    var named = Sample.open("c", reference: "order-1")
    named.person = "planted-person"
    let captures = [named] + KeepingTests.pay.dropFirst()
    try await ledger.with { _ = try await $0.record(captures) }
    func key(_ name: String) throws -> Data {
      try Data(contentsOf: ledger.url("keys/\(name).key"))
    }
    let before = try (key("signing"), key("fingerprint"), key("link"))
    let origin = try await Ledger.reorigin(at: ledger.path)
    #expect(try key("signing") != before.0)
    #expect(try key("fingerprint") == before.1)
    #expect(try key("link") == before.2)
    #expect(!FileManager.default.fileExists(atPath: ledger.url("keys/signing-next.key").path))
    try await ledger.with { ledger in
      #expect(ledger.origin == origin)
      let found = try await ledger.fetch(.transactions())
      #expect(found.first?.reference == "order-1")
      #expect(try await ledger.verify().isClean)
    }
    // And again: the journals add up.
    try await Ledger.reorigin(at: ledger.path)
    try await ledger.with { ledger in
      let reread = try await ledger.verify()
      #expect(reread.isClean)
      #expect(reread.journals.map(\.origin) == ledger.origins)
      #expect(ledger.origins.count == 3)
    }
  }

  @Test func `a new journal that was cut short before its key took its place is finished`()
    async throws
  {
    let ledger = try TemporaryLedger()
    try await ledger.with { _ = try await $0.record(KeepingTests.pay) }
    let old = try Data(contentsOf: ledger.url("keys/signing.key"))
    let origin = try await Ledger.reorigin(at: ledger.path)
    // As it is after the commit, before the keys changed places; and with the old key gone already.
    for isOldThere in [true, false] {
      let (current, next) = (
        ledger.url("keys/signing.key"), ledger.url("keys/signing-next.key")
      )
      try FileManager.default.moveItem(at: current, to: next)
      if isOldThere {
        try old.write(to: current)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o600], ofItemAtPath: current.path)
      }
      try await ledger.with { ledger in
        #expect(ledger.origin == origin)
        _ = try await ledger.record(Sample.redirect("n=1"))
      }
      #expect(!FileManager.default.fileExists(atPath: next.path))
      #expect(try Data(contentsOf: current) != old)
    }
    // A key that was made and never used is destroyed.
    let unused = ledger.url("keys/signing-next.key")
    try old.write(to: unused)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: unused.path)
    try await ledger.with { #expect($0.origin == origin) }
    #expect(!FileManager.default.fileExists(atPath: unused.path))
  }
}
