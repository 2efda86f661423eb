import Recording

/// How what MONEI's SDKs and server say is redacted. Sources: its SDKs' tests, and the reference of
/// its Payment object.
enum MoneiPayServerRedaction {
  private static let card: FieldRule = .object([
    "brand": .clear(.code),
    "type": .clear(.code),
    "country": .personal,
    "last4": .card,
    "expiration": .personal,
    "fingerprint": .personal,
    "tokenizationMethod": .clear(.code),
    "cardholderName": .personal,
    "cardholderEmail": .personal,
    "bank": .personal,
  ])

  private static let members: [String: FieldRule] = {
    var members: [String: FieldRule] = [
      "orderId": .reference,
      "paymentToken": .secret,
      "paymentMethod": .object(["method": .clear(.code), "card": card]),
      "sequence": .object(["type": .clear(.code)]),
      "nextAction": .object([
        "type": .clear(.code), "mustRedirect": .clear(.code), "redirectUrl": .secret,
        "completeUrl": .personal,
      ]),
    ]
    for name in [
      "id", "amount", "currency", "status", "statusCode", "accountId", "livemode",
      "refundedAmount", "lastRefundAmount", "lastRefundReason", "cancellationReason", "storeId",
      "pointOfSaleId", "createdAt", "updatedAt",
    ] {
      members[name] = .clear(.code)
    }
    for name in [
      "statusMessage", "message", "description", "authorizationCode", "customer",
      "billingDetails", "shippingDetails", "sessionDetails", "traceDetails", "metadata",
    ] {
      members[name] = .personal
    }
    return members
  }()

  /// A Payment.
  static let payment: FieldRule = .object(members)

  /// A webhook: a Payment bare, or in an envelope that calls it `object` or, in older texts,
  /// `data`.
  static let webhook: FieldRule = .object(
    members.merging([
      "type": .clear(.code), "objectType": .clear(.code), "object": payment, "data": payment,
    ]) { first, _ in first })

  /// What an SDK gave: iOS results and errors, Android's extras and JSON, in one shape or as a
  /// list.
  static let callback: FieldRule = .list(
    .object([
      "success": .clear(.code),
      "transactionId": .clear(.code), "transaction_id": .clear(.code),
      "amount": .clear(.code),
      "currency": .clear(.code),
      "cardBrand": .clear(.code), "card_brand": .clear(.code), "cardBrandName": .clear(.code),
      "maskedCardNumber": .card, "masked_card_number": .card,
      "last4": .card,
      "cardType": .clear(.code), "card_type": .clear(.code),
      "cardCountry": .personal, "card_country": .personal,
      "orderId": .reference, "order_id": .reference,
      "status": .clear(.code),
      "statusCode": .clear(.code), "status_code": .clear(.code),
      "statusMessage": .personal, "status_message": .personal,
      "authorizationCode": .personal, "authorization_code": .personal,
      "error": .clear(.code),
      "reason": .clear(.code),
      "ReasonCode": .clear(.code),
      "Description": .personal,
    ]))

  /// What the host itself did or saw: why no payment was opened.
  static let host: FieldRule = .object(["kind": .clear(.code), "code": .clear(.code)])
  static let unlistedHost: FieldRule = .object([:])
}
