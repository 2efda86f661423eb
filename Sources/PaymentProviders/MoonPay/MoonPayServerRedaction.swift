import Recording

/// How what MoonPay's server says is redacted: webhooks, reads of the Platform's API, and the quote
/// that the host fetched. Sources: the pages of the widget's webhooks, of the Platform's
/// transaction and of its quote.
enum MoonPayServerRedaction {
  private static let asset: FieldRule = .object(["code": .clear(.code)])
  private static let side: FieldRule = .object(["amount": .clear(.code), "asset": asset])
  private static let fee: FieldRule = .object([
    "amount": .clear(.code), "currencyCode": .clear(.code),
  ])
  private static let fees: FieldRule = .object([
    "network": fee, "moonpay": fee, "ecosystem": fee,
  ])
  private static let stages: FieldRule = .list(
    .object([
      "kind": .clear(.code), "stage": .clear(.code), "name": .clear(.code),
      "status": .clear(.code), "failureReason": .clear(.code),
    ]))

  /// The Platform's transaction.
  static let transaction: FieldRule = .object([
    "id": .clear(.code),
    "createdAt": .clear(.time),
    "updatedAt": .clear(.time),
    "status": .clear(.code),
    "source": side,
    "destination": side,
    "fees": fees,
    "wallet": .object(["address": .personal]),
    "customer": .object(["id": .personal]),
    "paymentMethod": .object(["type": .clear(.code)]),
    "externalTransactionId": .reference,
    "stages": stages,
  ])

  /// A quote that the host fetched: frames tell of no amount, so it has to come from here.
  static let quote: FieldRule = .object([
    "kind": .clear(.code),
    "signature": .secret,
    "source": side,
    "destination": side,
    "fees": fees,
    "expiresAt": .clear(.time),
  ])
  static let unlistedHost: FieldRule = .object([:])

  /// A webhook of the widget's family.
  static let webhook: FieldRule = .object([
    "type": .clear(.code),
    "data": data,
    "externalCustomerId": .reference,
  ])
  /// A webhook of a type that is not listed, or of the Platform's about a customer.
  static let unlistedWebhook: FieldRule = .object([
    "id": .clear(.code), "timestamp": .clear(.time),
  ])

  private static let data: FieldRule = {
    var members: [String: FieldRule] = ["stages": stages, "externalTransactionId": .reference]
    for name in [
      "id", "status", "baseCurrencyAmount", "quoteCurrencyAmount", "feeAmount", "extraFeeAmount",
      "networkFeeAmount", "areFeesIncluded", "flow", "failureReason", "paymentMethod",
      "baseCurrencyId", "quoteCurrencyId", "currencyId", "eurRate", "usdRate", "gbpRate",
    ] {
      members[name] = .clear(.code)
    }
    for name in ["createdAt", "updatedAt"] { members[name] = .clear(.time) }
    for name in ["baseCurrency", "quoteCurrency", "currency"] { members[name] = asset }
    for name in [
      "walletAddress", "walletAddressTag", "cryptoTransactionId", "redirectUrl", "returnUrl",
      "widgetRedirectUrl", "bankTransferReference", "customerId", "cardId", "bankAccountId",
      "bankDepositInformation",
    ] {
      members[name] = .personal
    }
    return .object(members)
  }()
}
