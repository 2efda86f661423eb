import Daybook
import Foundation
import Testing

/// The promises of a ledger, through its public face.
@Suite struct LedgerTests {
  private static let day = [
    Sample.open("c", reference: "order-1"), Sample.frame("c", "buttonPressed"),
    Sample.complete("c", "pending", id: "txn_1"), Sample.request("p", order: "o-1"),
    Sample.redirect("success=true&transaction_id=tx_1"),
  ]

  @Test func `a receipt names the place, the type and the leaf of each record`() async throws {
    let ledger = try TemporaryLedger()
    let outcomes = try await ledger.with { try await $0.record(LedgerTests.day) }
    let receipts = outcomes.flatMap(\.receipts)
    #expect(receipts.map(\.event.position.index) == [1, 2, 3, 4, 5])
    #expect(receipts.allSatisfy { $0.durability == .synced && !$0.keptLengthsOnly })
    #expect(receipts.map(\.channel?.index) == [1, 1, 1, 4, nil])
    let records = try await ledger.with(.reading) { try await $0.events(limit: 100) }
    for (receipt, record) in zip(receipts, records.dropFirst()) {
      #expect(receipt.type == record.event.type)
    }
    #expect(records.first?.event.type == "daybook.started")
  }

  @Test func `deleting the projections or the keys changes no status`() async throws {
    let ledger = try TemporaryLedger()
    _ = try await ledger.with { try await $0.record(LedgerTests.day) }
    func answers() async throws -> [[String]] {
      try await ledger.with(.reading) { try await $0.fetch(.transactions()) }.map {
        [$0.name.description, $0.status.rawValue, $0.money.rawValue, "\($0.attempts.count)"]
      }
    }
    let before = try await answers()
    #expect(before.map { $0[1] } == ["pending", "completed"])
    try ledger.deleteProjections()
    #expect(try await answers() == before)
    try FileManager.default.removeItem(at: ledger.url("keys"))
    #expect(try await answers() == before)
    try ledger.deleteProjections()
    #expect(try await answers() == before)
    await #expect(throws: LedgerError.self) { _ = try await Ledger.open(at: ledger.path) }
  }

