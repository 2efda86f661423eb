import Payments

/// Payrails' words, and what they say. Sources: its iOS SDK's reference, its public source, and the
/// status codes of its workflow executions.
package enum PayrailsStatus {
  package static let table = StatusTable(
    [
      .init("callback.payment-button-clicked", Meaning(.authorize, .progressing, .inProgress)),
      // The host let the request go: from here on one may have been sent.
      .init(
        "callback.request-decision", ["proceed"], Meaning(.authorize, .progressing, .inProgress)),
      .init("callback.request-decision", ["refuse", "timeout", "*"], nil),
      .init(
        "callback.three-d-secure-challenge", Meaning(.authorize, .progressing, .challenged)),
      .init("callback.authorize-success", authorized),
      .init("callback.payment-completed", authorized),
      // A landing page was seen; nobody asked the backend.
      .init("callback.redirect-success", authorized),
      .init("callback.authorize-pending", Meaning(.authorize, .progressing, .pending)),

      .init("callback.authorize-failed", ["AUTHORIZATION_ERROR"], failed),
      // The backend's reason: the provider gave no answer in time, so nobody knows.
      .init("callback.authorize-failed", ["ProviderTimeout", "Timeout"], unknown),
      // The token was refused, or the amount was not the backend's: nothing was authorised.
      .init("callback.authorize-failed", ["AUTHENTICATION_ERROR"], failed),
      // No request was sent. That is no decline.
      .init("callback.authorize-failed", ["VALIDATION_FAILED"], notStarted),
      // The sheet was closed; the execution may go on and succeed.
      .init("callback.authorize-failed", ["USER_CANCELLED", "UNKNOWN_ERROR", "*"], unknown),

      .init("callback.payment-result", ["success"], authorized),
      .init("callback.payment-result", ["pending"], Meaning(.authorize, .progressing, .pending)),
      .init("callback.payment-result", ["authorizationFailed"], failed),
      .init(
        "callback.payment-result", ["failure", "error", "cancelledByUser", "*"], unknown),

      .init("callback.payment-failed", ["authenticationError"], failed),
      .init(
        "callback.payment-failed",
        [
          "sdkNotInitialized", "missingData", "invalidDataFormat", "invalidCardData",
          "unsupportedPayment", "incorrectPaymentSetup",
        ], notStarted),
      .init(
        "callback.payment-failed",
        [
          "unknown", "pollingFailed", "failedToDerivePaymentStatus",
          "finalStatusNotFoundAfterLongPoll", "longPollingFailed", "*",
        ], unknown),

      .init("redirect.success", authorized),
      .init("redirect.pending", Meaning(.authorize, .progressing, .pending)),
      .init("redirect.cancel", Meaning(.authorize, .cancelled, .cancelled)),
      .init("redirect.error", unknown),
    ] + execution)

  /// The status codes of an execution, as an init payload, a read and a notification list them.
  private static let execution: [StatusTable.Row] = [
    .init("execution", ["created"], Meaning(.authorize, .progressing, .initiated)),
    .init("execution", ["pending"], Meaning(.authorize, .progressing, .pending)),
    .init("execution", ["authorizeRequested"], Meaning(.authorize, .progressing, .inProgress)),
    .init("execution", ["authorizePending"], Meaning(.authorize, .progressing, .pending)),
    .init("execution", ["authorizeSuccessful"], authorized),
    .init("execution", ["authorizeFailed"], failed),
    .init(
      "execution", ["authorizeFailed: ProviderTimeout", "authorizeFailed: Timeout"], unknown),
    .init(
      "execution", ["confirmRequested", "confirmPending", "confirmSuccessful"],
      Meaning(.authorize, .progressing, .inProgress)),
    .init("execution", ["confirmFailed"], unknown),
    .init(
      "execution", ["captureRequested", "capturePending"],
      Meaning(.capture, .progressing, .authorized)),
    .init("execution", ["captureSuccessful"], Meaning(.capture, .succeeded, .completed)),
    .init("execution", ["captureFailed"], Meaning(.capture, .failed, .failed)),
    .init(
      "execution", ["cancelRequested", "cancelPending"],
      Meaning(.void, .progressing, .authorized)),
    .init("execution", ["cancelSuccessful"], Meaning(.void, .succeeded, .cancelled)),
    .init("execution", ["cancelFailed"], Meaning(.void, .failed, .failed)),
    .init(
      "execution", ["refundRequested", "refundPending"],
      Meaning(.refund, .progressing, .completed)),
    // The code does not say how much: at least a part went back.
    .init(
      "execution", ["refundSuccessful"], Meaning(.refund, .succeeded, .partiallyRefunded)),
    .init("execution", ["refundFailed"], Meaning(.refund, .failed, .failed)),
    .init(
      "execution",
      ["fraudScoreRequested", "fraudScorePending", "fraudScoreSuccessful", "fraudScoreFailed"],
      nil),
    .init(
      "execution", ["payoutRequested", "payoutPending"],
      Meaning(.payout, .progressing, .pending, money: MoneyMovement.none)),
    .init(
      "execution", ["payoutSuccessful"],
      Meaning(.payout, .succeeded, .completed, money: MoneyMovement.none)),
    .init("execution", ["payoutFailed"], Meaning(.payout, .failed, .failed)),
    .init("execution", ["*"], unknown),
  ]

  private static let authorized = Meaning(.authorize, .succeeded, .authorized)
  private static let failed = Meaning(.authorize, .failed, .failed)
  private static let notStarted = Meaning(.authorize, .notStarted, .notStarted)
  private static let unknown = Meaning(.authorize, .unknown, .unknown)
}
