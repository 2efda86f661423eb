/// A frame of the MoonPay Platform. The raw value is its word in event types and capture lines,
/// and the last part of its URL's path.
///
/// Source: the frame reference pages of MoonPay's developer site.
public enum MoonPayFrame: String, Hashable, Sendable, CaseIterable {
  /// The Apple Pay button.
  case applePay = "apple-pay"
  /// The page of a challenge that another frame asked for.
  case challenge

  /// The origin that its pages have.
  package static let origin = "https://blocks.moonpay.com"
}
