/// A payment to ask of MONEI Pay. Source: MONEI's iOS integration page.
public struct MoneiPayRequest: Sendable {
  /// The amount in cents; positive.
  public var amount: Int
  /// The ISO 4217 code of the account's currency. The URL does not carry it; the record does.
  public var currency: String
  /// The POS auth token. Secret: it goes into the URL and nowhere else.
  public var authToken: String
  /// The app's own URL scheme, by which MONEI Pay comes back.
  public var completeScheme: String
  /// The host's order id.
  public var orderID: String?
  /// A text for the payment.
  public var description: String?
  /// The signed webhook's URL, `https` only.
  public var callbackURL: String?
  /// `SALE` (the default), `AUTH`, `REFUND`, `CAPTURE`, `CANCEL`, `PAYOUT`, `VERIF`.
  public var transactionType: String?

  /// A request of this amount.
  public init(amount: Int, currency: String, authToken: String, completeScheme: String) {
    self.amount = amount
    self.currency = currency
    self.authToken = authToken
    self.completeScheme = completeScheme
  }

  /// The universal link that opens MONEI Pay.
  package var url: String {
    var parameters = [("amount", String(amount)), ("auth_token", authToken)]
    for (name, value) in [
      ("description", description), ("callback_url", callbackURL), ("order_id", orderID),
      ("transaction_type", transactionType),
    ] {
      if let value { parameters.append((name, value)) }
    }
    parameters.append(("complete_url", "\(completeScheme)://payment-result"))
    let query = parameters.map { "\($0.0)=\(URLEncoding.encode($0.1))" }
    return "https://pay.monei.com/accept-payment?" + query.joined(separator: "&")
  }
}
