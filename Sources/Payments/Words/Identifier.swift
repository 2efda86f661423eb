/// A value by which records refer to one another.
///
/// The value is in clear only where the provider minted it (a transaction id). What the host chose
/// or what is secret (an order id, a challenge token) is here as its fingerprint, so that equal
/// values match and none can be read.
public struct Identifier: Hashable, Sendable {
  /// What an identifier names, which decides what it may join.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One payment, by the provider's own id. Attempts that carry one id are one payment.
    case transaction
    /// The same at Payrails, which calls a payment an execution.
    case execution
    /// The same at DailyPay, which calls one a transfer.
    case transfer
    /// The host's order or external id. Joins only while it touches one payment.
    case reference
    /// The token of a challenge URL. Ties the challenge's channel to the attempt that asked for it.
    case challenge

    /// Whether it names one payment at the provider.
    public var namesPayment: Bool {
      switch self {
      case .transaction, .execution, .transfer: true
      case .reference, .challenge: false
      }
    }
  }

  /// The provider in whose name space the value lies; absent for the host's own references.
  public let provider: Provider?
  /// What is named.
  public let kind: Kind
  /// The value, or its fingerprint.
  public let value: String

  /// An identifier of this kind.
  public init(provider: Provider?, kind: Kind, value: String) {
    self.provider = provider
    self.kind = kind
    self.value = value
  }
}
