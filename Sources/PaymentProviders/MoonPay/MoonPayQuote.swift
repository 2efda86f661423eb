import Recording

/// A quote as the host fetched it. Frames tell of no amount, so a record of what a customer was
/// asked for has to come from here. Source: the Platform's quote.
public struct MoonPayQuote: Sendable {
  /// A sum of one asset.
  public struct Sum: Hashable, Sendable {
    /// The amount as the quote has it: a decimal text.
    public let amount: String
    /// The asset's code: `USD`, `ETH`.
    public let code: String

    /// A sum.
    public init(_ amount: String, _ code: String) {
      self.amount = amount
      self.code = code
    }
  }

  /// What makes the quote valid. Secret; its fingerprint is kept, and ties quote and message.
  public let signature: String
  /// What the customer pays.
  public var source: Sum?
  /// What the customer gets.
  public var destination: Sum?
  /// The network's fee.
  public var networkFee: Sum?
  /// MoonPay's fee.
  public var moonPayFee: Sum?
  /// When it ends, ISO 8601.
  public var expiresAt: String?

  /// A quote with this signature.
  public init(
    signature: String, source: Sum? = nil, destination: Sum? = nil, expiresAt: String? = nil
  ) {
    self.signature = signature
    self.source = source
    self.destination = destination
    self.expiresAt = expiresAt
  }

  /// The host's statement of it, before redaction.
  package var json: String {
    func side(_ sum: Sum?) -> String? {
      sum.map { sum in
        var asset = JSONBuilder()
        asset.add("code", sum.code)
        var side = JSONBuilder()
        side.add("amount", sum.amount)
        side.add("asset", json: asset.text)
        return side.text
      }
    }
    func fee(_ sum: Sum?) -> String? {
      sum.map { sum in
        var fee = JSONBuilder()
        fee.add("amount", sum.amount)
        fee.add("currencyCode", sum.code)
        return fee.text
      }
    }
    var quote = JSONBuilder()
    quote.add("kind", "quote")
    quote.add("signature", signature)
    quote.add("source", json: side(source))
    quote.add("destination", json: side(destination))
    if networkFee != nil || moonPayFee != nil {
      var fees = JSONBuilder()
      fees.add("network", json: fee(networkFee))
      fees.add("moonpay", json: fee(moonPayFee))
      quote.add("fees", json: fees.text)
    }
    quote.add("expiresAt", expiresAt)
    return quote.text
  }
}
