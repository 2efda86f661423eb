import Payments

/// MoonPay's words, and what they say. Sources: the frame reference pages, the pages of the
/// widget's webhooks and of the Platform's transaction.
package enum MoonPayStatus {
  package static let table = StatusTable([
    .init("button-pressed", pressed),
    .init("challenge", Meaning(.pay, .progressing, .challenged)),
    // "The payment has been made and the crypto has been transferred."; the widget's spelling.
    .init("complete", ["completed", "complete"], Meaning(.pay, .succeeded, .completed)),
    // "The payment has been completed and the crypto transfer is underway."
    .init("complete", ["pending"], paidAndPending),
    .init("complete", ["failed"], Meaning(.pay, .failed, .failed)),
    // The widget's older words: the transaction is there, and the customer has not paid it yet or
    // has to prove something.
    .init("complete", ["waitingPayment"], pressed),
    .init("complete", ["waitingAuthorization"], Meaning(.pay, .progressing, .challenged)),
    .init("complete", ["*"], StatusTable.unknown),
    // No attempt ends here, whatever the word: examples carry `completed` already.
    .init(
      "transaction-created", ["waitingAuthorization"], Meaning(.pay, .progressing, .challenged)),
    .init("transaction-created", ["pending"], paidAndPending),
    .init("transaction-created", ["*"], pressed),
    // Whoever left a challenge may have paid all the same.
    .init("cancelled", StatusTable.unknown),
    // Not an end: the host sends another quote, and the same frame goes on.
    .init("error", ["quoteExpired"], nil),
    // The frame cannot work at all, so no payment was started in it.
    .init(
      "error", ["configurationError", "invalidQuote", "applePayUnavailable"],
      Meaning(.pay, .notStarted, .notStarted)),
    .init("error", ["generic", "*"], StatusTable.unknown),

    .init("webhook.transaction", ["completed"], Meaning(.pay, .succeeded, .completed)),
    .init("webhook.transaction", ["pending"], paidAndPending),
    .init("webhook.transaction", ["waitingPayment"], pressed),
    .init(
      "webhook.transaction", ["waitingAuthorization"], Meaning(.pay, .progressing, .challenged)),
    .init("webhook.transaction", ["failed"], Meaning(.pay, .failed, .failed)),
    .init("webhook.transaction", ["*"], StatusTable.unknown),
    // A sale sends crypto in and money out.
    .init(
      "webhook.sell-transaction", ["completed"],
      Meaning(.payout, .succeeded, .completed, money: MoneyMovement.none)),
    .init(
      "webhook.sell-transaction",
      ["pending", "waitingPayment", "waitingAuthorization", "waitingForDeposit"],
      Meaning(.payout, .progressing, .pending, money: MoneyMovement.none)),
    .init("webhook.sell-transaction", ["failed"], Meaning(.payout, .failed, .failed)),
    .init("webhook.sell-transaction", ["*"], Meaning(.payout, .unknown, .unknown)),

    .init("read.transaction", ["completed"], Meaning(.pay, .succeeded, .completed)),
    // Only the stages say whether the customer has paid already.
    .init("read.transaction", ["pending"], Meaning(.pay, .progressing, .pending)),
    .init("read.transaction", ["failed"], Meaning(.pay, .failed, .failed)),
    .init("read.transaction", ["*"], StatusTable.unknown),
  ])

  /// `status` of what check and connect end with: about a connection, not about a payment.
  static let connectionStatuses: Set<String> = [
    "active", "connectionRequired", "pending", "unavailable", "failed", "termsAcceptanceRequired",
  ]

  /// The codes of a failed `complete`.
  static let failureCodes: Set<String> = [
    "applePayMerchantUnavailable", "transactionNotAllowed", "validationError",
    "serviceUnavailable", "authorizationDeclined", "unknown",
  ]

  private static let pressed = Meaning(.pay, .progressing, .inProgress)
  private static let paidAndPending = Meaning(.pay, .progressing, .pending, money: .taken)
}

extension StatusTable.Row {
  /// A kind that means the same whatever its words.
  init(_ record: String, _ meaning: Meaning?) { self.init(record, [], meaning) }
}
