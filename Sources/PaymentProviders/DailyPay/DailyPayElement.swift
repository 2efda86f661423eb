import Recording

/// An element of DailyPay's. The raw value is its word in the URL. Source: its page about elements.
public enum DailyPayElement: String, Hashable, Sendable, CaseIterable {
  /// Takes a debit card and makes a token of it.
  case debitCardTokenization = "debit-card-tokenization"
  /// Shows what can be paid out; asks the host for a token.
  case availableEarnings = "available-earnings"
  /// A call to action.
  case callToAction = "call-to-action"
}

/// Which of DailyPay's systems an element is loaded from.
public enum DailyPayEnvironment: String, Hashable, Sendable {
  /// The real one.
  case production = "https://elements.dailypay.com"
  /// The one for trying.
  case uat = "https://elements.uat.dailypay.com"
}

/// What an element said, as an app acts on it. Not evidence: the record is.
public enum DailyPayEvent: Hashable, Sendable {
  /// A token of a card. It is unsaved: an account is made of it next.
  case cardTokenized(DailyPayCardToken)
  /// No token was made; the customer may try again in the same page.
  case cardRefused
  /// A type that is not listed; requests for a token are among them.
  case unlisted
  /// A message of a page that is not DailyPay's. It is recorded and says nothing.
  case notForThisElement
  /// No JSON object.
  case unreadable

  /// What a body says.
  package init(_ body: [UInt8]) {
    var message: RecordValue
    do throws(JSONScanError) {
      message = try JSONReader.value(of: body)
      if case .text(let inner) = message { message = try JSONReader.value(of: Array(inner.utf8)) }
    } catch {
      self = .unreadable
      return
    }
    guard case .object = message else {
      self = .unreadable
      return
    }
    guard message["type"]?.text == "DAILYPAY_CARD_TOKENIZE_RESPONSE" else {
      self = .unlisted
      return
    }
    guard message["success"] == .bool(true), let token = message["response"]?["token"]?.text else {
      self = .cardRefused
      return
    }
    self = .cardTokenized(DailyPayCardToken(text: token))
  }
}

/// A token of a card. Secret: it has no description that shows it.
public struct DailyPayCardToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The token, for the host's backend.
  public let text: String

  /// Says what it is.
  public var description: String { "DailyPayCardToken" }

  /// Nothing to look at.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
