import Recording

/// A payment to ask of MONEI Pay. Source: MONEI's iOS integration page.
public struct MoneiPayRequest: Sendable {
  /// What is asked for; MONEI's server checks it again.
  public enum TransactionType: String, Hashable, Sendable, CaseIterable {
    /// Take the money. What MONEI does where no type is given.
    case sale = "SALE"
    /// Reserve it.
    case authorize = "AUTH"
    /// Give back what was taken.
    case refund = "REFUND"
    /// Take what was reserved.
    case capture = "CAPTURE"
    /// Let go of what was reserved.
    case cancel = "CANCEL"
    /// Send money to the customer.
    case payout = "PAYOUT"
    /// Check a card.
    case verify = "VERIF"
  }

  /// How an installed app is told where to come back to.
  public enum Completion: String, Hashable, Sendable {
    /// Since 1.0: `complete_url`.
    case completeURL = "complete_url"
    /// Before that: `callback`.
    case callback
  }

  /// The amount in cents; positive.
  public var amount: Int
  /// The ISO 4217 code of the account's currency. The URL does not carry it; the record does.
  public var currency: String
  /// The POS auth token, valid for a day. Secret: it goes into the URL and nowhere else.
  public var authToken: String
  /// The app's own URL scheme, by which MONEI Pay comes back.
  public var completeScheme: String
  /// The host's order id, up to 2048 characters.
  public var orderID: String?
  /// A text for the payment.
  public var description: String?
  /// The customer's name, mail address and phone number.
  public var customerName: String?
  /// The customer's mail address.
  public var customerEmail: String?
  /// The customer's phone number.
  public var customerPhone: String?
  /// The signed webhook's URL: `https` only, up to 2048 characters.
  public var callbackURL: String?
  /// What is asked for; absent means a sale.
  public var transactionType: TransactionType?
  /// How the installed app is told where to come back to.
  public var completion = Completion.completeURL

  /// A request of this amount.
  public init(amount: Int, currency: String, authToken: String, completeScheme: String) {
    self.amount = amount
    self.currency = currency
    self.authToken = authToken
    self.completeScheme = completeScheme
  }

  private static let lengthMax = 2048

  /// What MONEI would refuse it for; `nil` where nothing is known to be wrong.
  package var refusal: MoneiPayRefusal? {
    if amount <= 0 { return .amountNotPositive }
    if authToken.isEmpty { return .noAuthToken }
    let scheme = Array(completeScheme.utf8)
    guard WebOrigin("\(completeScheme)://payment-result") != nil else {
      return .badCompleteScheme
    }
    if scheme.count + 17 > MoneiPayRequest.lengthMax { return .badCompleteScheme }
    if let callbackURL {
      guard callbackURL.lowercased().hasPrefix("https://"),
        WebOrigin(callbackURL) != nil, callbackURL.utf8.count <= MoneiPayRequest.lengthMax,
        callbackURL.utf8.allSatisfy({ $0 > 0x20 })
      else { return .badCallbackURL }
    }
    if let orderID, orderID.isEmpty || orderID.utf8.count > MoneiPayRequest.lengthMax {
      return .badOrderID
    }
    return nil
  }

  /// The universal link that opens MONEI Pay, without asking.
  package var url: String { "https://pay.monei.com/accept-payment?\(query)" }

  /// The URL for installs that know no universal link: the system asks before it opens it.
  package var legacyURL: String { "monei-pay://accept-payment?\(query)" }

  private var query: String {
    var parameters = [("amount", String(amount)), ("auth_token", authToken)]
    for (name, value) in [
      ("description", description), ("customer_name", customerName),
      ("customer_email", customerEmail), ("customer_phone", customerPhone),
      ("callback_url", callbackURL), ("order_id", orderID),
      ("transaction_type", transactionType?.rawValue),
    ] {
      if let value { parameters.append((name, value)) }
    }
    parameters.append((completion.rawValue, "\(completeScheme)://payment-result"))
    return parameters.map { "\($0.0)=\(URLEncoding.encode($0.1))" }.joined(separator: "&")
  }
}

/// Why a payment was not asked for. Nothing was opened and nothing recorded.
public enum MoneiPayRefusal: String, Error, Hashable, Sendable, CaseIterable {
  /// Another payment is in flight: MONEI Pay takes one at a time, and its answer says not always
  /// which it is of. Wait for it, let it time out, or cancel it.
  case paymentInProgress
  /// The amount is zero or less.
  case amountNotPositive
  /// There is no auth token.
  case noAuthToken
  /// The app's scheme is none a URL can have.
  case badCompleteScheme
  /// The webhook's URL is not `https`, or too long.
  case badCallbackURL
  /// The order id is empty or too long.
  case badOrderID
}
