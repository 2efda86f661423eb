import PaymentProviders
import Payments
import Recording
import Testing

/// What the messages of MoonPay's frames mean, kind by kind.
@Suite struct MoonPayFrameTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let frame: MoonPayFrame
    let body: String
    let step: Interpretation.Step
    var id: String?
    var isOdd = false

    var testDescription: String { name }
  }

  private static func message(_ kind: String, _ payload: String = "null") -> String {
    "{\"version\":2,\"meta\":{\"channelId\":\"ch_1\"},\"kind\":\"\(kind)\",\"payload\":\(payload)}"
  }

  private static func transaction(_ members: String) -> String { "{\"transaction\":{\(members)}}" }

  private static let unknown = Meaning(.pay, .unknown, .unknown)

  private static let rows: [Row] = [
    Row(
      name: "a handshake is about the channel alone", frame: .checkConnection,
      body: message("handshake"), step: .none),
    Row(name: "so is ready", frame: .widget, body: message("ready"), step: .none),
    Row(
      name: "a pressed button is an intent", frame: .applePay, body: message("buttonPressed"),
      step: .progress(Meaning(.pay, .progressing, .inProgress))),
    Row(
      name: "a challenge blocks the attempt of the frame that asks for it", frame: .googlePay,
      body: message("challenge", #"{"kind":"frame","url":"https://a.b/c?challengeToken=t"}"#),
      step: .progress(Meaning(.pay, .progressing, .challenged))),
    Row(
      name: "a challenge that is left proves nothing", frame: .challenge,
      body: message("cancelled", #"{"flow":"buy"}"#), step: .progress(unknown)),
    Row(
      name: "a challenge that is passed carries the transaction", frame: .challenge,
      body: message("complete", #"{"flow":"buy","transaction":{"id":"t","status":"completed"}}"#),
      step: .result(Meaning(.pay, .succeeded, .completed)), id: "t"),
    Row(
      name: "one about the customer's identity is no outcome", frame: .challenge,
      body: message("complete", #"{"flow":"identity"}"#), step: .none),
    Row(
      name: "a created transaction is bound, and may still need a proof", frame: .widget,
      body: message(
        "transactionCreated", transaction(#""id":"t","status":"waitingAuthorization""#)),
      step: .progress(Meaning(.pay, .progressing, .challenged)), id: "t"),
    Row(
      name: "it ends nothing, even where it says completed", frame: .widget,
      body: message("transactionCreated", transaction(#""id":"t","status":"completed""#)),
      step: .progress(Meaning(.pay, .progressing, .inProgress)), id: "t"),
    Row(
      name: "pending is paid and not delivered", frame: .buy,
      body: message("complete", transaction(#""id":"t","status":"pending""#)),
      step: .result(Meaning(.pay, .progressing, .pending, money: .taken)), id: "t"),
    Row(
      name: "completed is done, as claimed", frame: .buyButton,
      body: message("complete", transaction(#""id":"t","status":"completed""#)),
      step: .result(Meaning(.pay, .succeeded, .completed)), id: "t"),
    Row(
      name: "the widget spells it complete", frame: .widget,
      body: message("complete", transaction(#""id":"t","status":"complete""#)),
      step: .result(Meaning(.pay, .succeeded, .completed)), id: "t"),
    Row(
      name: "failed ends the attempt, without an id", frame: .googlePay,
      body: message(
        "complete", transaction(#""status":"failed","failureCode":"authorizationDeclined""#)),
      step: .result(Meaning(.pay, .failed, .failed))),
    Row(
      name: "an empty id and status are absent ones", frame: .challenge,
      body: message("complete", transaction(#""id":"","status":"""#)), step: .result(unknown),
      isOdd: true),
    Row(
      name: "a status that is not listed is unknown, and odd", frame: .buy,
      body: message("complete", transaction(#""id":"t","status":"teleported""#)),
      step: .result(unknown), id: "t", isOdd: true),
    Row(
      name: "an expired quote lets the frame go on", frame: .buy,
      body: message("error", #"{"code":"quoteExpired","message":"x"}"#), step: .none),
    Row(
      name: "a frame that cannot work has started nothing", frame: .addCard,
      body: message("error", #"{"code":"configurationError","message":"x"}"#),
      step: .failureOfChannel(Meaning(.pay, .notStarted, .notStarted))),
    Row(
      name: "any other error leaves open what happened", frame: .widget,
      body: message("error", #"{"code":"generic","message":"x"}"#),
      step: .failureOfChannel(unknown)),
    Row(
      name: "a check ends with a connection, no payment", frame: .checkConnection,
      body: message("complete", #"{"status":"active","credentials":"c"}"#), step: .none),
    Row(
      name: "terms to be accepted are a connection's status too", frame: .connect,
      body: message("complete", #"{"status":"termsAcceptanceRequired"}"#), step: .none),
    Row(
      name: "a connection's status that is not listed is odd", frame: .connect,
      body: message("complete", #"{"status":"entangled"}"#), step: .none, isOdd: true),
    Row(
      name: "a card that was added is no payment", frame: .addCard,
      body: message("complete", #"{"card":{"id":"c","last4":"1111"}}"#), step: .none),
    Row(
      name: "a kind that another frame has is not this one's", frame: .buy,
      body: message("buttonPressed"), step: .none, isOdd: true),
    Row(
      name: "nor is the close that only another SDK lists", frame: .widget, body: message("close"),
      step: .none, isOdd: true),
  ]

  @Test(arguments: rows)
  func `each kind says what the dossier has it say`(row: Row) throws {
    var harness = RecordingHarness()
    let format = RecordingHarness.format(frame: row.frame)
    let said = ProviderDescription.moonPay.interpret(try harness.event(row.body, as: format))
    #expect(said.step == row.step)
    #expect(said.identifiers.first { $0.kind == .transaction }?.value == row.id)
    #expect(said.anomalies.contains(.unlisted) == row.isOdd)
  }

  @Test(arguments: MoonPayFrame.allCases)
  func `nothing secret or personal of any frame is in clear`(frame: MoonPayFrame) throws {
    let secrets = [
      "planted-credentials", "planted-customer", "planted-area", "planted-reason", "planted-month",
      "planted-name", "planted-value", "planted-signature", "planted-message",
    ]
    let payload = """
      {"status":"active","credentials":"planted-credentials","reason":"planted-reason",\
      "customer":{"id":"planted-customer","country":"planted-area","area":"planted-area"},\
      "card":{"id":"c","last4":"1111","expirationMonth":"planted-month","planted-name":1},\
      "transaction":{"id":"t","status":"failed","failureReason":"planted-reason"},\
      "quote":{"signature":"planted-signature"},"message":"planted-message",\
      "planted-name":{"planted-name":"planted-value"}}
      """
    let format = RecordingHarness.format(frame: frame)
    for kind in format.kinds.map(\.word) + ["planted-name"] {
      var harness = RecordingHarness()
      let record = try harness.record(MoonPayFrameTests.message(kind, payload), as: format)
      for secret in secrets { #expect(!record.contains(secret), "\(frame) \(kind): \(secret)") }
      var keyless = RecordingHarness(hasKeys: false)
      let bare = try keyless.record(MoonPayFrameTests.message(kind, payload), as: format)
      for secret in secrets { #expect(!bare.contains(secret), "\(frame) \(kind): \(secret)") }
    }
  }
}
