import PaymentProviders
import Payments
import Recording
import Testing

/// What MoonPay's server says, and the oddities of its messages.
@Suite struct MoonPayServerTests {
  private static func webhook(_ type: String, _ status: String, _ more: String = "") -> String {
    "{\"type\":\"\(type)\",\"data\":{\"id\":\"t-1\",\"status\":\"\(status)\"\(more)}}"
  }

  private static let paidAndPending = Meaning(.pay, .progressing, .pending, money: .taken)

  @Test(arguments: [
    ("waitingPayment", Meaning(.pay, .progressing, .inProgress)),
    ("waitingAuthorization", Meaning(.pay, .progressing, .challenged)),
    ("pending", paidAndPending), ("completed", Meaning(.pay, .succeeded, .completed)),
    ("failed", Meaning(.pay, .failed, .failed)), ("teleported", Meaning(.pay, .unknown, .unknown)),
  ])
  func `a webhook speaks of the transaction that it names`(
    status: String, meaning: Meaning
  ) throws {
    // `transaction_created` examples carry `completed` already.
    for type in ["transaction_created", "transaction_updated", "transaction_failed"] {
      let said = try RecordingHarness.interpretation(
        Self.webhook(type, status), .moonPay, .webhook)
      #expect(said.step == .statement(meaning))
      #expect(said.identifiers.map(\.value) == ["t-1"])
      #expect(said.anomalies == (status == "teleported" ? [.unlisted] : []))
    }
  }

