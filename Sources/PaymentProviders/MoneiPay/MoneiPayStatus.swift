package import Payments

/// MONEI Pay's words, and what they say. The same table stands in `docs/reference/status.md`.
package enum MoneiPayStatus {
  /// `error` of a redirect with `success=false`. Any other code is a failure, as in the provider's
  /// SDK.
  package static let byErrorCode: [String: Meaning] = [
    "CANCELLED": Meaning(.pay, .cancelled, .cancelled),
    "USER_CANCELLED": Meaning(.pay, .cancelled, .cancelled),
    "PAYMENT_FAILED": failed,
    // The token, the account or a parameter was refused: no payment was started.
    "TOKEN_EXPIRED": notStarted,
    "INVALID_TOKEN": notStarted,
    "INVALID_AMOUNT": notStarted,
    "INVALID_CALLBACK_URL": notStarted,
    "INVALID_COMPLETE_URL": notStarted,
    "INVALID_CALLBACK": notStarted,
    "NOT_AUTHENTICATED": notStarted,
    "ACCOUNT_NOT_CONFIGURED": notStarted,
  ]

  /// `transaction_type` of the open URL: what a bare `success=true` then means. A sale is the
  /// default.
  package static let byTransactionType: [String: Meaning] = [
    "SALE": succeeded,
    "AUTH": Meaning(.authorize, .succeeded, .authorized),
    "CAPTURE": Meaning(.capture, .succeeded, .completed),
    "REFUND": Meaning(.refund, .succeeded, .refunded),
    "CANCEL": Meaning(.void, .succeeded, .cancelled),
    "PAYOUT": Meaning(.payout, .succeeded, .completed, money: MoneyMovement.none),
    "VERIF": Meaning(.verify, .succeeded, .completed, money: MoneyMovement.none),
  ]

  /// `success=true` with a transaction id.
  package static let succeeded = Meaning(.pay, .succeeded, .completed)
  static let failed = Meaning(.pay, .failed, .failed)
  static let notStarted = Meaning(.pay, .notStarted, .notStarted)
  /// `success=true` without an id, or a redirect that says neither: nobody here can say.
  package static let unknown = Meaning(.pay, .unknown, .unknown)
}
