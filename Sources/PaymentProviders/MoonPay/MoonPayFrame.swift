/// A frame of the MoonPay Platform. The raw value is its word in event types and capture lines,
/// and the last part of its URL's path.
///
/// Source: the frame reference pages of MoonPay's developer site.
public enum MoonPayFrame: String, Hashable, Sendable, CaseIterable {
  /// Finds out whether the customer is connected. Not visible.
  case checkConnection = "check-connection"
  /// Connects the customer.
  case connect
  /// The Apple Pay button.
  case applePay = "apple-pay"
  /// The Google Pay button.
  case googlePay = "google-pay"
  /// Takes a card and keeps it.
  case addCard = "add-card"
  /// Buys with a card that is kept.
  case buy
  /// The same, with a button of MoonPay's.
  case buyButton = "buy-button"
  /// The page of a challenge that another frame asked for.
  case challenge
  /// The whole flow in one page.
  case widget

  /// The origin that its pages have.
  package static let origin = "https://blocks.moonpay.com"

  /// Whether the frame takes a payment.
  package var takesPayment: Bool {
    switch self {
    case .applePay, .googlePay, .buy, .buyButton, .widget: true
    case .checkConnection, .connect, .addCard, .challenge: false
    }
  }
}
