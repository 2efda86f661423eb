import Daybook
import Foundation
import Testing

/// What is known about MoonPay, row by row, from what an app hands over to what the ledger says.
@Suite struct MoonPayRows {
  @Test(arguments: kinds + order + oddities)
  func `MoonPay, row by row`(row: Row) async throws { try await row() }

  private static let kinds = [
    Row("handshake, ack, ready: the channel's life only") { ledger in
      let page = try await MoonPayPage.open(ledger)
      let reply = await page.post("handshake")
      #expect(reply.event == .handshake)
      #expect(reply.outbound.count == 1)
      #expect(await page.post("ready").event == .ready)
      #expect(try await ledger.statuses.isEmpty)
    },
    Row("buttonPressed: an intent, also where the sheet is then cancelled") { ledger in
      let page = try await MoonPayPage.open(ledger)
      #expect(await page.post("buttonPressed").event == .buttonPressed)
      #expect(try await ledger.statuses == [.inProgress])
      await page.session.close()
      let left = try await ledger.only
      #expect(!left.status.isFinal)
    },
    Row("challenge: the parent waits, and the result comes on another channel") { ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      let challenge = try await page.challenge()
      #expect(try await ledger.statuses == [.challenged])
      #expect(challenge.channel != page.channel)
      await challenge.complete("completed", id: "t-1", flow: "buy")
      #expect(try await ledger.only.attempts.count == 1)
    },
    Row("challenge cancelled: what became of the transaction is not known") { ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      let reply = await (try page.challenge()).post("cancelled", "{\"flow\":\"buy\"}")
      #expect(reply.event == .cancelled)
      let left = try await ledger.only
      #expect(left.status == .unknown)
      #expect(!left.status.isFinal)
      #expect(left.money == .possible)
    },
    Row("challenge complete, flow buy: carries the transaction") { ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      await (try page.challenge()).complete("pending", id: "t-1", flow: "buy")
      let paid = try await ledger.only
      #expect(paid.status == .pending)
      #expect(paid.identifiers.contains { $0.value == "t-1" })
    },
    Row("challenge complete, flow identity: no payment's outcome") { ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      await (try page.challenge()).post("complete", "{\"flow\":\"identity\"}")
      #expect(try await ledger.statuses == [.challenged])
    },
    Row("transactionCreated: it exists and has its id; the customer may still be asked") { ledger in
      let page = try await MoonPayPage.open(ledger, .widget)
      let created = "{\"transaction\":{\"id\":\"t-1\",\"status\":\"waitingAuthorization\"}}"
      #expect(
        await page.post("transactionCreated", created).event
          == .transactionCreated(id: "t-1", status: "waitingAuthorization"))
      let open = try await ledger.only
      #expect(open.status == .challenged)
      #expect(open.identifiers.contains { $0.value == "t-1" })
    },
    Row("complete, pending: paid, and the delivery is under way") { ledger in
      await (try MoonPayPage.open(ledger)).complete("pending", id: "t-1")
      let paid = try await ledger.only
      #expect(paid.status == .pending)
      #expect(paid.money == .taken)
      #expect(!paid.status.isFinal)
    },
    Row("complete, completed, and the widget's complete: done, as the client claims") { ledger in
      await (try MoonPayPage.open(ledger)).complete("completed", id: "t-1")
      await (try MoonPayPage.open(ledger, .widget)).complete("complete", id: "t-2")
      let done = try await ledger.fetch(.transactions())
      #expect(done.map(\.status) == [.completed, .completed])
      #expect(done.allSatisfy { !$0.isConfirmed && $0.tier == .claim })
    },
    Row("complete, failed: this attempt has no id, and the same quote may be tried again") {
      ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      await page.post(
        "complete",
        "{\"transaction\":{\"status\":\"failed\",\"failureReason\":\"declined\","
          + "\"failureCode\":\"authorizationDeclined\"}}")
      let failed = try await ledger.only
      #expect(failed.status == .failed)
      #expect(failed.code == "authorizationDeclined")
      await page.post("buttonPressed")
      await page.complete("completed", id: "t-1")
      let paid = try await ledger.only
      #expect(paid.status == .completed)
      #expect(paid.attempts.count == 2)
    },
    Row("complete with a status that is not listed: kept, and unknown") { ledger in
      await (try MoonPayPage.open(ledger)).complete("waitingForGodot", id: "t-1")
      #expect(try await ledger.statuses == [.unknown])
      #expect(try await ledger.oddities == [.unlisted])
    },
    Row("error quoteExpired: another quote, and the same channel goes on") { ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      #expect(
        await page.post("error", "{\"code\":\"quoteExpired\",\"message\":\"late\"}").event
          == .error(code: "quoteExpired", message: "late"))
      let quote = MoonPayQuote(
        signature: "planted-other", source: MoonPayQuote.Sum("50.00", "USD"))
      let posting = await page.session.setQuote(quote)
      #expect(posting.outbound.count == 1)
      #expect(
        posting.recording.types == ["moonpay.host.quote", "moonpay.frame.apple-pay.set-quote"])
      await page.complete("completed", id: "t-1")
      let paid = try await ledger.only
      #expect(paid.status == .completed)
      #expect(paid.attempts.count == 1)
    },
    Row("another error: the channel is of no use, and nothing says what was charged") { ledger in
      for (code, status) in [
        ("generic", PaymentStatus.unknown), ("configurationError", .notStarted),
        ("invalidQuote", .notStarted), ("applePayUnavailable", .notStarted),
      ] {
        let page = try await MoonPayPage.open(ledger)
        await page.post("buttonPressed")
        await page.post("error", "{\"code\":\"\(code)\",\"message\":\"m\"}")
        #expect(try await ledger.statuses.last == status, "\(code)")
      }
    },
    Row("complete of check and connect: a connection, no transaction") { ledger in
      for (frame, status) in [
        (MoonPayFrame.checkConnection, "active"), (.checkConnection, "connectionRequired"),
        (.connect, "active"), (.connect, "failed"),
      ] {
        let page = try await MoonPayPage.open(ledger, frame)
        let reply = await page.post(
          "complete", "{\"status\":\"\(status)\",\"credentials\":\"planted-blob\"}")
        guard case .connection(let connection) = reply.event else {
          Issue.record("\(frame) gave no connection")
          continue
        }
        #expect(connection.status == status)
        #expect(connection.credentials == "planted-blob")
      }
      #expect(try await ledger.statuses.isEmpty)
    },
  ]

  private static let order = [
    Row("a complete that comes twice counts once") { ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.complete("completed", id: "t-1")
      await page.complete("completed", id: "t-1")
      #expect(try await ledger.only.attempts.count == 1)
      #expect(try await ledger.oddities == [.duplicate])
    },
    Row("a complete that comes late, after the frame was closed, counts") { ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      await page.session.close()
      await page.complete("completed", id: "t-1")
      #expect(try await ledger.statuses == [.completed])
    },
    Row("a webhook before the frame's message, completed already at its creation") { ledger in
      let body =
        #"{"type":"transaction_created","data":{"id":"t-1","status":"completed","#
        + #""baseCurrencyAmount":50.5,"baseCurrency":{"code":"usd"}}}"#
      let receipt = try await ledger.record(
        webhook: Array(body.utf8), header: Signed.moonPay(body), verifiedBy: .moonPay("planted-key")
      )
      #expect(receipt.refusal == nil)
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      await page.complete("pending", id: "t-1")
      let paid = try await ledger.only
      #expect(paid.status == .completed)
      #expect(paid.isConfirmed)
      // An earlier stage is no other claim.
      #expect(paid.claimed == nil)
    },
    Row("a handshake again after the page moved on is answered again") { ledger in
      let page = try await MoonPayPage.open(ledger)
      for _ in 0..<2 {
        let reply = await page.post("handshake")
        #expect(reply.outbound.count == 1)
        #expect(
          reply.recording.types
            == ["moonpay.frame.apple-pay.handshake", "moonpay.frame.apple-pay.ack"])
      }
      #expect(try await ledger.statuses.isEmpty)
    },
    Row("a message of another channel id is recorded before it is dropped") { ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      let reply = await page.session.receive(
        "{\"version\":2,\"meta\":{\"channelId\":\"other\"},\"kind\":\"complete\","
          + "\"payload\":{\"transaction\":{\"id\":\"t\",\"status\":\"completed\"}}}")
      #expect(reply.event == .notForThisFrame)
      #expect(reply.recording.types == ["moonpay.frame.apple-pay.complete"])
      #expect(try await ledger.statuses == [.inProgress])
      #expect(try await ledger.oddities == [.channelMismatch])
    },
    Row("a message of another page's origin is recorded, and neither believed nor answered") {
      ledger in
      let page = try await MoonPayPage.open(ledger)
      let own = "https://blocks.moonpay.com"
      await page.post("buttonPressed", from: own)
      for origin in ["https://evil.example", "https://blocks.moonpay.com.evil.example", "null"] {
        let reply = await page.post("handshake", from: origin)
        #expect(reply.event == .notForThisFrame)
        #expect(reply.outbound.isEmpty)
        await page.post(
          "complete", "{\"transaction\":{\"id\":\"t\",\"status\":\"completed\"}}", from: origin)
      }
      #expect(try await ledger.statuses == [.inProgress])
      #expect(
        try await ledger.oddities == [Anomaly.Kind](repeating: .foreignSender, count: 6))
      #expect(await page.post("handshake", from: own).outbound.count == 1)
    },
    Row("a dictionary says what its text says") { ledger in
      let page = try await MoonPayPage.open(ledger)
      let envelope: [String: Any] = ["version": 2, "meta": ["channelId": page.channel]]
      let handshake = envelope.merging(["kind": "handshake"]) { $1 }
      #expect(await page.session.receive(handshake).outbound.count == 1)
      let end: [String: Any] = [
        "kind": "complete", "payload": ["transaction": ["id": "t-1", "status": "completed"]],
      ]
      let reply = await page.session.receive(envelope.merging(end) { $1 })
      #expect(reply.recording.types == ["moonpay.frame.apple-pay.complete"])
      #expect(try await ledger.statuses == [.completed])
    },
  ]

  private static let oddities = [
    Row("oddity 1: a channel id that is the same everywhere ties nothing together") { ledger in
      func capture(_ name: String, _ body: String?) -> Capture {
        var capture = Capture(.moonPay, .frame, frame: "apple-pay", body: body)
        capture.channel = name
        capture.opensChannel = body == nil
        if body == nil { capture.parameters = "{\"channelId\":\"ch_1\"}" }
        return capture
      }
      func end(_ rest: String) -> String {
        "{\"version\":2,\"meta\":{\"channelId\":\"ch_1\"},\"kind\":\"complete\","
          + "\"payload\":{\"transaction\":{\(rest)}}}"
      }
      for outcome in try await ledger.record([
        capture("a", nil), capture("b", nil), capture("a", end("\"status\":\"failed\"")),
        capture("b", end("\"id\":\"t-2\",\"status\":\"completed\"")),
      ]) { #expect(outcome.refusal == nil) }
      #expect(try await ledger.statuses == [.failed, .completed])
    },
    Row("oddity 2: a challenge's URL gets a channel id only where it has none") { ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      let url = MoonPayPage.challengeURL
      let added = await page.session.openChallenge(url)
      #expect(added.url.hasPrefix(url + "&channelId="))
      let kept = try await page.challenge(url + "&channelId=given")
      #expect(kept.session.url == url + "&channelId=given")
      #expect(kept.channel == "given")
      await kept.complete("completed", id: "t-1", flow: "buy")
      #expect(try await ledger.only.status == .completed)
    },
    Row("oddity 3: an empty id or status is an absent one") { ledger in
      let page = try await MoonPayPage.open(ledger)
      let reply = await page.complete("", id: "")
      guard case .complete(let completion) = reply.event else {
        Issue.record("no completion")
        return
      }
      #expect(completion.transactionID == nil)
      #expect(completion.status == nil)
      let left = try await ledger.only
      #expect(left.status == .unknown)
      #expect(left.identifiers.isEmpty)
    },
    Row("oddity 4: a handshake is recorded once, and told once") { ledger in
      let page = try await MoonPayPage.open(ledger)
      let size = try await ledger.size
      let reply = await page.post("handshake")
      #expect(reply.event == .handshake)
      #expect(try await ledger.size == size + 2)
    },
    Row("oddity 5: test mode's failure without a code is a failure like another") { ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      await page.post(
        "complete", "{\"transaction\":{\"status\":\"failed\",\"failureReason\":\"Test mode\"}}")
      let failed = try await ledger.only
      #expect(failed.status == .failed)
      #expect(failed.code == nil)
    },
    Row("oddity 6: each vocabulary of failures keeps its own words") { ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post(
        "complete",
        "{\"transaction\":{\"status\":\"failed\",\"failureCode\":\"transactionNotAllowed\"}}")
      let body =
        #"{"type":"transaction_failed","data":{"id":"t-2","status":"failed","#
        + #""failureReason":"5_PS_DECLINED"}}"#
      try await ledger.record(
        webhook: Array(body.utf8), header: Signed.moonPay(body), verifiedBy: .moonPay("planted-key")
      )
      let read =
        #"{"id":"t-3","status":"failed","stages":[{"kind":"verification","status":"failed","#
        + #""failureReason":"card_declined"}]}"#
      try await ledger.record(read: Array(read.utf8), of: .moonPay)
      #expect(
        try await ledger.fetch(.transactions()).map(\.code)
          == ["transactionNotAllowed", "5_PS_DECLINED", "card_declined"])
    },
    Row("oddity 7: the widget's older statuses mix with the platform's") { ledger in
      for (word, status) in [
        ("waitingAuthorization", PaymentStatus.challenged), ("waitingPayment", .inProgress),
        ("pending", .pending), ("complete", .completed), ("completed", .completed),
      ] {
        await (try MoonPayPage.open(ledger, .widget)).complete(word, id: "t-\(word)")
        #expect(try await ledger.statuses.last == status, "\(word)")
      }
    },
    Row("oddity 8: an SDK's renamed kinds and keys are kept, and say nothing by themselves") {
      ledger in
      let page = try await MoonPayPage.open(ledger)
      await page.post("buttonPressed")
      let renamed = await page.post("quoteExpired")
      #expect(renamed.event == .unlisted)
      #expect(renamed.recording.types == ["moonpay.frame.apple-pay.unlisted"])
      #expect(await page.post("unsupported").event == .unlisted)
      #expect(try await ledger.statuses == [.inProgress])
      await page.post("error", "{\"kind\":\"quoteExpired\",\"message\":\"m\"}")
      #expect(try await ledger.statuses == [.unknown])
      #expect(
        try await ledger.oddities == [Anomaly.Kind](repeating: .unlisted, count: 3))
    },
    Row("oddity 9: a webhook is checked over its own bytes") { ledger in
      let body = #"{"type": "transaction_updated", "data": {"id": "t-1", "status": "completed"}}"#
      let again = #"{"type":"transaction_updated","data":{"id":"t-1","status":"completed"}}"#
      let refused = try await ledger.record(
        webhook: Array(body.utf8), header: Signed.moonPay(again),
        verifiedBy: .moonPay("planted-key"))
      #expect(refused.refusal == .reserializedBody)
      #expect(try await ledger.statuses.isEmpty)
      let taken = try await ledger.record(
        webhook: Array(body.utf8), header: Signed.moonPay(body), verifiedBy: .moonPay("planted-key")
      )
      #expect(taken.refusal == nil)
      #expect(try await ledger.only.isConfirmed)
    },
    Row("oddity 10: the same parameters make the same URL, and no URL is a name") { ledger in
      let one = try await MoonPayPage.open(ledger)
      let two = try await MoonPayPage.open(ledger)
      func names(_ page: MoonPayPage) -> [String]? {
        URLComponents(string: page.session.url)?.queryItems?.map(\.name)
      }
      #expect(names(one) == names(two))
      await one.complete("failed")
      await two.complete("completed", id: "t-1")
      #expect(try await ledger.statuses == [.failed, .completed])
    },
  ]
}
