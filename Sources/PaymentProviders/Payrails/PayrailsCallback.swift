import Recording

/// What Payrails' SDK calls a host back with, by delegate, by closure or as a result. Source: the
/// SDK's reference, delegate by delegate.
public enum PayrailsCallback: Hashable, Sendable {
  /// `onPaymentButtonClicked`: a tap, no outcome.
  case paymentButtonClicked
  /// `onRequestStart`: a request is about to be sent.
  case requestStart(PayrailsRequestContext)
  /// What the host answered to it.
  case requestDecision(PayrailsDecision)
  /// `onThreeDSecureChallenge`.
  case threeDSecureChallenge
  /// `onAuthorizeSuccess` of an element that asks its backend; `success` of `executePayment`.
  case authorizeSuccess
  /// `onAuthorizeSuccess` of the generic redirect: a landing page was seen.
  case redirectSuccess
  /// `onAuthorizePending`; `pending` of `executePayment`.
  case authorizePending
  /// `onAuthorizeFailed`; `authorizationFailed` of `executePayment`.
  case authorizeFailed(PayrailsFailure)
  /// A result of an SDK before 2.0, without any payload: `authorizationFailed`, `failure`, `error`,
  /// `cancelledByUser`.
  case paymentResult(String)
  /// `onPaymentSessionExpired` of Apple Pay and PayPal.
  case paymentSessionExpired
  /// `onStoredInstrumentChanged`.
  case storedInstrumentChanged(PayrailsInstrument?)
  /// `didSelectInstrument`.
  case instrumentSelected(PayrailsInstrument)
  /// `didDeselect`.
  case instrumentDeselected(PayrailsInstrument)
  /// `didCompletePaymentForInstrument`.
  case paymentCompleted(PayrailsInstrument)
  /// `didFailPaymentForInstrument`, with the name of the `PayrailsError`'s case.
  case paymentFailed(PayrailsInstrument, error: String, detail: String?)
  /// `didRequestDeleteInstrument`: a wish.
  case deleteRequested(PayrailsInstrument)
  /// `didRequestUpdateInstrument`: a wish.
  case updateRequested(PayrailsInstrument)
  /// `didCollectCardData`: the encrypted data is a secret; its fingerprint is kept.
  case cardDataCollected(String)
  /// `didFailWithError` of the card form.
  case cardFormFailed(error: String, detail: String?)
  /// `didChangePreferredScheme`.
  case preferredSchemeChanged(String?, [PayrailsCardScheme])
  /// `tokenize` gave an instrument.
  case tokenized(PayrailsInstrument)
  /// `tokenize` failed, with the name of the `PayrailsError`'s case.
  case tokenizeFailed(error: String, detail: String?)
  /// `tokenize` was cancelled.
  case tokenizeCancelled
  /// `updateInstrument` gave this.
  case instrumentUpdated(PayrailsInstrument)
  /// `deleteInstrument` gave this; `nil` where the server answered without a body.
  case instrumentDeleted(id: String, success: Bool?)
  /// `query` gave this: what the SDK remembers, not what the backend says.
  case queried(PayrailsQuery)

  /// The host's stamps: what a callback does not carry itself.
  package struct Stamp: Sendable {
    package var execution: String?
    package var attempt: Int?
    package var amount: PayrailsAmount?
    package var element: String?

    package init(
      execution: String? = nil, attempt: Int? = nil, amount: PayrailsAmount? = nil,
      element: String? = nil
    ) {
      self.execution = execution
      self.attempt = attempt
      self.amount = amount
      self.element = element
    }
  }

