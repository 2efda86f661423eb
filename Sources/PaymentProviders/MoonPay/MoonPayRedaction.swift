import Recording

/// How MoonPay's messages are redacted. Source: the frame reference pages; what is secret and what
/// personal follows from what each member gives its holder.
enum MoonPayRedaction {
  /// The members that every frame message has; `payload` differs by kind.
  private static func message(_ payload: [String: FieldRule] = [:]) -> FieldRule {
    .object([
      "version": .clear(.code),
      "meta": .object(["channelId": .clear(.code)]),
      "kind": .clear(.code),
      "payload": .object(payload),
    ])
  }

  private static let transaction: FieldRule = .object([
    "id": .clear(.code),
    "status": .clear(.code),
    "failureReason": .personal,
    "failureCode": .clear(.code),
  ])

  /// A customer as check and connect describe one: where they live says what they may buy.
  private static let customer: FieldRule = .object([
    "id": .personal,
    "country": .personal,
    "administrativeArea": .personal,
    "area": .personal,
  ])

  private static let card: FieldRule = .object([
    "id": .clear(.code),
    "type": .clear(.code),
    "cardType": .clear(.code),
    "brand": .clear(.code),
    "last4": .card,
    "expirationMonth": .personal,
    "expirationYear": .personal,
    "availability": .object(["active": .clear(.code), "reason": .clear(.code)]),
  ])

  static let bare = message()
  static let complete = message(["transaction": transaction, "flow": .clear(.code)])
  /// What check and connect end with. The credentials open to tokens.
  static let connection = message([
    "status": .clear(.code),
    "credentials": .secret,
    "expiresAt": .clear(.time),
    "customer": customer,
    "mismatch": .clear(.code),
    "reason": .personal,
  ])
  static let addedCard = message(["card": card])
  static let challenge = message([
    "kind": .clear(.code), "url": .secretParameter("challengeToken"),
  ])
  static let error = message(["code": .clear(.code), "message": .personal])
  static let cancelled = message(["flow": .clear(.code)])
  static let setQuote = message(["quote": .object(["signature": .secret])])
  /// A message of a kind that is not listed: its kind's name is sealed with its payload.
  static let unlisted: FieldRule = .object([
    "version": .clear(.code), "meta": .object(["channelId": .clear(.code)]),
  ])

  /// What the host knows when it opens a frame: its own reference, and the URL's parameters.
  static let opened: FieldRule = .object([
    // The name of a frame that is not listed.
    "frame": .personal,
    "reference": .reference,
    "parameters": .object([
      "sender": .clear(.origin),
      "clientToken": .secret,
      "channelId": .clear(.code),
      "signature": .secret,
      "quoteSignature": .secret,
      "sessionToken": .secret,
      "publicKey": .clear(.code),
      "skipKyc": .clear(.code),
      "flow": .clear(.code),
      "externalTransactionId": .reference,
      "theme": .clear(.code),
      "challengeToken": .secret,
      "url": .secretParameter("challengeToken"),
    ]),
  ])
}
