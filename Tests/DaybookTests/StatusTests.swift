import Daybook
import Testing

/// What becomes of payments, from the capture to the answer.
@Suite struct StatusTests {
  private func transactions(_ captures: [Capture]...) async throws -> [Transaction] {
    let ledger = try TemporaryLedger()
    for start in captures {
      try await ledger.with { open in
        for outcome in try await open.record(start) { #expect(outcome.refusal == nil) }
      }
    }
    return try await ledger.with(.reading) { try await $0.fetch(.transactions()) }
  }

  @Test func `a completed frame is a completed transaction that nothing confirms`() async throws {
    let found = try await transactions([
      Sample.open("c", reference: "order-1"), Sample.frame("c", "buttonPressed"),
      Sample.complete("c", "completed", id: "txn_1"),
    ])
    #expect(found.count == 1)
    #expect(found.first?.status == .completed)
    #expect(found.first?.isConfirmed == false)
    #expect(found.first?.money == .taken)
    #expect(found.first?.reference == "order-1")
    #expect(found.first?.tier == .claim)
  }

  @Test func `a decline and its retry on one channel are one transaction`() async throws {
    let found = try await transactions([
      Sample.open("c"), Sample.frame("c", "buttonPressed"), Sample.complete("c", "failed"),
      Sample.frame("c", "buttonPressed"), Sample.complete("c", "pending", id: "txn_1"),
    ])
    #expect(found.map(\.status) == [.pending])
    #expect(found.first?.attempts.count == 2)
  }

  @Test func `a press without an answer is in progress, and unknown once the app starts again`()
    async throws
  {
    let press = [Sample.open("c"), Sample.frame("c", "buttonPressed")]
    #expect(try await transactions(press).map(\.status) == [.inProgress])
    #expect(try await transactions(press, []).map(\.status) == [.unknown])
  }

  @Test func `an expired quote ends nothing, and another quote goes on in the same attempt`()
    async throws
  {
    let found = try await transactions([
      Sample.open("c"), Sample.frame("c", "buttonPressed"),
      Sample.frame("c", "error", "{\"code\":\"quoteExpired\",\"message\":\"late\"}"),
      Sample.frame("c", "setQuote", "{\"quote\":{\"signature\":\"planted\"}}"),
      Sample.frame("c", "buttonPressed"), Sample.complete("c", "completed", id: "txn_1"),
    ])
    #expect(found.map(\.status) == [.completed])
    #expect(found.first?.attempts.count == 1)
  }

  @Test func `a challenge is tied to its parent whatever the order of its URL's parameters`()
    async throws
  {
    let url = "https://blocks.moonpay.com/platform/v1/challenge"
    let found = try await transactions([
      Sample.open("c"), Sample.frame("c", "buttonPressed"),
      Sample.frame(
        "c", "challenge", "{\"kind\":\"frame\",\"url\":\"\(url)?a=1&challengeToken=tok%2Den\"}"),
      Sample.open(
        "d", frame: "challenge",
        parameters: "{\"url\":\"\(url)?challengeToken=tok-en&channelId=d\"}"
      ),
      Sample.frame(
        "d", "complete", "{\"flow\":\"buy\",\"transaction\":{\"id\":\"t\",\"status\":\"pending\"}}",
        frame: "challenge"),
    ])
    #expect(found.map(\.status) == [.pending])
    #expect(found.first?.attempts.count == 1)
  }

  @Test func `a challenge that is left leaves the outcome unknown`() async throws {
    let url = "https://blocks.moonpay.com/platform/v1/challenge?challengeToken=t"
    let found = try await transactions([
      Sample.open("c"), Sample.frame("c", "buttonPressed"),
      Sample.frame("c", "challenge", "{\"kind\":\"frame\",\"url\":\"\(url)\"}"),
      Sample.open("d", frame: "challenge", parameters: "{\"url\":\"\(url)\"}"),
      Sample.frame("d", "cancelled", "{\"flow\":\"buy\"}", frame: "challenge"),
    ])
    #expect(found.map(\.status) == [.unknown])
  }

  @Test func `a frame that cannot work has started nothing, any other error leaves it open`()
    async throws
  {
    for (code, status) in [
      ("applePayUnavailable", PaymentStatus.notStarted), ("configurationError", .notStarted),
      ("invalidQuote", .notStarted), ("generic", .unknown), ("neverHeardOf", .unknown),
    ] {
      let found = try await transactions([
        Sample.open("c"), Sample.frame("c", "buttonPressed"),
        Sample.frame("c", "error", "{\"code\":\"\(code)\",\"message\":\"m\"}"),
      ])
      #expect(found.map(\.status) == [status], "code \(code)")
    }
  }

  @Test func `a message for another page channel asserts nothing`() async throws {
    let found = try await transactions([
      Sample.open("c"), Sample.frame("c", "buttonPressed"),
      Sample.frame(
        "c", "complete", "{\"transaction\":{\"id\":\"t\",\"status\":\"completed\"}}",
        page: "somebody-else"),
    ])
    #expect(found.map(\.status) == [.inProgress])
  }

  @Test func `an unlisted status is unknown and never an error`() async throws {
    let found = try await transactions([
      Sample.open("c"), Sample.complete("c", "waitingForGodot", id: "txn_1"),
    ])
    #expect(found.map(\.status) == [.unknown])
  }

  @Test func `a redirect answers the one open request, with the amount asked for`() async throws {
    let found = try await transactions([
      Sample.request("p"), Sample.redirect("success=true&transaction_id=tx_1&amount=1500"),
    ])
    #expect(found.map(\.status) == [.completed])
    #expect(found.first?.amount?.value?.description == "15.00")
    #expect(found.first?.amount?.currency == "EUR")
  }

  @Test func `a bare success means what the request asked for`() async throws {
    for (type, status) in [
      ("SALE", PaymentStatus.completed), ("AUTH", .authorized), ("REFUND", .refunded),
      ("CANCEL", .cancelled), ("VERIF", .completed),
    ] {
      let found = try await transactions([
        Sample.request("p", type: type), Sample.redirect("success=true&transaction_id=tx_1"),
      ])
      #expect(found.map(\.status) == [status], "type \(type)")
    }
  }

  @Test func `a success without an id is unknown`() async throws {
    for query in ["success=true", "success=true&transaction_id=", "success=maybe", ""] {
      let found = try await transactions([Sample.request("p"), Sample.redirect(query)])
      #expect(found.map(\.status) == [.unknown], "query \(query)")
    }
  }

  @Test func `the customer's cancel and the token's refusal are told apart`() async throws {
    for (code, status) in [
      ("USER_CANCELLED", PaymentStatus.cancelled), ("CANCELLED", .cancelled),
      ("PAYMENT_FAILED", .failed), ("TOKEN_EXPIRED", .notStarted), ("SOMETHING_NEW", .failed),
    ] {
      let found = try await transactions([
        Sample.request("p"), Sample.redirect("success=false&error=\(code)"),
      ])
      #expect(found.map(\.status) == [status], "code \(code)")
    }
  }

  @Test func `the last of two parameters counts, as in the provider's SDK`() async throws {
    let found = try await transactions([
      Sample.request("p"),
      Sample.redirect("success=false&success=true&transaction_id=a&transaction_id=b"),
    ])
    #expect(found.map(\.status) == [.completed])
    #expect(found.first?.identifiers.contains { $0.value == "b" } == true)
  }

  @Test func `with two requests open a redirect without an order answers neither`() async throws {
    let found = try await transactions([
      Sample.request("p"), Sample.request("q"),
      Sample.redirect("success=true&transaction_id=tx_1"),
    ])
    #expect(found.map(\.status) == [.initiated, .initiated, .completed])
  }

  @Test func `with two requests open a redirect that names its order answers that one`()
    async throws
  {
    let found = try await transactions([
      Sample.request("p", amount: 100, order: "o-1"),
      Sample.request("q", amount: 200, order: "o-2"),
      Sample.redirect("success=true&transaction_id=tx_1&order_id=o-2"),
    ])
    #expect(found.map(\.status) == [.initiated, .completed])
    #expect(found.last?.amount?.literal == "200")
  }

  @Test func `a redirect that comes after the app was started again still answers`() async throws {
    let found = try await transactions(
      [Sample.request("p")], [Sample.redirect("success=true&transaction_id=tx_1")])
    #expect(found.map(\.status) == [.completed])
  }

  @Test func `a redirect that comes twice counts once`() async throws {
    let twice = Sample.redirect("success=true&transaction_id=tx_1")
    let found = try await transactions([Sample.request("p"), twice, twice])
    #expect(found.map(\.status) == [.completed])
  }

  @Test func `two payments under one reference stay two transactions`() async throws {
    let found = try await transactions([
      Sample.open("c", reference: "order-1"), Sample.complete("c", "completed", id: "txn_1"),
      Sample.open("d", reference: "order-1"), Sample.complete("d", "completed", id: "txn_2"),
    ])
    #expect(found.map(\.status) == [.completed, .completed])
  }
}
