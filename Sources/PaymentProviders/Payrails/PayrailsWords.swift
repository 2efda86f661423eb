import Recording

/// A sum as Payrails has it. It gives no rule for decimal places, so the text is kept as it is.
public struct PayrailsAmount: Hashable, Sendable {
  /// A decimal text.
  public let value: String
  /// The ISO 4217 code.
  public let currency: String

  /// A sum.
  public init(value: String, currency: String) {
    self.value = value
    self.currency = currency
  }

  package var json: String {
    var amount = JSONBuilder()
    amount.add("value", value)
    amount.add("currency", currency)
    return amount.text
  }
}

/// A failure as a delegate gets it. Source: `AuthorizationFailure` of the SDK's reference.
public struct PayrailsFailure: Hashable, Sendable {
  /// `AUTHORIZATION_ERROR`, `AUTHENTICATION_ERROR`, `USER_CANCELLED`, `UNKNOWN_ERROR`,
  /// `VALIDATION_FAILED`, or one that is not listed.
  public let code: String
  /// The backend's result, or a sentence.
  public let message: String?
  /// What is below it, described. Sealed.
  public let rawError: String?

  /// A failure.
  public init(code: String, message: String? = nil, rawError: String? = nil) {
    self.code = code
    self.message = message
    self.rawError = rawError
  }

  package var json: String {
    var failure = JSONBuilder()
    failure.add("code", code)
    failure.add("message", message)
    failure.add("rawError", rawError)
    return failure.text
  }
}

/// A stored instrument as any of the SDK's shapes has it; what one lacks is absent.
public struct PayrailsInstrument: Hashable, Sendable {
  /// Payrails' id.
  public var id: String
  /// `created`, `enabled`, `disabled`, `deleted`, `invalid`, `transient`.
  public var status: String?
  /// `card`, `payPal`, `applePay`, …
  public var paymentMethod: String?
  /// A name to show. Sealed.
  public var displayName: String?
  /// The network of a card.
  public var network: String?
  /// The last four digits of a card.
  public var suffix: String?
  /// What it was kept for: `CardOnFile`, `Subscription`, `UnscheduledCardOnFile`.
  public var futureUsage: String?
  /// Whether it is offered first.
  public var isDefault: Bool?

  /// The instrument of this id.
  public init(id: String, status: String? = nil, paymentMethod: String? = nil) {
    self.id = id
    self.status = status
    self.paymentMethod = paymentMethod
  }

  package var json: String {
    var data = JSONBuilder()
    data.add("network", network)
    data.add("suffix", suffix)
    var instrument = JSONBuilder()
    instrument.add("id", id)
    instrument.add("status", status)
    instrument.add("data", json: data.text)
    instrument.add("displayName", displayName)
    instrument.add("paymentMethod", paymentMethod)
    instrument.add("default", isDefault)
    instrument.add("futureUsage", futureUsage)
    return instrument.text
  }
}

/// A network that a card with two can be charged by.
public struct PayrailsCardScheme: Hashable, Sendable {
  /// The network's code: `visa`, `cartesBancaires`.
  public let code: String
  /// Whether it is the one chosen.
  public let isSelected: Bool

  /// A network of a card.
  public init(code: String, isSelected: Bool) {
    self.code = code
    self.isSelected = isSelected
  }
}

/// What a payment is about to be made with. Source: `RequestStartContext` of the SDK's reference.
public struct PayrailsRequestContext: Hashable, Sendable {
  /// The execution that the SDK means.
  public let executionID: String?
  /// `card`, `payPal`, `applePay`, …
  public let paymentMethodCode: String
  /// `AUTHORIZE` or `TOKENIZE`.
  public let action: String

  /// What is about to begin.
  public init(executionID: String?, paymentMethodCode: String, action: String = "AUTHORIZE") {
    self.executionID = executionID
    self.paymentMethodCode = paymentMethodCode
    self.action = action
  }
}

/// The host's answer to a request that is about to begin.
public enum PayrailsDecision: Hashable, Sendable {
  /// Go on.
  case proceed
  /// Stop, with a sentence for the delegate where there is one.
  case refuse(message: String?)
  /// No answer came in time, which stops it too.
  case timeout
}
