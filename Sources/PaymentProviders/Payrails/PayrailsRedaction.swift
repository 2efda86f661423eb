import Recording

/// How Payrails' messages are redacted. Sources: its iOS SDK's reference and public source, and the
/// pages of its notifications.
enum PayrailsRedaction {
  static let amount: FieldRule = .object(["value": .clear(.code), "currency": .clear(.code)])
  private static let link: FieldRule = .object(["method": .clear(.code), "href": .secret])

  private static func links(_ names: String...) -> FieldRule {
    var members: [String: FieldRule] = ["self": .secret, "execution": .secret]
    for name in names { members[name] = link }
    return .object(members)
  }

  static let errors: FieldRule = .list(
    .object([
      "id": .clear(.code),
      "code": .clear(.code),
      "detail": .personal,
      "docUrl": .personal,
      // The result arrives as a failure's message too.
      "reason": .object([
        "category": .clear(.code), "result": .clear(.code), "source": .clear(.code),
        "detail": .personal,
      ]),
    ]))

  static let instrument: FieldRule = .object([
    "id": .clear(.code),
    "createdAt": .clear(.time),
    "status": .clear(.code),
    "data": .object([
      "bin": .personal, "suffix": .card, "email": .personal, "holderName": .personal,
      "network": .clear(.code), "expiryMonth": .personal, "expiryYear": .personal,
      "binLookup": .personal,
    ]),
    "displayName": .personal,
    "paymentMethod": .clear(.code),
    "holderId": .personal,
    "default": .clear(.code),
    "fingerprint": .personal,
    "futureUsage": .clear(.code),
  ])

  private static let options: FieldRule = .list(
    .object([
      "integrationType": .clear(.code),
      "paymentMethodCode": .clear(.code),
      "description": .personal,
      "config": .personal,
      "clientConfig": .object([
        "displayName": .personal, "flow": .clear(.code),
        "supportsSaveInstrument": .clear(.code), "supportsBillingInfo": .clear(.code),
      ]),
      "paymentInstruments": .list(instrument),
    ]))

  private static let results: FieldRule = .list(
    .object([
      "httpCode": .clear(.code),
      "body": .object([
        "name": .clear(.code),
        "actionId": .clear(.code),
        "executedAt": .clear(.time),
        "data": .object(["paymentCompositionOptions": options]),
        "links": links("authorize", "confirm", "redirect", "startPaymentSession"),
      ]),
    ]))

  /// A workflow execution: Payrails' word for a payment.
  static let execution: FieldRule = .object([
    "id": .clear(.code),
    "status": .list(
      .object(["code": .clear(.code), "time": .clear(.time), "errors": errors])),
    "createdAt": .clear(.time),
    "merchantReference": .reference,
    "holderReference": .reference,
    "holderId": .personal,
    "amount": amount,
    "workflow": .object(["code": .clear(.code), "version": .clear(.code)]),
    "meta": .personal,
    "actionRequired": .clear(.code),
    "links": links(
      "lookup", "confirm", "redirect", "authorize", "3ds", "startPaymentSession"),
    "initialResults": results,
  ])

  private static let configuration: [String: FieldRule] = [
    "token": .secret,
    "holderReference": .reference,
    "amount": amount,
    "vaultConfiguration": .object([
      "vaultId": .clear(.code), "vaultUrl": .personal, "token": .secret,
      "status": .clear(.code), "vaultType": .clear(.code), "providerId": .clear(.code),
      "providerConfigId": .clear(.code), "cardTableName": .personal,
      "encryptionPublicKey": .secret, "links": links("saveInstrument"),
    ]),
    "tokenization": .object([
      "id": .clear(.code), "publicKey": .secret, "vaultProviderConfigId": .clear(.code),
      "links": links("tokenize"),
    ]),
    "links": links("instrumentDelete", "instrumentUpdate", "binLookup"),
    "execution": execution,
    "featureConfig": .object(["coBrandedCardsRollout": .clear(.code)]),
  ]

  /// The payload that a session is made of: as it comes, a version and base64 of JSON, or that JSON
  /// itself.
  static let initData: FieldRule = .object(
    configuration.merging([
      "version": .clear(.code), "data": .base64JSON(.object(configuration)),
    ]) { first, _ in first })

  /// What the host knows when it opens a session or an element.
  static let opened: FieldRule = .object([
    "reference": .reference,
    "parameters": .object([
      "element": .clear(.code),
      "execution": .clear(.code),
      "attempt": .clear(.code),
      "amount": amount,
      "session": .clear(.code),
      "version": .clear(.code),
    ]),
  ])

  /// What the host did to its session, or learnt of it.
  static let session: FieldRule = .object([
    "kind": .clear(.code),
    "init": initData,
    "amount": amount,
    "execution": .clear(.code),
    "error": .clear(.code),
  ])

  /// A callback, stamped with what it does not carry itself: the execution, the try, the amount.
  static let callback: FieldRule = .object([
    "kind": .clear(.code),
    "execution": .clear(.code),
    "attempt": .clear(.code),
    "amount": amount,
    "element": .clear(.code),
    "failure": .object([
      "code": .clear(.code), "message": .clear(.code), "rawError": .personal,
    ]),
    "error": .clear(.code),
    "detail": .personal,
    "result": .clear(.code),
    "instrument": instrument,
    "response": .object(responseMembers),
    "context": .object([
      "executionId": .clear(.code), "paymentMethodCode": .clear(.code),
      "action": .clear(.code),
    ]),
    "decision": .clear(.code),
    "message": .personal,
    "data": .secret,
    "preferredScheme": .clear(.code),
    "cardSchemes": .list(
      .object([
        "code": .clear(.code), "name": .clear(.code), "logoUrl": .personal,
        "selected": .clear(.code),
      ])),
    "query": .object([
      "key": .clear(.code), "execution": .clear(.code), "holderReference": .reference,
      "amount": amount, "link": link, "options": options, "instruments": .list(instrument),
    ]),
  ])

  private static let responseMembers: [String: FieldRule] = {
    guard case .object(var members) = instrument else { return [:] }
    members["success"] = .clear(.code)
    return members
  }()

  /// What came back to the app: a landing page without parameters of its own.
  static let redirect: FieldRule = .object(["url": .url([:])])

  static let notification: FieldRule = .object([
    "event": .clear(.code),
    "time": .clear(.time),
    "workspaceId": .clear(.code),
    "eventTrigger": .clear(.code),
    "details": .object([
      "action": .clear(.code),
      "actionId": .clear(.code),
      "actionMeta": .personal,
      "success": .clear(.code),
      "errors": errors,
      "amount": amount,
      "execution": execution,
      "paymentComposition": .list(
        .object([
          "paymentId": .clear(.code), "paymentMethodCode": .clear(.code),
          "integrationType": .clear(.code), "providerReference": .clear(.code),
          "acquirerReference": .clear(.code), "amount": amount,
        ])),
    ]),
  ])
  /// A notification of an event that is not listed, or in the envelope of payouts.
  static let unlistedNotification: FieldRule = .object([
    "id": .clear(.code), "time": .clear(.time), "createdAt": .clear(.time),
    "workspaceId": .clear(.code), "workflowExecutionId": .clear(.code),
    "workflowActionId": .clear(.code), "eventTrigger": .clear(.code),
  ])
  /// A callback of a kind that is not listed: the stamps alone are known.
  static let unlisted: FieldRule = .object([
    "execution": .clear(.code), "attempt": .clear(.code), "amount": amount,
    "element": .clear(.code),
  ])
}