  @Test func `a sale is a payout, and what is no payment says nothing`() throws {
    let sale = try RecordingHarness.interpretation(
      Self.webhook("sell_transaction_updated", "waitingForDeposit"), .moonPay, .webhook)
    #expect(
      sale.step
        == .statement(Meaning(.payout, .progressing, .pending, money: MoneyMovement.none)))
    for type in ["identity_check_updated", "virtual_account_status_updated"] {
      let said = try RecordingHarness.interpretation(
        Self.webhook(type, "completed"), .moonPay, .webhook)
      #expect(said == Interpretation())
    }
    let other = try RecordingHarness.interpretation(
      Self.webhook("swap_transaction_planted", "completed"), .moonPay, .webhook)
    #expect(other.step == .none)
    #expect(other.anomalies == [.unlisted])
  }

  @Test func `numbers of a webhook keep their spelling, and their assets`() throws {
    let said = try RecordingHarness.interpretation(
      Self.webhook(
        "transaction_updated", "completed",
        ",\"baseCurrencyAmount\":295.450,\"quoteCurrencyAmount\":0.1819,\"feeAmount\":4.5,"
          + "\"baseCurrency\":{\"code\":\"usd\"},\"currency\":{\"code\":\"eth\"}"),
      .moonPay, .webhook)
    #expect(said.amounts.map(\.kind) == [.reported, .delivered, .fee])
    #expect(said.amounts.map(\.amount.literal) == ["295.450", "0.1819", "4.5"])
    #expect(said.amounts.map(\.amount.value?.description) == ["295.450", "0.1819", "4.5"])
    #expect(said.amounts.map(\.amount.currency) == ["USD", "ETH", "USD"])
  }

  @Test func `an address that came as a number is sealed, and is no number to anybody`() throws {
    var harness = RecordingHarness()
    let body = Self.webhook("transaction_updated", "pending", ",\"walletAddress\":8.97e+47")
    let record = try harness.record(body, as: RecordingHarness.format(.moonPay, .webhook))
    #expect(!record.contains("8.97"))
  }

  private static func read(_ status: String, stages: String) -> String {
    "{\"id\":\"t-1\",\"status\":\"\(status)\",\"stages\":[\(stages)]}"
  }

  @Test func `the top status wins over the stages, which tell whether money was taken`() throws {
    func step(_ status: String, _ stages: String) throws -> Interpretation.Step {
      try RecordingHarness.interpretation(Self.read(status, stages: stages), .moonPay, .read).step
    }
    let paid = #"{"kind":"waiting_payment","status":"success"}"#
    let undelivered =
      paid + #",{"kind":"delivery","status":"failed","failureReason":"delivery_failed"}"#
    #expect(try step("pending", "") == .statement(Meaning(.pay, .progressing, .pending)))
    #expect(try step("pending", paid) == .statement(Self.paidAndPending))
    #expect(try step("failed", "") == .statement(Meaning(.pay, .failed, .failed)))
    #expect(
      try step("failed", undelivered) == .statement(Meaning(.pay, .failed, .failed, money: .taken)))
    #expect(try step("completed", undelivered) == .statement(Meaning(.pay, .succeeded, .completed)))
    let said = try RecordingHarness.interpretation(
      Self.read("failed", stages: undelivered), .moonPay, .read)
    #expect(said.code == "delivery_failed")
  }

  @Test func `a quote tells the sums, and joins nothing`() throws {
    var quote = MoonPayQuote(
      signature: "planted-signature", source: .init("100.00", "USD"),
      destination: .init("0.025000000000000001", "ETH"), expiresAt: "2026-01-01T00:00:00Z")
    quote.moonPayFee = .init("3.99", "USD")
    var harness = RecordingHarness()
    let format = RecordingHarness.format(.moonPay, .host)
    #expect(try !harness.record(quote.json, as: format).contains("planted"))
    let event = try harness.event(quote.json, as: format)
    #expect(event.tier == .local)
    let said = ProviderDescription.moonPay.interpret(event)
    #expect(said.step == .none && said.identifiers.isEmpty)
    #expect(said.amounts.map(\.kind) == [.quoted, .delivered, .fee])
    #expect(
      said.amounts.map(\.amount.value?.description) == ["100.00", "0.025000000000000001", "3.99"])
    // The same quote is known again in the message that hands it to the page.
    let message = #"{"kind":"setQuote","payload":{"quote":{"signature":"planted-signature"}}}"#
    let set = try RecordingHarness.interpretation(message, .moonPay, .frame, frame: .applePay)
    #expect(set.quote != nil)
    #expect(set.quote == said.quote)
  }

  // MARK: Oddities

  private static func message(_ kind: String, _ payload: String) -> String {
    "{\"version\":2,\"meta\":{\"channelId\":\"ch_1\"},\"kind\":\"\(kind)\",\"payload\":\(payload)}"
  }

  @Test func `oddity 2: a challenge is known by its token, wherever its channel stands`() throws {
    func challenge(_ url: String) throws -> Identifier? {
      try RecordingHarness.interpretation(
        Self.message("challenge", "{\"kind\":\"frame\",\"url\":\"\(url)\"}"), .moonPay, .frame,
        frame: .buy
      ).identifiers.first
    }
    let first = try challenge("https://blocks.moonpay.com/c?challengeToken=t&channelId=a")
    #expect(first != nil)
    for url in [
      "https://blocks.moonpay.com/c?channelId=a&channelId=b&challengeToken=t",
      "https://blocks.moonpay.com/c?challengeToken=%74", "https://other.example/?challengeToken=t",
    ] {
      #expect(try challenge(url) == first)
    }
    #expect(try challenge("https://blocks.moonpay.com/c?challengeToken=u") != first)
    #expect(try challenge("https://blocks.moonpay.com/c") == nil)
  }

  @Test func `oddity 3: the sample's empty texts are absent ones`() throws {
    let said = try RecordingHarness.interpretation(
      Self.message("complete", #"{"flow":"buy","transaction":{"id":"","status":""}}"#), .moonPay,
      .frame, frame: .challenge)
    #expect(said.identifiers.isEmpty)
    #expect(said.step == .result(Meaning(.pay, .unknown, .unknown)))
  }

  @Test func `oddity 6: each vocabulary of failures keeps its own words`() throws {
    func code(_ body: String, _ surface: Surface) throws -> String? {
      try RecordingHarness.interpretation(
        body, .moonPay, surface, frame: surface == .frame ? .applePay : nil
      ).code
    }
    #expect(
      try code(
        Self.message(
          "complete",
          #"{"transaction":{"status":"failed","failureCode":"authorizationDeclined"}}"#),
        .frame) == "authorizationDeclined")
    #expect(
      try code(
        Self.webhook("transaction_failed", "failed", #","failureReason":"5_PS_DECLINED""#),
        .webhook) == "5_PS_DECLINED")
    #expect(
      try code(
        Self.read(
          "failed", stages: #"{"kind":"delivery","status":"failed","failureReason":"out_of_gas"}"#),
        .read) == "out_of_gas")
  }

  @Test func `oddity 6: codes that the sample code makes up never came from a frame`() throws {
    let said = try RecordingHarness.interpretation(
      Self.message("error", #"{"code":"decryption","message":"x"}"#), .moonPay, .frame,
      frame: .connect)
    #expect(said.anomalies == [.unlisted])
  }

  @Test func `oddity 8: a code under another name is none, and the message is kept`() throws {
    var harness = RecordingHarness()
    let body = Self.message("error", #"{"kind":"quoteExpired","message":"planted"}"#)
    let event = try harness.event(body, as: RecordingHarness.format(frame: .applePay))
    #expect(event.type == "moonpay.frame.apple-pay.error")
    let said = ProviderDescription.moonPay.interpret(event)
    #expect(said.step == .failureOfChannel(Meaning(.pay, .unknown, .unknown)))
    #expect(said.anomalies == [.unlisted])
  }

  @Test func `oddity 10: nothing is known by the order of a URL's parameters`() {
    let parameters = MoonPayParameters(clientToken: "c", signature: "s", theme: "dark")
    let url = parameters.url(of: .buy, pageChannel: "p")
    #expect(url == parameters.url(of: .buy, pageChannel: "p"))
    #expect(
      url == "https://blocks.moonpay.com/platform/v1/buy?clientToken=c&channelId=p&signature=s"
        + "&theme=dark")
  }

  @Test func `a card that was added is an instrument, with what may be shown of it`() throws {
    let said = try RecordingHarness.interpretation(
      Self.message(
        "complete",
        #"{"card":{"id":"c-1","type":"card","brand":"visa","last4":"1111","#
          + #""availability":{"active":false,"reason":"card_expired"}}}"#
      ), .moonPay, .frame, frame: .addCard)
    var card = InstrumentState(.disabled, id: "c-1")
    card.status = "card_expired"
    card.method = "card"
    card.brand = "visa"
    card.lastFour = "1111"
    #expect(said.instruments == [card])
    let bare = try RecordingHarness.interpretation(
      Self.message("complete", #"{"card":{"id":"c-1"}}"#), .moonPay, .frame, frame: .addCard)
    #expect(bare.instruments == [InstrumentState(.enabled, id: "c-1")])
  }
}
