import Daybook
import Foundation
import Testing

/// A capture under an idempotency key is recorded once.
@Suite struct IdempotencyTests {
  private func redirect(_ query: String, key: String?) -> Capture {
    var capture = Sample.redirect(query)
    capture.idempotencyKey = key
    return capture
  }

  @Test func `the same key and content give back the first receipt`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      let first = try await ledger.record(redirect("success=true", key: "k1"))
      #expect(first.map(\.verdict) == [.recorded])
      let size = try await ledger.head().size
      let again = try await ledger.record(redirect("success=true", key: "k1"))
      #expect(again.map(\.verdict) == [.alreadyRecorded])
      #expect(again.map(\.event) == first.map(\.event))
      #expect(again.map(\.leafHash) == first.map(\.leafHash))
      #expect(again.map(\.type) == first.map(\.type))
      #expect(try await ledger.head().size == size)
    }
  }

  @Test func `other content under a key is a conflict that is recorded once`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      let first = try await ledger.record(redirect("success=true", key: "k"))[0]
      let other = try await ledger.record(redirect("success=false", key: "k"))[0]
      #expect(other.verdict == .conflicting(first: first.event))
      #expect(other.event != first.event)
      let retry = try await ledger.record(redirect("success=false", key: "k"))[0]
      #expect(retry.verdict == .alreadyRecorded)
      #expect(retry.event == other.event)
      let third = try await ledger.record(redirect("success=maybe", key: "k"))[0]
      #expect(third.verdict == .conflicting(first: first.event))
      let firstAgain = try await ledger.record(redirect("success=true", key: "k"))[0]
      #expect(firstAgain.event == first.event)
    }
  }

  @Test func `keys are known after the ledger was opened again, and across journals`() async throws
  {
    let ledger = try TemporaryLedger()
    let first = try await ledger.with { try await $0.record(redirect("success=true", key: "k"))[0] }
    try await ledger.with { ledger in
      let again = try await ledger.record(redirect("success=true", key: "k"))[0]
      #expect(again.verdict == .alreadyRecorded)
      #expect(again.event == first.event)
      #expect(again.leafHash == first.leafHash)
    }
    try await Ledger.reorigin(at: ledger.path)
    try await ledger.with { opened in
      let again = try await opened.record(redirect("success=true", key: "k"))[0]
      #expect(again.verdict == .alreadyRecorded)
      #expect(again.event == first.event)
      let other = try await opened.record(redirect("success=false", key: "k"))[0]
      #expect(other.verdict == .conflicting(first: first.event))
      #expect(other.event.origin == opened.origin)
      #expect(try await opened.verify().isClean)
    }
  }

  @Test func `captures of one commit know each other's keys`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      let outcomes = try await ledger.record([
        redirect("success=true", key: "a"), redirect("success=true", key: "a"),
        redirect("success=false", key: "a"), redirect("success=false", key: "a"),
        redirect("success=true", key: nil), redirect("success=true", key: nil),
      ])
      let receipts = outcomes.flatMap(\.receipts)
      let first = receipts[0].event
      #expect(
        receipts.map(\.verdict) == [
          .recorded, .alreadyRecorded, .conflicting(first: first), .alreadyRecorded, .recorded,
          .recorded,
        ])
      #expect(Set(receipts.map(\.event)).count == 4)
    }
  }

  @Test func `a key is that of the message, and the channel's opening has none`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      var capture = Sample.frame("c", "ready")
      capture.idempotencyKey = "once"
      let first = try await ledger.record(capture)
      #expect(first.count == 2)
      let again = try await ledger.record(capture)
      #expect(again.map(\.event) == [first[1].event])
      let records = try await ledger.events(limit: 10).map {
        String(decoding: $0.record, as: UTF8.self)
      }
      #expect(records.filter { $0.contains("\"idempotencykey\":\"") }.count == 1)
      #expect(records.filter { $0.contains("\"contentdigest\":\"") }.count == 1)
    }
  }

  @Test func `a key stands nowhere in the ledger, nor does a card number in it`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      for key in ["planted-idempotency-key", "order 4111 1111 1111 1111"] {
        _ = try await ledger.record(redirect("success=true", key: key))
      }
    }
    let bytes = try ledger.bytesOutsideKeys()
    #expect(bytes.range(of: Data("planted-idempotency-key".utf8)) == nil)
    #expect(bytes.range(of: Data("4111".utf8)) == nil)
  }

  @Test func `a key that holds a card number tells nothing apart, and the receipt says so`()
    async throws
  {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      // What is left of both after cutting is the same; taking them for one would lose a capture.
      for key in ["4111111111111111", "order 4111 1111 1111 1111", "4000000000061111"] {
        for _ in 0..<2 {
          let receipt = try await ledger.record(redirect("success=true", key: key))[0]
          #expect(receipt.verdict == .recorded)
          #expect(receipt.ignoredKey)
        }
      }
      #expect(try await !ledger.record(redirect("success=true", key: "order-1"))[0].ignoredKey)
    }
  }

  @Test func `every part of a capture but time and channel is its content`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      let base = redirect("success=true", key: "k")
      let first = try await ledger.record(base)[0]
      var same = base
      same.time = Moment("2026-01-01T00:00:00Z")
      #expect(try await ledger.record(same)[0].verdict == .alreadyRecorded)
      var changed = [base, base, base, base]
      changed[0].person = "p"
      changed[1].reference = "r"
      changed[2].currency = "EUR"
      changed[3].body = Array("merchant-demo://payment-result?success=false".utf8)
      for capture in changed {
        let receipt = try await ledger.record(capture)[0]
        #expect(receipt.verdict == .conflicting(first: first.event))
      }
    }
  }

  @Test func `without the fingerprint key a keyed capture is recorded all the same`() async throws {
    let ledger = try TemporaryLedger()
    try FileManager.default.removeItem(at: ledger.url("keys/fingerprint.key"))
    try await ledger.with { ledger in
      for _ in 0..<2 {
        let receipt = try await ledger.record(redirect("success=true", key: "k"))[0]
        #expect(receipt.verdict == .recorded)
        #expect(receipt.ignoredKey)
      }
    }
  }
}
