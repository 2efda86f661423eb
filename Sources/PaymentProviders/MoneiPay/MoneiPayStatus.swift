import Payments

/// MONEI's words, and what they say. Sources: MONEI's iOS integration page, its SDKs' tests, and
/// the reference of its Payment object.
package enum MoneiPayStatus {
  package static let table = StatusTable(
    asked + [
      .init("redirect", ["success=true with an id"], succeeded),
      // The SDK calls a success without an id a failure; the money may have moved all the same.
      .init("redirect", ["success=true without an id"], StatusTable.unknown),
      .init("redirect", ["success is neither"], StatusTable.unknown),
      .init("redirect", ["CANCELLED", "USER_CANCELLED", "USER_DENIED"], cancelled),
      // The token, the account or a parameter was refused: no payment was started.
      .init(
        "redirect",
        [
          "TOKEN_EXPIRED", "INVALID_TOKEN", "INVALID_AMOUNT", "INVALID_CALLBACK_URL",
          "INVALID_COMPLETE_URL", "INVALID_CALLBACK", "NOT_AUTHENTICATED",
          "ACCOUNT_NOT_CONFIGURED",
        ], notStarted),
      // Any other code is a failure, as in the provider's SDK.
      .init("redirect", ["PAYMENT_FAILED", "*"], failed),

      .init("callback", ["paymentCancelled"], cancelled),
      .init("callback", ["paymentFailed"], failed),
      .init(
        "callback",
        [
          "moneiPayNotInstalled", "paymentInProgress", "failedToOpen", "invalidParameters",
          "tokenExpired", "invalidToken", "notAuthenticated", "accountNotConfigured",
        ], notStarted),
      // No answer yet: the other app may still succeed.
      .init("callback", ["paymentTimeout", "*"], StatusTable.unknown),

      .init("host.timed-out", StatusTable.unknown),
      // Only the slot of this app was freed.
      .init("host.cancelled", StatusTable.unknown),
      .init("host.not-opened", notStarted),
    ] + payment("webhook") + payment("read.payment"))

  /// What a success means by the request's `transaction_type`. A sale is the default.
  private static let asked: [StatusTable.Row] = [
    .init("request.opened", ["SALE"], succeeded),
    .init("request.opened", ["AUTH"], Meaning(.authorize, .succeeded, .authorized)),
    .init("request.opened", ["CAPTURE"], Meaning(.capture, .succeeded, .completed)),
    .init("request.opened", ["REFUND"], Meaning(.refund, .succeeded, .refunded)),
    .init("request.opened", ["CANCEL"], Meaning(.void, .succeeded, .cancelled)),
    .init(
      "request.opened", ["PAYOUT"],
      Meaning(.payout, .succeeded, .completed, money: MoneyMovement.none)),
    .init(
      "request.opened", ["VERIF"],
      Meaning(.verify, .succeeded, .completed, money: MoneyMovement.none)),
    .init("request.opened", ["*"], StatusTable.unknown),
  ]

  /// `status` of a Payment, as a signed webhook and a read have it.
  private static func payment(_ record: String) -> [StatusTable.Row] {
    [
      .init(
        record, ["PENDING", "PENDING_PROCESSING", "PROCESSING"],
        Meaning(.pay, .progressing, .pending)),
      .init(record, ["AUTHORIZED"], Meaning(.authorize, .succeeded, .authorized)),
      .init(record, ["SUCCEEDED"], succeeded),
      .init(record, ["FAILED"], failed),
      .init(record, ["CANCELED", "CANCELLED"], cancelled),
      .init(record, ["EXPIRED"], Meaning(.pay, .expired, .expired)),
      .init(record, ["PARTIALLY_REFUNDED"], Meaning(.refund, .succeeded, .partiallyRefunded)),
      .init(record, ["REFUNDED"], Meaning(.refund, .succeeded, .refunded)),
      // Money went to the customer; it does not say whether some had been taken before.
      .init(record, ["PAID_OUT"], Meaning(.payout, .succeeded, .completed, money: .possible)),
      .init(record, ["*"], StatusTable.unknown),
    ]
  }

  private static let succeeded = Meaning(.pay, .succeeded, .completed)
  private static let failed = Meaning(.pay, .failed, .failed)
  private static let cancelled = Meaning(.pay, .cancelled, .cancelled)
  private static let notStarted = Meaning(.pay, .notStarted, .notStarted)
}
