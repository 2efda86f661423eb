import PaymentProviders
import Payments
import Recording
import Testing

/// What DailyPay's words mean, and its oddities.
@Suite struct DailyPayTests {
  private static let response = """
    "first_name":"planted-first","last_name":"planted-last","address_line_one":"planted-street",\
    "address_city":"planted-city","address_state":"NJ","address_zip_code":"planted-zip",\
    "expiration_month":"02","expiration_year":"2027","address_country":"US","issuer":"411600",\
    "token":"planted-token"
    """

  private static func message(_ success: String, _ members: String = response) -> String {
    "{\"type\":\"DAILYPAY_CARD_TOKENIZE_RESPONSE\",\"success\":\(success),"
      + "\"response\":{\(members)}}"
  }

  private func record(_ body: String, _ surface: Surface = .element) throws -> String {
    var harness = RecordingHarness()
    return try harness.record(body, as: RecordingHarness.format(.dailyPay, surface))
  }

  private func said(_ body: String, _ surface: Surface = .element) throws -> Interpretation {
    try RecordingHarness.interpretation(body, .dailyPay, surface)
  }

  @Test func `a token exists, unsaved: no payment and no instrument yet`() throws {
    let said = try said(Self.message("true"))
    #expect(said.step == .none)
    #expect(said.instruments.map(\.word) == [.tokenized])
    #expect(said.instruments.map(\.id) == [nil])
    guard case .cardTokenized(let token) = DailyPayEvent(Array(Self.message("true").utf8)) else {
      Issue.record("no token")
      return
    }
    #expect(token.text == "planted-token")
    #expect(!"\(token) \(String(reflecting: token))".contains("planted"))
  }

  @Test func `oddity 1: a failure and missing members are messages too`() throws {
    for body in [
      Self.message("false", "\"error\":\"declined\""), Self.message("false", ""),
      "{\"type\":\"DAILYPAY_CARD_TOKENIZE_RESPONSE\",\"success\":false}",
      "{\"type\":\"DAILYPAY_CARD_TOKENIZE_RESPONSE\"}",
    ] {
      let said = try said(body)
      #expect(said.instruments.isEmpty)
      #expect(said.anomalies.isEmpty)
      #expect(DailyPayEvent(Array(body.utf8)) == .cardRefused)
    }
    let short = Self.message("true", "\"token\":\"planted-token\"")
    #expect(try said(short).instruments.count == 1)
  }

  @Test func `oddity 2: success counts, not that there is a response`() throws {
    #expect(try said(Self.message("false")).instruments.isEmpty)
    #expect(try said(Self.message("\"true\"")).instruments.isEmpty)
  }

  @Test func `oddity 3: neither token nor address is written`() throws {
    for body in [
      Self.message("true"), "{\"type\":\"GIVE_TOKEN\",\"token\":\"planted-token\"}",
      "{\"type\":\"GIVE_TOKEN\",\"payload\":{\"token\":\"planted-token\"}}",
      "{\"type\":\"planted-type\",\"data\":{\"token\":\"planted-token\",\"planted\":1}}",
    ] {
      #expect(try !record(body).contains("planted"))
    }
    let sealed = try record("{\"type\":\"GIVE_TOKEN\",\"token\":\"planted-token\"}")
    #expect(sealed.contains("\"token\":{\"$fingerprint\":"))
  }

  @Test func `oddity 5: a body that is a text or an object says the same`() throws {
    let object = Self.message("true")
    let text = "\"" + object.replacing("\"", with: "\\\"") + "\""
    #expect(try said(object) == said(text))
  }

  @Test func `oddity 8: months stay texts, and are sealed`() throws {
    #expect(try !record(Self.message("true")).contains("\"02\""))
  }

  @Test func `a request for a token is of a type that is not listed`() throws {
    let said = try said("{\"type\":\"GIVE_TOKEN\",\"token\":\"\"}")
    #expect(said.anomalies == [.unlisted])
    #expect(DailyPayEvent(Array("{\"type\":\"GIVE_TOKEN\"}".utf8)) == .unlisted)
  }

  private static func transfer(_ status: String, preview: Bool = false) -> String {
    "{\"data\":{\"type\":\"transfers\",\"id\":\"t-1\",\"attributes\":{\"preview\":\(preview),"
      + "\"amount\":2500,\"currency\":\"USD\",\"fee\":299,\"status\":\"\(status)\"}}}"
  }

  @Test(arguments: [
    ("PENDING", Meaning(.payout, .progressing, .pending, money: MoneyMovement.none)),
    ("SETTLED", Meaning(.payout, .succeeded, .completed, money: MoneyMovement.none)),
    ("FAILED", Meaning(.payout, .failed, .failed)),
    ("ELSEWHERE", Meaning(.payout, .unknown, .unknown)),
  ])
  func `a transfer is a payout`(status: String, meaning: Meaning) throws {
    let said = try said(Self.transfer(status), .read)
    #expect(said.step == .statement(meaning))
    #expect(
      said.identifiers == [Identifier(provider: .dailyPay, kind: .transfer, value: "t-1")])
    #expect(said.anomalies == (status == "ELSEWHERE" ? [.unlisted] : []))
    #expect(said.amounts.map(\.amount.value?.description) == ["25.00", "2.99"])
    #expect(said.amounts.map(\.kind) == [status == "SETTLED" ? .settled : .requested, .fee])
  }

  @Test func `a preview is no transfer`() throws {
    #expect(try said(Self.transfer("PENDING", preview: true), .read) == Interpretation())
  }

  @Test(arguments: [
    ("VERIFICATION_PENDING", InstrumentState.Word.stored), ("VERIFIED", .enabled),
    ("VERIFICATION_FAILED", .disabled), ("SOMETHING", .stored),
  ])
  func `an account is an instrument`(status: String, word: InstrumentState.Word) throws {
    let body = """
      {"data":{"type":"accounts","id":"a-1","attributes":{"account_type":"CARD",\
      "verification_status":"\(status)","balances":{"available":null,"current":-5},\
      "details":{"last_four":"0003","first_name":"planted","token":"planted"}}}}
      """
    #expect(try !record(body, .read).contains("planted"))
    let said = try said(body, .read)
    #expect(said.step == .none)
    #expect(said.instruments.map(\.word) == [word])
    #expect(said.instruments.map(\.id) == ["a-1"])
    #expect(said.instruments.map(\.lastFour) == ["0003"])
    #expect(said.anomalies == (status == "SOMETHING" ? [.unlisted] : []))
  }

  @Test func `an error of the API keeps its code and seals its words`() throws {
    let body =
      #"{"errors":[{"code":"DUPLICATE_ACCOUNT","detail":"planted words","meta":{"trace_id":"x"}}]}"#
    #expect(try !record(body, .read).contains("planted"))
    #expect(try said(body, .read).code == "DUPLICATE_ACCOUNT")
    #expect(try said("{\"data\":[]}", .read).anomalies == [.unlisted])
  }
}
