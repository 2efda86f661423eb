import PaymentProviders
import Payments
import Recording
import Testing

/// What MONEI's words mean, row by row of what is known of them, and its oddities.
@Suite struct MoneiPayTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var surface = Surface.redirect
    let body: String
    let step: Interpretation.Step
    var id: String?
    var code: String?
    var anomalies: [Anomaly.Kind] = []

    var testDescription: String { name }
  }

  private static let completed = Meaning(.pay, .succeeded, .completed)
  private static let failed = Meaning(.pay, .failed, .failed)
  private static let cancelled = Meaning(.pay, .cancelled, .cancelled)
  private static let notStarted = Meaning(.pay, .notStarted, .notStarted)
  private static let unknown = Meaning(.pay, .unknown, .unknown)

  private static func redirect(_ query: String) -> String { "app://payment-result?\(query)" }

  private static let redirects: [Row] = [
    Row(
      name: "success with an id is approved, as claimed",
      body: redirect("success=true&transaction_id=tx_1&amount=1500"), step: .result(completed),
      id: "tx_1"),
    Row(
      name: "success without an id is unknown", body: redirect("success=true"),
      step: .result(unknown)),
    Row(
      name: "an empty id is an absent one", body: redirect("success=true&transaction_id="),
      step: .result(unknown)),
    Row(
      name: "the customer stopped", body: redirect("success=false&error=CANCELLED"),
      step: .result(cancelled), code: "CANCELLED"),
    Row(
      name: "so they did by the other word", body: redirect("success=false&error=USER_CANCELLED"),
      step: .result(cancelled), code: "USER_CANCELLED"),
    Row(
      name: "a cancellation can carry an id",
      body: redirect("success=false&error=CANCELLED&transaction_id=tx_1"),
      step: .result(cancelled), id: "tx_1", code: "CANCELLED"),
    Row(
      name: "a decline failed", body: redirect("success=false&error=PAYMENT_FAILED"),
      step: .result(failed), code: "PAYMENT_FAILED"),
    Row(
      name: "a code that is not listed is the reason of a failure",
      body: redirect("success=false&error=SOMETHING_NEW"), step: .result(failed),
      code: "SOMETHING_NEW"),
    Row(
      name: "a refused token started nothing", body: redirect("success=false&error=TOKEN_EXPIRED"),
      step: .result(notStarted), code: "TOKEN_EXPIRED"),
    Row(
      name: "an account that is not set up started nothing",
      body: redirect("success=false&error=ACCOUNT_NOT_CONFIGURED"), step: .result(notStarted),
      code: "ACCOUNT_NOT_CONFIGURED"),
    Row(
      name: "oddity 1: the last of two counts, and that there are two is odd",
      body: redirect("success=false&success=true&transaction_id=tx_1&transaction_id=tx_2"),
      step: .result(completed), id: "tx_2", anomalies: [.repeatedParameter]),
    Row(
      name: "oddity 1: a name without a value is passed over",
      body: redirect("success=true&transaction_id=tx_1&transaction_id"), step: .result(completed),
      id: "tx_1"),
    Row(
      name: "oddity 2: scheme, host and path say nothing",
      body: "other://anything/else?success=true&transaction_id=tx_1", step: .result(completed),
      id: "tx_1"),
    Row(
      name: "oddity 3: success is exactly true or false",
      body: redirect("success=TRUE&transaction_id=tx_1"), step: .result(unknown), id: "tx_1"),
    Row(
      name: "no query at all is unknown", body: "app://payment-result", step: .result(unknown)),
    Row(
      name: "oddity 4: a plus is a plus and %20 a space",
      body: redirect("success=false&error=PAYMENT%5FFAILED&status_message=a+b%20c"),
      step: .result(failed), code: "PAYMENT_FAILED"),
    Row(
      name: "a body that is no URL is unreadable", body: "no url", step: .none,
      anomalies: [.unreadable]),
  ]

  private static func error(_ name: String) -> String { "{\"error\":\"\(name)\"}" }

  private static let callbacks: [Row] = [
    Row(
      name: "the SDK's result", surface: .callback,
      body: #"{"success":true,"transactionId":"tx_1","amount":1500,"cardBrand":"visa"}"#,
      step: .result(completed), id: "tx_1"),
    Row(
      name: "a timeout is no result", surface: .callback, body: error("paymentTimeout"),
      step: .progress(unknown), code: "paymentTimeout"),
    Row(
      name: "the SDK's cancellation", surface: .callback, body: error("paymentCancelled"),
      step: .result(cancelled), code: "paymentCancelled"),
    Row(
      name: "the SDK's failure carries its reason", surface: .callback,
      body: #"{"error":"paymentFailed","reason":"DECLINED"}"#, step: .result(failed),
      code: "DECLINED"),
    Row(
      name: "no app, nothing started", surface: .callback, body: error("moneiPayNotInstalled"),
      step: .result(notStarted), code: "moneiPayNotInstalled"),
    Row(
      name: "another payment was in flight, so this one was not begun", surface: .callback,
      body: error("paymentInProgress"), step: .result(notStarted), code: "paymentInProgress"),
    Row(
      name: "it could not be opened", surface: .callback, body: error("failedToOpen"),
      step: .result(notStarted), code: "failedToOpen"),
    Row(
      name: "its parameters were refused", surface: .callback, body: error("invalidParameters"),
      step: .result(notStarted), code: "invalidParameters"),
    Row(
      name: "an error that is not listed is unknown", surface: .callback, body: error("newError"),
      step: .result(unknown), code: "newError"),
    Row(
      name: "oddity 10: Android's extras", surface: .callback,
      body: #"{"success":true,"transactionId":"tx_456","maskedCardNumber":"****5678"}"#,
      step: .result(completed), id: "tx_456"),
    Row(
      name: "oddity 10: Android's list of reasons", surface: .callback,
      body: #"[{"ReasonCode":"DECLINED","Description":"Card declined"}]"#, step: .result(failed),
      code: "DECLINED"),
    Row(
      name: "oddity 10: Android's customer said no", surface: .callback,
      body: #"[{"ReasonCode":"USER_DENIED"}]"#, step: .result(cancelled), code: "USER_DENIED"),
    Row(
      name: "oddity 10: the same in base64", surface: .callback,
      body: "W3siUmVhc29uQ29kZSI6IkRFQ0xJTkVEIiwiRGVzY3JpcHRpb24iOiJDYXJkIGRlY2xpbmVkIn1d",
      step: .result(failed), code: "DECLINED"),
    Row(
      name: "the host's own timeout", surface: .host, body: #"{"kind":"timedOut"}"#,
      step: .progress(unknown)),
    Row(
      name: "cancelPendingPayment frees the slot only", surface: .host,
      body: #"{"kind":"cancelled"}"#, step: .progress(unknown)),
    Row(
      name: "the host could not open it", surface: .host,
      body: #"{"kind":"notOpened","code":"failedToOpen"}"#, step: .result(notStarted),
      code: "failedToOpen"),
  ]

  private static func payment(_ status: String) -> String {
    "{\"id\":\"tx\",\"amount\":1500,\"currency\":\"EUR\",\"status\":\"\(status)\"}"
  }

  private static let statuses: [Row] =
    [
      ("PENDING", Meaning(.pay, .progressing, .pending)),
      ("PENDING_PROCESSING", Meaning(.pay, .progressing, .pending)),
      ("AUTHORIZED", Meaning(.authorize, .succeeded, .authorized)),
      ("SUCCEEDED", completed), ("FAILED", failed), ("CANCELED", cancelled),
      ("CANCELLED", cancelled), ("EXPIRED", Meaning(.pay, .expired, .expired)),
      ("PARTIALLY_REFUNDED", Meaning(.refund, .succeeded, .partiallyRefunded)),
      ("REFUNDED", Meaning(.refund, .succeeded, .refunded)),
      ("PAID_OUT", Meaning(.payout, .succeeded, .completed, money: .possible)),
    ].flatMap { status, meaning in
      [Surface.webhook, .read].map { surface in
        Row(
          name: "\(surface.rawValue) of \(status)", surface: surface, body: payment(status),
          step: .statement(meaning), id: "tx")
      }
    } + [
      Row(
        name: "a status that is not listed is unknown, and odd", surface: .webhook,
        body: payment("TELEPORTED"), step: .statement(unknown), id: "tx", anomalies: [.unlisted]),
      Row(
        name: "a webhook in its envelope", surface: .webhook,
        body: #"{"id":"evt_1","type":"payment.succeeded","object":\#(payment("SUCCEEDED"))}"#,
        step: .statement(completed), id: "tx"),
      Row(
        name: "an older envelope says data", surface: .webhook,
        body: #"{"id":"evt_1","type":"payment.failed","data":\#(payment("FAILED"))}"#,
        step: .statement(failed), id: "tx"),
      Row(
        name: "a test says nothing", surface: .webhook,
        body: #"{"id":"evt_1","type":"webhook.test","object":{}}"#, step: .none),
      Row(
        name: "an envelope of something else says nothing, and is odd", surface: .webhook,
        body: #"{"id":"evt_1","type":"subscription.activated","object":{"id":"s"}}"#, step: .none,
        anomalies: [.unlisted]),
    ]

  @Test func `a request that MONEI would refuse is not opened`() {
    var good = MoneiPayRequest(
      amount: 1500, currency: "EUR", authToken: "t", completeScheme: "my-app")
    good.callbackURL = "https://shop.example/hook"
    good.orderID = String(repeating: "x", count: 2048)
    #expect(good.refusal == nil)
    func refusal(_ change: (inout MoneiPayRequest) -> Void) -> MoneiPayRefusal? {
      var request = good
      change(&request)
      return request.refusal
    }
    #expect(refusal { $0.amount = 0 } == .amountNotPositive)
    #expect(refusal { $0.amount = -1 } == .amountNotPositive)
    #expect(refusal { $0.authToken = "" } == .noAuthToken)
    #expect(refusal { $0.completeScheme = "my app" } == .badCompleteScheme)
    #expect(refusal { $0.callbackURL = "http://shop.example/hook" } == .badCallbackURL)
    #expect(refusal { $0.callbackURL = "https://" } == .badCallbackURL)
    let long = String(repeating: "x", count: 2049)
    #expect(refusal { $0.callbackURL = "https://a.b/" + long } == .badCallbackURL)
    #expect(refusal { $0.orderID = long } == .badOrderID)
    #expect(refusal { $0.orderID = "" } == .badOrderID)
  }

  @Test func `the URL is the universal link or the old scheme, with either name of the way back`() {
    var request = MoneiPayRequest(
      amount: 1500, currency: "EUR", authToken: "t", completeScheme: "my-app")
    request.transactionType = .authorize
    #expect(
      request.url == "https://pay.monei.com/accept-payment?amount=1500&auth_token=t"
        + "&transaction_type=AUTH&complete_url=my-app%3A%2F%2Fpayment-result")
    request.completion = .callback
    #expect(
      request.legacyURL == "monei-pay://accept-payment?amount=1500&auth_token=t"
        + "&transaction_type=AUTH&callback=my-app%3A%2F%2Fpayment-result")
  }
}
