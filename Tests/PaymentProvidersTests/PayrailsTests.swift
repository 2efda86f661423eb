import PaymentProviders
import Payments
import Recording
import Testing

/// What Payrails' words mean, row by row of what is known of them, and its oddities.
@Suite struct PayrailsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let callback: PayrailsCallback
    let step: Interpretation.Step
    let tier: EvidenceTier
    var isOdd = false

    var testDescription: String { name }
  }

  private static let authorized = Meaning(.authorize, .succeeded, .authorized)
  private static let failed = Meaning(.authorize, .failed, .failed)
  private static let notStarted = Meaning(.authorize, .notStarted, .notStarted)
  private static let unknown = Meaning(.authorize, .unknown, .unknown)
  private static let pending = Meaning(.authorize, .progressing, .pending)
  private static let card = PayrailsInstrument(id: "i-1", status: "enabled", paymentMethod: "card")

  private static func failure(_ code: String, _ message: String? = nil) -> PayrailsCallback {
    .authorizeFailed(PayrailsFailure(code: code, message: message))
  }

  private static let rows: [Row] = [
    Row(
      name: "a tap is an intent", callback: .paymentButtonClicked,
      step: .progress(Meaning(.authorize, .progressing, .inProgress)), tier: .claim),
    Row(
      name: "the gate's question says nothing yet",
      callback: .requestStart(PayrailsRequestContext(executionID: "e", paymentMethodCode: "card")),
      step: .none, tier: .claim),
    Row(
      name: "answered proceed, the attempt starts", callback: .requestDecision(.proceed),
      step: .progress(Meaning(.authorize, .progressing, .inProgress)), tier: .claim),
    Row(
      name: "a refusal starts none", callback: .requestDecision(.refuse(message: "no")),
      step: .none, tier: .claim),
    Row(
      name: "no answer in time starts none", callback: .requestDecision(.timeout), step: .none,
      tier: .claim),
    Row(
      name: "VALIDATION_FAILED is no decline: no request was sent",
      callback: failure("VALIDATION_FAILED", "x"), step: .result(notStarted), tier: .sdk),
    Row(
      name: "a 3-D Secure challenge is shown", callback: .threeDSecureChallenge,
      step: .progress(Meaning(.authorize, .progressing, .challenged)), tier: .claim),
    Row(
      name: "success after a poll is authorised", callback: .authorizeSuccess,
      step: .result(authorized), tier: .sdk),
    Row(
      name: "the generic redirect's success is a claim", callback: .redirectSuccess,
      step: .result(authorized), tier: .claim),
    Row(
      name: "AUTHORIZATION_ERROR ends the attempt",
      callback: failure("AUTHORIZATION_ERROR", "ParamsError"), step: .result(failed), tier: .sdk),
    Row(
      name: "with the provider's timeout the outcome is unknown",
      callback: failure("AUTHORIZATION_ERROR", "ProviderTimeout"), step: .result(unknown),
      tier: .sdk),
    Row(
      name: "AUTHENTICATION_ERROR: nothing was authorised",
      callback: failure("AUTHENTICATION_ERROR"), step: .result(failed), tier: .sdk),
    Row(
      name: "USER_CANCELLED is no outcome", callback: failure("USER_CANCELLED"),
      step: .result(unknown), tier: .sdk),
    Row(
      name: "UNKNOWN_ERROR is none either", callback: failure("UNKNOWN_ERROR"),
      step: .result(unknown), tier: .sdk),
    Row(
      name: "a code that is not listed is unknown, and odd", callback: failure("NEW_CODE"),
      step: .result(unknown), tier: .sdk, isOdd: true),
    Row(
      name: "pending needs no action", callback: .authorizePending, step: .result(pending),
      tier: .sdk),
    Row(
      name: "a result of an older SDK without payload", callback: .paymentResult("success"),
      step: .result(authorized), tier: .sdk),
    Row(
      name: "an older SDK's cancellation is unknown", callback: .paymentResult("cancelledByUser"),
      step: .result(unknown), tier: .sdk),
    Row(
      name: "a stored instrument paid", callback: .paymentCompleted(card),
      step: .result(authorized), tier: .sdk),
    Row(
      name: "polling failed, so nobody knows",
      callback: .paymentFailed(card, error: "pollingFailed", detail: nil), step: .result(unknown),
      tier: .sdk),
    Row(
      name: "the SDK was not set up, so nothing started",
      callback: .paymentFailed(card, error: "sdkNotInitialized", detail: nil),
      step: .result(notStarted), tier: .sdk),
    Row(
      name: "an expired session of a button says nothing", callback: .paymentSessionExpired,
      step: .none, tier: .claim),
    Row(
      name: "a delete wish is no payment", callback: .deleteRequested(card), step: .none,
      tier: .claim),
    Row(
      name: "what the SDK remembers is a claim",
      callback: .queried(.amount(PayrailsAmount(value: "12.50", currency: "EUR"))), step: .none,
      tier: .claim),
    Row(
      name: "a token of a card is no payment", callback: .tokenized(card), step: .none,
      tier: .sdk),
    Row(
      name: "a cancelled tokenization is none", callback: .tokenizeCancelled, step: .none,
      tier: .claim),
    Row(
      name: "collected card data are none", callback: .cardDataCollected("planted-encrypted"),
      step: .none, tier: .claim),
  ]

  @Test(arguments: rows)
  func `each callback says what is known of it, at its tier`(row: Row) throws {
    var harness = RecordingHarness()
    let body = row.callback.json(PayrailsCallback.Stamp(execution: "exec-1", attempt: 1))
    let event = try harness.event(body, as: RecordingHarness.format(.payrails, .callback))
    let said = ProviderDescription.payrails.interpret(event)
    #expect(said.step == row.step)
    #expect(event.tier == row.tier)
    #expect(said.anomalies == (row.isOdd ? [.unlisted] : []))
    #expect(
      said.identifiers == [
        Identifier(provider: .payrails, kind: .execution, value: "exec-1")
      ])
  }

  @Test func `a code that comes as the message stays in clear, and a sentence does not`() throws {
    var harness = RecordingHarness()
    let format = RecordingHarness.format(.payrails, .callback)
    let code = try harness.record(
      Self.failure("AUTHORIZATION_ERROR", "ParamsError").json(.init()), as: format)
    #expect(code.contains("\"message\":\"ParamsError\""))
    let sentence = try harness.record(
      Self.failure("UNKNOWN_ERROR", "Something planted went wrong").json(.init()), as: format)
    #expect(!sentence.contains("planted"))
  }

  private static func execution(_ codes: [(String, String)], result: String? = nil) -> String {
    let entries = codes.map { code, time in
      let errors =
        code.hasSuffix("Failed") && result != nil
        ? ",\"errors\":[{\"reason\":{\"result\":\"\(result ?? "")\"}}]" : ""
      return "{\"code\":\"\(code)\",\"time\":\"\(time)\"\(errors)}"
    }
    return "{\"id\":\"exec-1\",\"status\":[\(entries.joined(separator: ","))]}"
  }

  @Test(
    arguments: [
      ([("created", "2026-01-01T00:00:00Z")], Meaning(.authorize, .progressing, .initiated)),
      (
        [("authorizeSuccessful", "2026-01-01T00:00:02Z"), ("created", "2026-01-01T00:00:00Z")],
        authorized
      ),
      // Oddity 1: nine, eight and no fractional digits, and no time at all.
      (
        [
          ("authorizeFailed", "2026-01-01T00:00:01Z"),
          ("authorizeSuccessful", "2026-01-01T00:00:01.000000001Z"),
        ], authorized
      ),
      (
        [
          ("authorizeSuccessful", "2026-01-01T00:00:01.00000001Z"),
          ("authorizeFailed", "2026-01-01T00:00:01.000000011Z"),
        ], failed
      ),
      (
        [("authorizePending", "0001-01-01T00:00:00Z"), ("created", "2026-01-01T00:00:00Z")], pending
      ),
      // Authorised is not captured, and a later operation that failed changes nothing.
      (
        [
          ("authorizeSuccessful", "2026-01-01T00:00:01Z"),
          ("captureSuccessful", "2026-01-01T00:00:02Z"),
        ], Meaning(.capture, .succeeded, .completed)
      ),
      (
        [
          ("authorizeSuccessful", "2026-01-01T00:00:01Z"),
          ("captureFailed", "2026-01-01T00:00:02Z"),
        ], authorized
      ),
      (
        [
          ("authorizeSuccessful", "2026-01-01T00:00:01Z"),
          ("cancelSuccessful", "2026-01-01T00:00:02Z"),
        ], Meaning(.void, .succeeded, .cancelled)
      ),
      (
        [
          ("captureSuccessful", "2026-01-01T00:00:02Z"),
          ("refundSuccessful", "2026-01-01T00:00:03Z"),
          ("fraudScoreFailed", "2026-01-01T00:00:04Z"),
        ], Meaning(.refund, .succeeded, .partiallyRefunded)
      ),
    ] as [([(String, String)], Meaning)])
  func `a list of codes is weighed by operation and time, not by its order`(
    codes: [(String, String)], meaning: Meaning
  ) throws {
    for list in [codes, codes.reversed()] {
      let said = try RecordingHarness.interpretation(Self.execution(list), .payrails, .read)
      #expect(said.step == .statement(meaning))
      #expect(said.anomalies == [])
    }
  }

  @Test func `every documented code is listed, and another is unknown and odd`() throws {
    var codes = ["created"]
    for operation in [
      "authorize", "confirm", "capture", "cancel", "refund", "fraudScore", "payout",
    ] {
      for word in ["Requested", "Pending", "Successful", "Failed"] {
        codes.append(operation + word)
      }
    }
    #expect(codes.count == 29)
    for code in codes {
      let said = try RecordingHarness.interpretation(
        Self.execution([(code, "2026-01-01T00:00:00Z")]), .payrails, .read)
      #expect(said.anomalies == [], "\(code)")
    }
    let said = try RecordingHarness.interpretation(
      Self.execution([("teleported", "2026-01-01T00:00:00Z")]), .payrails, .read)
    #expect(said.step == .statement(Self.unknown))
    #expect(said.anomalies == [.unlisted])
  }

  @Test func `authorizeFailed with a provider's timeout is unknown`() throws {
    let list = [("authorizeFailed", "2026-01-01T00:00:00Z")]
    let timeout = try RecordingHarness.interpretation(
      Self.execution(list, result: "ProviderTimeout"), .payrails, .read)
    #expect(timeout.step == .statement(Self.unknown))
    let other = try RecordingHarness.interpretation(
      Self.execution(list, result: "ParamsError"), .payrails, .read)
    #expect(other.step == .statement(Self.failed))
    #expect(other.code == "ParamsError")
  }

  @Test func `oddity 11: the placeholders of a link are no ids`() throws {
    for placeholder in ["orderId", "tokenId"] {
      let body = PayrailsCallback.authorizeSuccess.json(.init(execution: placeholder))
      #expect(
        try RecordingHarness.interpretation(body, .payrails, .callback).identifiers.isEmpty)
    }
  }

  @Test(arguments: ["success", "cancel", "error", "pending"])
  func `a landing page is known by what its URL begins with`(word: String) throws {
    var harness = RecordingHarness()
    let format = RecordingHarness.format(.payrails, .redirect)
    for rest in ["", "?a=1", "#x"] {
      let url = "https://assets.payrails.io/html/payrails-\(word).html\(rest)"
      #expect(try harness.event(url, as: format).type == "payrails.redirect.\(word)")
    }
    let other = try harness.event("https://example.com/payrails-\(word).html", as: format)
    #expect(other.type == "payrails.redirect.unlisted")
    #expect(ProviderDescription.payrails.interpret(other).anomalies == [.unlisted])
  }

  @Test func `an init payload is read leniently, encoded or not`() throws {
    let odd = """
      {"token":"planted-token","amount":{"value":"12.50","currency":"EUR"},"execution":{"id":"e-1",\
      "merchantReference":"order-1","status":[{"code":"created","time":"x"}],"workflow":\
      {"code":"w","version":1.0},"initialResults":[{"body":{"data":{"paymentCompositionOptions":[7,\
      {"integrationType":"adyenDropIn"},{"paymentMethodCode":"card","paymentInstruments":[{},\
      {"id":"i-1","status":"enabled","data":{"suffix":"1111"}}]}]}}}]}}
      """
    let encoded = "{\"version\":\"1.0.0\",\"data\":\"\(RecordingHarness.base64(odd))\"}"
    for text in [odd, encoded] {
      let data = try PayrailsInitData(text)
      #expect(data.executionID == "e-1")
      #expect(data.amount == PayrailsAmount(value: "12.50", currency: "EUR"))
      #expect(data.merchantReference == "order-1")
      #expect(data.paymentMethodCodes == ["card"])
      #expect(data.instruments.map(\.id) == ["i-1"])
      #expect(!"\(data)".contains("planted"))
      var harness = RecordingHarness()
      let body = "{\"kind\":\"initialized\",\"init\":\(text)}"
      let format = RecordingHarness.format(.payrails, .host)
      let record = try harness.record(body, as: format)
      #expect(!record.contains("planted"))
      let event = try harness.event(body, as: format)
      #expect(event.tier == .sdk)
      let said = ProviderDescription.payrails.interpret(event)
      #expect(said.step == .none)
      #expect(said.identifiers.first { $0.kind == .execution }?.value == "e-1")
      #expect(said.identifiers.contains { $0.kind == .reference })
      #expect(said.amounts.map(\.amount.literal) == ["12.50"])
      #expect(said.instruments.map(\.word) == [.enabled])
      #expect(said.instruments.map(\.lastFour) == ["1111"])
      #expect(said.instruments.map(\.method) == ["card"])
    }
    for bad in ["", "7", "[]", "{\"data\":\"!\"}", "{\"data\":\"Nw==\"}"] {
      #expect(throws: PayrailsInitDataError.self) { try PayrailsInitData(bad) }
    }
  }

  @Test func `instruments are told apart from wishes`() throws {
    func words(_ callback: PayrailsCallback) throws -> [InstrumentState.Word] {
      try RecordingHarness.interpretation(callback.json(.init()), .payrails, .callback)
        .instruments.map(\.word)
    }
    #expect(try words(.deleteRequested(Self.card)) == [.deletionRequested])
    #expect(try words(.updateRequested(Self.card)) == [.updateRequested])
    #expect(try words(.instrumentDeleted(id: "i-1", success: true)) == [.deleted])
    #expect(try words(.instrumentDeleted(id: "i-1", success: nil)) == [.deleted])
    #expect(try words(.instrumentDeleted(id: "i-1", success: false)) == [])
    #expect(try words(.tokenized(Self.card)) == [.enabled])
    var disabled = Self.card
    disabled.status = "DISABLED"
    #expect(try words(.instrumentUpdated(disabled)) == [.disabled])
    #expect(try words(.storedInstrumentChanged(nil)) == [])
    #expect(try words(.instrumentSelected(Self.card)) == [.selected])
  }

  @Test func `a notification speaks by its action and by its list`() throws {
    func said(_ event: String, _ details: String) throws -> Interpretation {
      try RecordingHarness.interpretation(
        "{\"event\":\"\(event)\",\"time\":\"2026-01-01T00:00:05Z\",\"details\":{\(details)}}",
        .payrails, .webhook)
    }
    let execution = "\"execution\":{\"id\":\"e-1\",\"status\":[]}"
    let sum = "\"amount\":{\"value\":\"12.50\",\"currency\":\"EUR\"}"
    let captured = try said(
      "executionActionCompleted", "\"action\":\"capture\",\"success\":true,\(sum),\(execution)")
    #expect(captured.step == .statement(Meaning(.capture, .succeeded, .completed)))
    #expect(captured.amounts.map(\.kind) == [.captured])
    let declined = try said(
      "executionActionCompleted",
      "\"action\":\"authorize\",\"success\":false,"
        + "\"errors\":[{\"reason\":{\"result\":\"Declined\"}}]," + execution)
    #expect(declined.step == .statement(Self.failed))
    #expect(declined.code == "Declined")
    let asked = try said("executionActionRequested", "\"action\":\"refund\",\(execution)")
    #expect(asked.step == .statement(Meaning(.refund, .progressing, .completed)))
    #expect(
      try said("executionCreated", execution).step
        == .statement(Meaning(.authorize, .progressing, .initiated)))
    #expect(try said("ruleEngineExecuted", execution).step == .none)
    #expect(try said("disputeOpened", execution).anomalies == [.unlisted])
    // The envelope of payouts has no such member.
    let payout = try RecordingHarness.interpretation(
      #"{"id":"n-1","eventType":"x","workflowExecutionId":"e","details":{}}"#, .payrails, .webhook)
    #expect(payout.anomalies == [.unlisted])
  }

  @Test func `a refreshed session resets the amount, and the host's own amounts are its own`()
    throws
  {
    func kinds(_ body: String) throws -> [AmountEntry.Kind] {
      try RecordingHarness.interpretation(body, .payrails, .host).amounts.map(\.kind)
    }
    let sum = "\"amount\":{\"value\":\"20.00\",\"currency\":\"EUR\"}"
    #expect(try kinds("{\"kind\":\"initialized\",\"init\":{\(sum)}}") == [.requested])
    #expect(try kinds("{\"kind\":\"refreshed\",\"init\":{\(sum)}}") == [.reset])
    #expect(try kinds("{\"kind\":\"amountUpdated\",\(sum)}") == [.updated])
    #expect(try kinds("{\"kind\":\"amountReset\",\(sum)}") == [.reset])
    #expect(try kinds("{\"kind\":\"backendAmount\",\(sum)}") == [.backend])
  }
}