  @Test func `nothing that was planted as a secret is on the disk`() async throws {
    let ledger = try TemporaryLedger()
    let secrets = [
      "planted-client-token", "planted-signature", "planted-challenge", "planted-reason",
      "planted-unknown-name", "planted-unknown-value", "planted-pos-token", "planted-customer",
      "planted-order", "planted-person", "4111111111111111", "4111 1111 1111 1111", "eyJhbGciOi",
    ]
    var opened = Sample.open(
      "c", reference: "planted-order",
      parameters: """
        {"clientToken":"planted-client-token","signature":"planted-signature",\
        "externalTransactionId":"planted-order","planted-unknown-name":"planted-unknown-value"}
        """)
    opened.person = "planted-person"
    let bodies = [
      ("complete", #"{"transaction":{"status":"failed","failureReason":"planted-reason"}}"#),
      ("complete", #"{"transaction":{"id":"4111111111111111","status":"completed"}}"#),
      ("complete", #"{"transaction":{"id":"4111 1111 1111 1111","status":"completed"}}"#),
      ("complete", #"{"transaction":{"id":4111111111111111,"status":"completed"}}"#),
      ("complete", #"{"transaction":{"id":"eyJhbGciOiJIUzI1NiJ9.e30.x","status":"pending"}}"#),
      ("challenge", #"{"kind":"frame","url":"https://a.b/c?challengeToken=planted-challenge"}"#),
      ("setQuote", #"{"quote":{"signature":"planted-signature"}}"#),
      ("planted-unknown-name", #"{"planted-unknown-name":["planted-unknown-value"]}"#),
      ("error", #"{"code":"planted reason","message":"planted-reason"}"#),
    ]
    let redirect = Sample.redirect(
      "success=true&transaction_id=tx&planted-unknown-name=planted-unknown-value"
        + "&status_message=planted-reason&masked_card_number=4111111111111111#planted-unknown-value"
    )
    let request = Capture(
      .monei, .request,
      body: "https://pay.monei.com/planted-unknown-name?auth_token=planted-pos-token"
        + "&customer_name=planted-customer&order_id=planted-order")
    var broken = Sample.frame("c", "ready")
    broken.body = Array(#"{"kind":"ready","x":"planted-unknown-value"#.utf8)
    let captures =
      [opened] + bodies.map { Sample.frame("c", $0.0, $0.1) } + [request, redirect, broken]
    let outcomes = try await ledger.with { try await $0.record(captures) }
    #expect(outcomes.allSatisfy { $0.refusal == nil })
    #expect(outcomes.last?.receipts.last?.type == "moonpay.frame.apple-pay.unreadable")
    _ = try await ledger.with(.reading) { try await $0.fetch(.transactions()) }
    let disk = try ledger.bytesOutsideKeys()
    for secret in secrets { #expect(disk.range(of: Data(secret.utf8)) == nil, "\(secret)") }
    #expect(disk.range(of: Data("$cut\":\"1111".utf8)) != nil)
    let keyFiles = try FileManager.default.contentsOfDirectory(atPath: ledger.url("keys").path)
    #expect(!keyFiles.contains { $0.contains("planted") })
  }

  @Test func `a person's key that cannot be read costs the fields, not the capture`() async throws {
    let ledger = try TemporaryLedger()
    var mine = Sample.open("c", reference: "order-1")
    mine.person = "customer"
    let captures = [mine, Sample.frame("d", "ready")]
    _ = try await ledger.with { [captures] in try await $0.record(captures) }
    let keys = try FileManager.default.contentsOfDirectory(atPath: ledger.url("keys").path)
    for name in keys where name.hasPrefix("person-") {
      try Data("garbage".utf8).write(to: ledger.url("keys/\(name)"))
    }
    let outcomes = try await ledger.with { [captures] in try await $0.record(captures) }
    #expect(outcomes.allSatisfy { $0.refusal == nil })
    #expect(outcomes[0].receipts.allSatisfy { $0.keptLengthsOnly })
    #expect(outcomes[1].receipts.map(\.type).last == "moonpay.frame.apple-pay.ready")
  }

  @Test func `a ledger that is let go of frees its directory`() async throws {
    let ledger = try TemporaryLedger()
    for _ in 0..<3 {
      let open = try await Ledger.open(at: ledger.path)
      #expect(try await open.record(Sample.frame("c", "ready")).count == 2)
      _ = try await open.fetch(.transactions())
    }
    let kept = try await ledger.with(.reading) { try await $0.events(limit: 100).count }
    #expect(kept == 9)
  }

  @Test func `every file of a ledger is for its owner alone`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { open in
      _ = try await open.record(LedgerTests.day)
      _ = try await open.fetch(.transactions())
      for name in try FileManager.default.subpathsOfDirectory(atPath: ledger.path) {
        let attributes = try FileManager.default.attributesOfItem(atPath: ledger.url(name).path)
        let mode = try #require(attributes[.posixPermissions] as? NSNumber).intValue
        #expect(mode & 0o077 == 0, "\(name)")
      }
    }
  }

  @Test func `many callers at once get positions without a gap`() async throws {
    let ledger = try TemporaryLedger()
    let positions = try await ledger.with { open in
      try await withThrowingTaskGroup(of: [UInt64].self) { group in
        for caller in 0..<32 {
          group.addTask {
            var positions: [UInt64] = []
            for _ in 0..<10 {
              let receipts = try await open.record(Sample.frame("c\(caller)", "ready"))
              positions += receipts.map(\.event.position.index)
            }
            return positions
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
    }
    #expect(positions.sorted() == Array(1...352))
  }

  @Test func `a refused capture fails none of its neighbours`() async throws {
    let ledger = try TemporaryLedger()
    var tooLarge = Sample.frame("c", "ready")
    tooLarge.body = [UInt8](repeating: 0x20, count: 262_145)
    let captures = [
      Sample.frame("c", "ready"), tooLarge, Capture(.moonPay, .redirect, body: "a://b"),
      Sample.frame("c", "ready"),
    ]
    let outcomes = try await ledger.with { try await $0.record(captures) }
    #expect(outcomes.map { $0.refusal?.code } == [nil, .refused, .refused, nil])
    #expect(outcomes.map(\.receipts.count) == [2, 0, 0, 1])
  }

  @Test(arguments: ["{},\"reference\":\"x\"", "[]", "", "text", "{", "1"])
  func `parameters that are not one JSON object are refused`(_ parameters: String) async throws {
    let ledger = try TemporaryLedger()
    let outcomes = try await ledger.with {
      try await $0.record([Sample.open("c", parameters: parameters)])
    }
    #expect(outcomes.first?.refusal?.code == .refused)
    #expect(outcomes.first?.receipts.isEmpty == true)
  }

  @Test func `a channel that is closed takes no more messages under its name`() async throws {
    let ledger = try TemporaryLedger()
    var close = Capture(.moonPay, .frame, frame: "apple-pay")
    close.channel = "c"
    close.closesChannel = true
    let outcomes = try await ledger.with {
      try await $0.record([Sample.frame("c", "ready"), close, close, Sample.frame("c", "ready")])
    }
    #expect(outcomes[1].receipts.map(\.type) == ["moonpay.frame.apple-pay.closed"])
    #expect(outcomes[2].refusal?.code == .refused)
    #expect(outcomes[3].receipts.map(\.type).first == "moonpay.frame.apple-pay.opened")
  }

  @Test func `a second ledger cannot be made where one is, and its keys stay`() throws {
    let ledger = try TemporaryLedger()
    let key = try Data(contentsOf: ledger.url("keys/signing.key"))
    #expect(throws: LedgerError.self) { try Ledger.create(at: ledger.path) }
    try FileManager.default.removeItem(at: ledger.url("keys"))
    #expect(throws: LedgerError.self) { try Ledger.create(at: ledger.path) }
    #expect(!FileManager.default.fileExists(atPath: ledger.url("keys").path))
    #expect(!key.isEmpty)
  }

  @Test func `a source that cannot be one leaves nothing behind`() {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-tests-\(UUID().uuidString)").path
    for source in ["", "a b", "a\"b", "a+b"] {
      #expect(throws: LedgerError.self) { try Ledger.create(at: path, source: source) }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `a ledger that is open for reading records nothing`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with(.reading) { open in
      do throws(LedgerError) {
        try await open.record(Sample.open("c"))
        Issue.record("a ledger open for reading recorded")
      } catch {
        #expect(error.code == .closed)
      }
      let events = try await open.events(limit: 10)
      #expect(events.isEmpty)
    }
  }

  @Test func `a ledger that was closed says so`() async throws {
    let ledger = try TemporaryLedger()
    let open = try await Ledger.open(at: ledger.path)
    await open.close()
    do {
      try await open.record(Sample.open("c"))
      Issue.record("a closed ledger recorded")
    } catch {
      #expect(error.code == .closed)
    }
  }

  @Test func `what was taken before the close is committed and answered`() async throws {
    let ledger = try TemporaryLedger()
    let open = try await Ledger.open(at: ledger.path)
    let answers = await withTaskGroup(of: Bool.self) { group in
      for caller in 0..<16 {
        group.addTask {
          do throws(LedgerError) {
            return try await open.record(Sample.frame("c\(caller)", "ready")).count == 2
          } catch {
            return false
          }
        }
      }
      group.addTask {
        await open.close()
        return false
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    let kept = try await ledger.with(.reading) { try await $0.events(limit: 100).count }
    #expect(kept == 1 + 2 * answers)
  }
}