  /// The capture's body, before redaction.
  package func json(_ stamp: Stamp) -> String {
    var body = JSONBuilder()
    switch self {
    case .paymentButtonClicked: body.add("kind", "paymentButtonClicked")
    case .requestStart(let context):
      body.add("kind", "requestStart")
      var members = JSONBuilder()
      members.add("executionId", context.executionID)
      members.add("paymentMethodCode", context.paymentMethodCode)
      members.add("action", context.action)
      body.add("context", json: members.text)
    case .requestDecision(let decision):
      body.add("kind", "requestDecision")
      switch decision {
      case .proceed: body.add("decision", "proceed")
      case .timeout: body.add("decision", "timeout")
      case .refuse(let message):
        body.add("decision", "refuse")
        body.add("message", message)
      }
    case .threeDSecureChallenge: body.add("kind", "threeDSecureChallenge")
    case .authorizeSuccess: body.add("kind", "authorizeSuccess")
    case .redirectSuccess: body.add("kind", "redirectSuccess")
    case .authorizePending: body.add("kind", "authorizePending")
    case .authorizeFailed(let failure):
      body.add("kind", "authorizeFailed")
      body.add("failure", json: failure.json)
    case .paymentResult(let result):
      body.add("kind", "paymentResult")
      body.add("result", result)
    case .paymentSessionExpired: body.add("kind", "paymentSessionExpired")
    case .cardDataCollected(let data):
      body.add("kind", "cardDataCollected")
      body.add("data", data)
    case .cardFormFailed(let error, let detail):
      body.addFailure("cardFormFailed", error, detail)
    case .tokenizeFailed(let error, let detail):
      body.addFailure("tokenizeFailed", error, detail)
    case .tokenizeCancelled: body.add("kind", "tokenizeCancelled")
    case .preferredSchemeChanged(let scheme, let schemes):
      body.add("kind", "preferredSchemeChanged")
      body.add("preferredScheme", scheme)
      let list = schemes.map { scheme in
        var members = JSONBuilder()
        members.add("code", scheme.code)
        members.add("selected", scheme.isSelected)
        return members.text
      }
      body.add("cardSchemes", json: "[\(list.joined(separator: ","))]")
    case .queried(let query):
      body.add("kind", "queried")
      body.add("query", json: query.json)
    default: addInstrument(to: &body)
    }
    body.add("execution", stamp.execution)
    body.add("attempt", stamp.attempt)
    body.add("amount", json: stamp.amount?.json)
    body.add("element", stamp.element)
    return body.text
  }

  private func addInstrument(to body: inout JSONBuilder) {
    switch self {
    case .storedInstrumentChanged(let instrument):
      body.add("kind", "storedInstrumentChanged")
      body.add("instrument", json: instrument?.json)
    case .instrumentSelected(let instrument): body.add("instrumentSelected", instrument)
    case .instrumentDeselected(let instrument): body.add("instrumentDeselected", instrument)
    case .paymentCompleted(let instrument): body.add("paymentCompleted", instrument)
    case .paymentFailed(let instrument, let error, let detail):
      body.addFailure("paymentFailed", error, detail)
      body.add("instrument", json: instrument.json)
    case .deleteRequested(let instrument): body.add("deleteRequested", instrument)
    case .updateRequested(let instrument): body.add("updateRequested", instrument)
    case .tokenized(let instrument):
      body.add("kind", "tokenized")
      body.add("response", json: instrument.json)
    case .instrumentUpdated(let instrument):
      body.add("kind", "instrumentUpdated")
      body.add("response", json: instrument.json)
    case .instrumentDeleted(let id, let success):
      body.add("instrumentDeleted", PayrailsInstrument(id: id))
      var response = JSONBuilder()
      response.add("success", success)
      body.add("response", json: response.text)
    default: preconditionFailure("Every other callback has a body of its own")
    }
  }
}

/// What a host asked the SDK's memory, and what it gave.
public enum PayrailsQuery: Hashable, Sendable {
  /// The execution that the session holds now.
  case executionID(String?)
  /// The amount that it holds now.
  case amount(PayrailsAmount?)
  /// The customer's reference.
  case holderReference(String?)
  /// The instruments that it lists.
  case instruments([PayrailsInstrument])

  package var json: String {
    var query = JSONBuilder()
    switch self {
    case .executionID(let id):
      query.add("key", "executionId")
      query.add("execution", id)
    case .amount(let amount):
      query.add("key", "amount")
      query.add("amount", json: amount?.json)
    case .holderReference(let reference):
      query.add("key", "holderReference")
      query.add("holderReference", reference)
    case .instruments(let instruments):
      query.add("key", "paymentMethodInstruments")
      query.add("instruments", json: "[\(instruments.map(\.json).joined(separator: ","))]")
    }
    return query.text
  }
}

extension JSONBuilder {
  fileprivate mutating func add(_ kind: String, _ instrument: PayrailsInstrument) {
    add("kind", kind)
    add("instrument", json: instrument.json)
  }

  fileprivate mutating func addFailure(_ kind: String, _ error: String, _ detail: String?) {
    add("kind", kind)
    add("error", error)
    add("detail", detail)
  }
}
