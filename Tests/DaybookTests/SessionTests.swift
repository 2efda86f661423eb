import Daybook
import Foundation
import Testing

/// The helpers that an app calls.
@Suite struct SessionTests {
  private let parameters = MoonPayParameters(
    clientToken: "planted-token", signature: "planted/signature+==", externalTransactionID: "o-1")

  private func complete(_ status: String) -> String {
    "\"kind\":\"complete\",\"payload\":{\"transaction\":{\"id\":\"t\",\"status\":\"\(status)\"}}"
  }

  private func message(_ session: MoonPaySession, _ rest: String) throws -> String {
    let items = try #require(URLComponents(string: session.url)?.queryItems)
    let channel = try #require(items.first { $0.name == "channelId" }?.value)
    return "{\"version\":2,\"meta\":{\"channelId\":\"\(channel)\"},\(rest)}"
  }

  @Test func `a frame is answered, recorded and understood from handshake to result`() async throws
  {
    let ledger = try TemporaryLedger()
    try await ledger.with { open in
      let frame = await open.moonPay.openFrame(
        .applePay, parameters: parameters, reference: "order-1", person: "customer")
      let items = try #require(URLComponents(string: frame.url)?.queryItems)
      #expect(items.first { $0.name == "signature" }?.value == "planted/signature+==")
      let handshake = await frame.receive(try message(frame, "\"kind\":\"handshake\""))
      #expect(handshake.event == .handshake)
      #expect(handshake.outbound.count == 1)
      #expect(handshake.recording.receipts.map(\.type.description).last?.hasSuffix(".ack") == true)
      _ = await frame.receive(try message(frame, "\"kind\":\"buttonPressed\""))
      let quote = await frame.setQuote(signature: "planted-second")
      #expect(quote.outbound.first?.contains("planted-second") == true)
      let other = await frame.receive("{\"kind\":\"complete\",\"meta\":{\"channelId\":\"x\"}}")
      #expect(other.event == .notForThisFrame)
      #expect(other.recording.receipts.count == 1)
      #expect(await frame.receive("{").event == .unreadable)
      let complete = await frame.receive(
        try message(frame, complete("pending")))
      guard case .complete(let completion) = complete.event else {
        Issue.record("no completion")
        return
      }
      #expect(completion.transactionID == "t")
      await frame.close()
      let found = try await open.fetch(.transactions())
      #expect(found.map(\.status) == [.pending])
      #expect(found.first?.reference == "order-1")
    }
    let disk = try ledger.bytesOutsideKeys()
    #expect(disk.range(of: Data("planted".utf8)) == nil)
  }

