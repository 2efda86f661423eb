import Foundation
import MerkleLog
import PaymentProviders
import Payments
import Recording
import Testing

/// Every sample is readable, of a kind that is listed, and says what is known of it.
@Suite struct SampleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let path: String
    let provider: Provider
    let surface: Surface
    var frame: MoonPayFrame?
    /// What is put around the sample, `@` standing for it.
    var wrapping = "@"
    /// For a file with several: which one.
    var element: Int?
    let type: String
    var step: Interpretation.Step = .none
    var id: String?
    var isOdd = false

    var testDescription: String { path + (element.map { " \($0)" } ?? "") }
  }

  private static let completed = Meaning(.pay, .succeeded, .completed)
  private static let failed = Meaning(.pay, .failed, .failed)
  private static let unknown = Meaning(.pay, .unknown, .unknown)
  private static let authorized = Meaning(.authorize, .succeeded, .authorized)

  private static func moonPay(
    _ name: String, _ frame: MoonPayFrame, _ kind: String, _ step: Interpretation.Step = .none,
    id: String? = nil, element: Int? = nil
  ) -> Row {
    Row(
      path: "moonpay/" + name, provider: .moonPay, surface: .frame, frame: frame, element: element,
      type: "moonpay.frame.\(frame.rawValue).\(kind)", step: step, id: id)
  }

  private static let moonPay: [Row] = [
    moonPay("01-handshake-body-as-string.json", .applePay, "handshake"),
    moonPay(
      "02-applepay-button-pressed.json", .applePay, "button-pressed",
      .progress(Meaning(.pay, .progressing, .inProgress))),
    moonPay(
      "03-applepay-complete-pending.json", .applePay, "complete",
      .result(Meaning(.pay, .progressing, .pending, money: .taken)), id: "txn_01"),
    moonPay(
      "04-applepay-complete-failed-no-id.json", .applePay, "complete", .result(failed)),
    moonPay(
      "05-applepay-challenge.json", .applePay, "challenge",
      .progress(Meaning(.pay, .progressing, .challenged))),
    moonPay(
      "06-applepay-error.json", .applePay, "error",
      .failureOfChannel(Meaning(.pay, .notStarted, .notStarted))),
    moonPay("07-host-setquote-and-ack.json", .applePay, "ack", element: 0),
    moonPay("07-host-setquote-and-ack.json", .applePay, "set-quote", element: 1),
    moonPay(
      "08-widget-transaction-created.json", .widget, "transaction-created",
      .progress(Meaning(.pay, .progressing, .challenged)), id: "txn_01"),
    moonPay(
      "09-widget-complete-spelled-complete.json", .widget, "complete", .result(completed),
      id: "txn_01"),
    moonPay("10-addcard-complete.json", .addCard, "complete"),
    moonPay("11-check-active.constructed.json", .checkConnection, "complete"),
    moonPay("12-check-connection-required.constructed.json", .checkConnection, "complete"),
    moonPay(
      "13-challenge-cancelled.constructed.json", .challenge, "cancelled", .progress(unknown)),
    Row(
      path: "moonpay/14-widget-webhook-excerpt.constructed.json", provider: .moonPay,
      surface: .webhook, type: "moonpay.webhook.transaction-updated",
      step: .statement(completed), id: "00000000-0000-4000-8000-0000000000aa"),
    Row(
      path: "moonpay/16-platform-transaction-failed-late-stage.constructed.json",
      provider: .moonPay, surface: .read, type: "moonpay.read.transaction",
      step: .statement(Meaning(.pay, .failed, .failed, money: .taken)), id: "txn_01"),
  ]

  private static func monei(
    _ name: String, _ step: Interpretation.Step, id: String? = nil, surface: Surface = .redirect,
    type: String = "monei.redirect", isOdd: Bool = false
  ) -> Row {
    Row(
      path: "monei/" + name, provider: .monei, surface: surface, type: type, step: step, id: id,
      isOdd: isOdd)
  }

  private static let monei: [Row] = [
    monei("01-redirect-success.url", .result(completed), id: "tx_123"),
    monei("02-redirect-failed.url", .result(failed)),
    monei("03-redirect-success-without-id.url", .result(unknown)),
    monei("04-redirect-empty-query.url", .result(unknown)),
    monei("05-redirect-success-minimal.url", .result(completed), id: "tx_1"),
    monei("06-redirect-v1.3-success-percent-encoded.url", .result(completed), id: "tx_1"),
    monei("07-redirect-v1.3-empty-param.url", .result(completed), id: "tx_1"),
    monei("08-redirect-v1.3-declined-with-id.url", .result(failed), id: "tx_9"),
    monei(
      "09-redirect-v1.3-cancelled-with-id.url", .result(Meaning(.pay, .cancelled, .cancelled)),
      id: "tx_1"),
    monei(
      "10-redirect-duplicate-keys.constructed.url", .result(completed), id: "tx_2", isOdd: true),
    monei(
      "12-webhook-raw-body.json", .statement(completed), id: "3690bd3f7294db82fed08c7371bace32",
      surface: .webhook, type: "monei.webhook"),
    monei(
      "14-android-direct-success.json", .result(completed), id: "tx_456", surface: .callback,
      type: "monei.callback"),
    monei(
      "15-android-direct-error-array.json", .result(failed), surface: .callback,
      type: "monei.callback"),
  ]

  private static func payrails(
    _ name: String, _ surface: Surface, _ type: String, _ step: Interpretation.Step = .none,
    id: String? = nil, wrapping: String = "@", element: Int? = nil
  ) -> Row {
    Row(
      path: "payrails/" + name, provider: .payrails, surface: surface, wrapping: wrapping,
      element: element, type: "payrails." + type, step: step, id: id)
  }

  private static let initialized = #"{"kind":"initialized","init":@}"#
  private static let failure = #"{"kind":"authorizeFailed","failure":@}"#

  private static let payrails: [Row] =
    [
      payrails(
        "01-init-data-tokenization-only.json", .host, "session.initialized", wrapping: initialized),
      payrails(
        "02-init-data-execution-applepay-adyendropin.json", .host, "session.initialized",
        id: "0b7af82d-b2a8-45a3-9e6b-ede7dbb72110", wrapping: initialized),
      payrails(
        "03-init-data-execution-vault-card.json", .host, "session.initialized",
        id: "6ee868d5-1570-43a2-99eb-a65a95e4ab67", wrapping: initialized),
      payrails(
        "04-init-data-with-stored-card.json", .host, "session.initialized",
        .statement(Meaning(.authorize, .progressing, .pending)), id: "exec-abc-123",
        wrapping: initialized),
      payrails(
        "05-execution-authorize-failed-paramserror.json", .read, "read.execution",
        .statement(Meaning(.authorize, .failed, .failed)), id: "exec-1"),
      payrails(
        "06-execution-authorize-successful.json", .read, "read.execution", .statement(authorized),
        id: "exec-2"),
      payrails(
        "07-save-instrument-enabled.json", .callback, "callback.tokenized",
        wrapping: #"{"kind":"tokenized","response":@}"#),
      payrails(
        "08-save-instrument-disabled-empty-data.json", .callback, "callback.tokenized",
        wrapping: #"{"kind":"tokenized","response":@}"#),
      payrails(
        "09-update-instrument-response.json", .callback, "callback.instrument-updated",
        wrapping: #"{"kind":"instrumentUpdated","response":@}"#),
      payrails(
        "10-delete-instrument-response.json", .callback, "callback.instrument-deleted",
        wrapping: #"{"kind":"instrumentDeleted","instrument":{"id":"i"},"response":@}"#),
      payrails("11-return-url-success.url", .redirect, "redirect.success", .result(authorized)),
      payrails(
        "12-notification-action-completed.constructed.json", .webhook,
        "webhook.execution-action-completed", .statement(authorized),
        id: "00000000-0000-4000-8000-000000000012"),
    ]
    + [
      Meaning(.authorize, .failed, .failed), Meaning(.authorize, .failed, .failed),
      Meaning(.authorize, .unknown, .unknown), Meaning(.authorize, .unknown, .unknown),
      Meaning(.authorize, .notStarted, .notStarted),
    ].enumerated().map { index, meaning in
      payrails(
        "13-authorization-failure-codes.constructed.json", .callback, "callback.authorize-failed",
        .result(meaning), wrapping: failure, element: index)
    }

  private static func dailyPay(
    _ name: String, _ type: String, _ surface: Surface = .element,
    _ step: Interpretation.Step = .none, id: String? = nil, element: Int? = nil,
    isOdd: Bool = false
  ) -> Row {
    Row(
      path: "dailypay/" + name, provider: .dailyPay, surface: surface, element: element,
      type: "dailypay." + type, step: step, id: id, isOdd: isOdd)
  }

  private static let dailyPay: [Row] = [
    dailyPay("01-tokenize-success-object.json", "element.card-tokenize-response"),
    dailyPay("02-tokenize-success-body-as-string.json", "element.card-tokenize-response"),
    dailyPay(
      "03-tokenize-success-missing-line-two.constructed.json", "element.card-tokenize-response"),
    dailyPay("04-tokenize-failure.constructed.json", "element.card-tokenize-response"),
    // Its direction is not known: a type that is not listed.
    dailyPay("05-give-token-request.constructed.json", "element.unlisted", isOdd: true),
    dailyPay("07-account-create-request.json", "read.account", .read),
    dailyPay("08-account-card-response.constructed.json", "read.account", .read),
    dailyPay(
      "09-transfer-pending-and-preview.constructed.json", "read.transfer", .read,
      .statement(Meaning(.payout, .progressing, .pending, money: MoneyMovement.none)),
      id: "aba332a2-24a2-46de-8257-5040e71ab210", element: 0),
    dailyPay(
      "09-transfer-pending-and-preview.constructed.json", "read.transfer", .read, element: 1),
  ]

  private static let rows = moonPay + monei + payrails + dailyPay
  /// No messages: URLs that open something, and headers of webhooks, have tests of their own.
  private static let others = [
    "dailypay/06-element.url", "monei/11-open-url.constructed.url",
    "monei/13-webhook-signature.json", "moonpay/15-webhook-signature-header.json",
  ]

  @Test(arguments: rows)
  func `a sample is readable and says what is known of it`(row: Row) throws {
    guard var text = try Samples.text(row.path) else { return }
    if let element = row.element { text = try Samples.elements(of: text)[element] }
    if row.path.hasSuffix(".url") { text = text.trimmingCharacters(in: .newlines) }
    let body = row.wrapping.replacing("@", with: text)
    let format =
      row.frame.map(RecordingHarness.format) ?? RecordingHarness.format(row.provider, row.surface)
    var harness = RecordingHarness()
    let event = try harness.event(body, as: format)
    #expect(event.type == row.type)
    let said = try #require(Providers.description(of: row.provider)).interpret(event)
    #expect(said.step == row.step)
    #expect(said.identifiers.first { $0.kind.namesPayment }?.value == row.id)
    #expect(said.anomalies.isEmpty != row.isOdd)
    for planted in ["<redacted", "Example Street", "07237", "203.0.113.7", "test-token"] {
      #expect(try !harness.record(body, as: format).contains(planted), "\(planted)")
    }
  }

  @Test func `no sample is left out`() throws {
    let names = Samples.names()
    guard !names.isEmpty else { return }
    #expect(Set(names) == Set(SampleTests.rows.map(\.path) + SampleTests.others))
  }

  @Test func `the sample of a signature fits its body`() throws {
    guard let body = try Samples.text("monei/12-webhook-raw-body.json"),
      let text = try Samples.text("monei/13-webhook-signature.json")
    else { return }
    let sample = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
    let header = try #require(sample["header"]).replacing("MONEI-Signature: ", with: "")
    let verifier = WebhookVerifier.monei(try #require(sample["key_for_test_only"]))
    #expect(verifier.verdict(on: Array(body.utf8), header: header) == .verified)
    // Only the header of this one is known: it is well made, and fits no body here.
    guard let other = try Samples.text("moonpay/15-webhook-signature-header.json") else { return }
    let headers = try #require(
      JSONSerialization.jsonObject(with: Data(other.utf8)) as? [String: String])
    let moonPay = WebhookVerifier.moonPay("k").verdict(
      on: Array(body.utf8), header: headers["Moonpay-Signature-V2"])
    #expect(moonPay == .refused(.wrongKey))
  }

  @Test func `the sample of an open URL is recorded without its secrets`() throws {
    guard let text = try Samples.text("monei/11-open-url.constructed.url") else { return }
    let opened = try #require(ProviderDescription.moneiPay.channels[SurfaceName(.request)]).opened
    var harness = RecordingHarness()
    let url = text.trimmingCharacters(in: .newlines).replacing("REDACTED", with: "planted-value")
    let body = "{\"currency\":\"EUR\",\"url\":\(JSONReader.literal(url))}"
    let record = try harness.record(ours: body, as: opened)
    #expect(!record.contains("planted"))
    #expect(!record.contains("merchant.example"))
    #expect(record.contains("1500"))
  }
}
