package import Payments

/// MoonPay's words, and what they say. The same table stands in `docs/reference/status.md`.
package enum MoonPayStatus {
  /// `transaction.status` of a `complete`.
  package static let byTransactionStatus: [String: Meaning] = [
    // "The payment has been made and the crypto has been transferred."
    "completed": Meaning(.pay, .succeeded, .completed),
    // "The payment has been completed and the crypto transfer is underway."
    "pending": Meaning(.pay, .progressing, .pending, money: .taken),
    "failed": Meaning(.pay, .failed, .failed),
    // The widget's own spelling of the first.
    "complete": Meaning(.pay, .succeeded, .completed),
    // The widget's older words: the transaction is there, and the customer has not paid it yet or
    // has to prove something.
    "waitingPayment": Meaning(.pay, .progressing, .inProgress),
    "waitingAuthorization": Meaning(.pay, .progressing, .challenged),
  ]

  /// `status` of what check and connect end with: about a connection, not about a payment.
  static let connectionStatuses: Set<String> = [
    "active", "connectionRequired", "pending", "unavailable", "failed", "termsAcceptanceRequired",
  ]

  /// `code` of an `error`. A code that says that the frame cannot work at all says that no payment
  /// was started; any other leaves open what happened. `quoteExpired` is no end: the host sends
  /// another quote and the same frame goes on.
  package static let byErrorCode: [String: Meaning] = [
    "configurationError": Meaning(.pay, .notStarted, .notStarted),
    "invalidQuote": Meaning(.pay, .notStarted, .notStarted),
    "applePayUnavailable": Meaning(.pay, .notStarted, .notStarted),
    "generic": Meaning(.pay, .unknown, .unknown),
  ]

  /// The codes of a failed `complete`.
  static let failureCodes: Set<String> = [
    "applePayMerchantUnavailable", "transactionNotAllowed", "validationError",
    "serviceUnavailable", "authorizationDeclined", "unknown",
  ]

  /// The tap on the button: an intent, no outcome.
  package static let pressed = Meaning(.pay, .progressing, .inProgress)
  /// The customer has to prove something first.
  package static let challenged = Meaning(.pay, .progressing, .challenged)
  /// A word that is not listed, or a challenge that was left: nobody here can say.
  package static let unknown = Meaning(.pay, .unknown, .unknown)
}