  @Test func `a challenge's URL is kept as it is but for a missing channel id`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { open in
      let frame = await open.moonPay.openFrame(.applePay, parameters: parameters)
      let url = "https://blocks.moonpay.com/platform/v1/challenge?challengeToken=planted"
      _ = await frame.receive(
        try message(
          frame, "\"kind\":\"challenge\",\"payload\":{\"kind\":\"frame\",\"url\":\"\(url)\"}"))
      let challenge = await frame.openChallenge(url)
      #expect(challenge.url.hasPrefix(url + "&channelId="))
      let given = await frame.openChallenge(url + "&channelId=mine")
      #expect(given.url == url + "&channelId=mine")
      _ = await challenge.receive(
        try message(challenge, complete("completed")))
      let found = try await open.fetch(.transactions())
      #expect(found.map(\.status) == [.completed])
      #expect(found.first?.attempts.count == 1)
    }
  }

  @Test func `every frame is opened with its own parameters, and none of its secrets is kept`()
    async throws
  {
    let ledger = try TemporaryLedger()
    let payment = MoonPayParameters(clientToken: "planted-client", signature: "planted-quote")
    let frames: [(MoonPayFrame, MoonPayParameters, [String])] = [
      (
        .checkConnection,
        MoonPayParameters(sessionToken: "planted-session", publicKey: "0a", skipsKYC: true),
        ["sessionToken", "publicKey", "channelId", "skipKyc"]
      ),
      (
        .connect, MoonPayParameters(clientToken: "planted-client", publicKey: "0a", theme: "dark"),
        ["clientToken", "publicKey", "channelId", "theme"]
      ),
      (.applePay, payment, ["clientToken", "channelId", "signature"]),
      (.googlePay, payment, ["clientToken", "channelId", "signature"]),
      (.buy, payment, ["clientToken", "channelId", "signature"]),
      (.buyButton, payment, ["clientToken", "channelId", "signature"]),
      (
        .addCard, MoonPayParameters(clientToken: "planted-client"), ["clientToken", "channelId"]
      ),
      (.widget, payment, ["flow", "clientToken", "channelId", "quoteSignature"]),
    ]
    try await ledger.with { open in
      for (frame, parameters, names) in frames {
        let session = await open.moonPay.openFrame(frame, parameters: parameters)
        let url = try #require(URLComponents(string: session.url))
        #expect(url.path == "/platform/v1/\(frame.rawValue)")
        #expect(url.queryItems?.map(\.name) == names)
        let reply = await session.receive(try message(session, "\"kind\":\"handshake\""))
        #expect(reply.outbound.count == 1)
      }
      let check = await open.moonPay.openFrame(.checkConnection, parameters: frames[0].1)
      let ended = await check.receive(
        try message(
          check,
          #""kind":"complete","payload":{"status":"active","credentials":"planted-credentials"}"#))
      guard case .connection(let connection) = ended.event else {
        Issue.record("no connection")
        return
      }
      #expect(connection.status == "active")
      #expect(connection.credentials == "planted-credentials")
      #expect(try await open.fetch(.transactions()).isEmpty)
    }
    let disk = try ledger.bytesOutsideKeys()
    #expect(disk.range(of: Data("planted".utf8)) == nil)
  }

  @Test func `a page is answered even when nothing can be recorded`() async throws {
    let ledger = try TemporaryLedger()
    let open = try await Ledger.open(at: ledger.path)
    let frame = await open.moonPay.openFrame(.applePay, parameters: parameters)
    await open.close()
    let reply = await frame.receive(try message(frame, "\"kind\":\"handshake\""))
    #expect(reply.outbound.count == 1)
    guard case .failed(let error) = reply.recording else {
      Issue.record("a closed ledger recorded")
      return
    }
    #expect(error.code == .closed)
  }

  @Test func `a request finds its redirect after the app was started again`() async throws {
    let ledger = try TemporaryLedger()
    var request = MoneiPayRequest(
      amount: 1500, currency: "EUR", authToken: "planted-token", completeScheme: "my-app")
    request.description = "Table 4 & more"
    let opened = try await ledger.with { [request] in
      try await $0.moneiPay.begin(request, person: "customer")
    }
    #expect(opened.url.contains("order_id=\(opened.orderID)"))
    #expect(opened.url.contains("description=Table%204%20%26%20more"))
    try await ledger.with { open in
      let redirect = "my-app://payment-result?success=true&transaction_id=tx&amount=1500"
      guard
        case .received(let recording) = await open.moneiPay.receive(
          redirect: redirect, scheme: "my-app")
      else {
        Issue.record("not taken")
        return
      }
      let name = try #require(recording.receipts.first?.event)
      let found = try #require(try await open.fetch(.transaction(name)))
      #expect(found.status == .completed)
      #expect(found.reference == opened.orderID)
      for link in ["my-app://profile", "https://my.app/payment-result", "my-app://payment-results"]
      {
        guard case .notOurs = await open.moneiPay.receive(redirect: link, scheme: "my-app") else {
          Issue.record("\(link) was taken")
          continue
        }
      }
    }
    #expect(try ledger.bytesOutsideKeys().range(of: Data("planted".utf8)) == nil)
  }

}
