import Recording

/// How MONEI Pay's URLs are redacted. Source: MONEI's iOS integration page and its SDK's tests.
enum MoneiPayRedaction {
  /// The parameters of the URL that opens MONEI Pay.
  static let openURL: [String: FieldRule] = [
    "amount": .clear(.code),
    "auth_token": .secret,
    "complete_url": .personal,
    "callback": .personal,
    "callback_url": .personal,
    "description": .personal,
    "customer_name": .personal,
    "customer_email": .personal,
    "customer_phone": .personal,
    "order_id": .reference,
    "transaction_type": .clear(.code),
  ]

  /// The parameters of the redirect that comes back, all versions to 1.3.
  static let redirect: [String: FieldRule] = [
    "success": .clear(.code),
    "transaction_id": .clear(.code),
    "amount": .clear(.code),
    "card_brand": .clear(.code),
    "masked_card_number": .card,
    "error": .clear(.code),
    "order_id": .reference,
    "currency": .clear(.code),
    "status": .clear(.code),
    "status_code": .clear(.code),
    "status_message": .personal,
    "authorization_code": .personal,
    "last4": .card,
    "card_type": .clear(.code),
    "card_country": .personal,
  ]

  /// What the host knows when it opens the URL: its own reference, and the currency, which the URL
  /// does not carry.
  static let opened: FieldRule = .object([
    "reference": .reference,
    "currency": .clear(.code),
    "url": .url(openURL),
  ])

  static let redirected: FieldRule = .object(["url": .url(redirect)])
}
