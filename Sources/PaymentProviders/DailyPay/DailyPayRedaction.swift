import Recording

/// How DailyPay's messages are redacted. Sources: its page about elements on iOS, and its API.
enum DailyPayRedaction {
  /// What the card's element answers. Every member may be missing.
  static let tokenized: FieldRule = .object([
    "type": .clear(.code),
    "success": .clear(.code),
    "token": .secret,
    "response": .object([
      "first_name": .personal, "last_name": .personal,
      "address_line_one": .personal, "address_line_two": .personal, "address_city": .personal,
      "address_state": .personal, "address_zip_code": .personal, "address_country": .personal,
      "expiration_month": .personal, "expiration_year": .personal,
      // The first digits of a card's number, or something like them.
      "issuer": .personal,
      "token": .secret,
      "error": .clear(.code),
    ]),
  ])

  /// A message of a type that is not listed, token requests among them: their shape is not
  /// published, and an access token may stand in either place.
  static let unlisted: FieldRule = .object([
    "success": .clear(.code), "token": .secret,
    "payload": .object(["token": .secret]), "data": .object(["token": .secret]),
  ])

  static let opened: FieldRule = .object([
    "reference": .reference,
    "parameters": .object([
      "element": .clear(.code),
      "sender": .clear(.origin),
      "client_id": .secret,
      "implementation_id": .secret,
    ]),
  ])

  private static func resource(_ attributes: [String: FieldRule]) -> FieldRule {
    .object([
      "data": .object([
        "type": .clear(.code),
        "id": .clear(.code),
        "attributes": .object(attributes),
        "relationships": .personal,
        "links": .personal,
      ]),
      "meta": .object(["request_id": .clear(.code), "trace_id": .clear(.code)]),
    ])
  }

  static let account = resource([
    "name": .personal,
    "account_type": .clear(.code),
    "subtype": .clear(.code),
    "verification_status": .clear(.code),
    "balances": .object([
      "available": .clear(.code), "current": .clear(.code), "currency": .clear(.code),
    ]),
    "capabilities": .object([
      "transfer_destination": .list(
        .object([
          "schedule": .clear(.code), "fee": .clear(.code), "currency": .clear(.code),
        ]))
    ]),
    "details": .object([
      "token": .secret, "last_four": .card, "issuer": .personal,
      "first_name": .personal, "last_name": .personal,
      "address_line_one": .personal, "address_line_two": .personal, "address_city": .personal,
      "address_state": .personal, "address_zip_code": .personal, "address_country": .personal,
      "expiration_month": .personal, "expiration_year": .personal,
    ]),
  ])

  static let transfer = resource([
    "preview": .clear(.code),
    "amount": .clear(.code),
    "currency": .clear(.code),
    "fee": .clear(.code),
    "status": .clear(.code),
    "schedule": .clear(.code),
    "submitted_at": .clear(.time),
    "resolved_at": .clear(.time),
  ])

  /// An answer that is neither: errors in json:api's shape, or another resource.
  static let otherRead: FieldRule = .object([
    "errors": .list(
      .object([
        "code": .clear(.code), "status": .clear(.code), "detail": .personal,
        "meta": .object(["request_id": .clear(.code), "trace_id": .clear(.code)]),
      ])),
    "meta": .object(["request_id": .clear(.code), "trace_id": .clear(.code)]),
  ])
}
