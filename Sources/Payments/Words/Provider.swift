/// A provider whose messages Daybook understands. The raw value is its word in event types.
public enum Provider: String, Hashable, Sendable, CaseIterable {
  /// MoonPay: the frames of its Platform, its webhooks and its API.
  case moonPay = "moonpay"
  /// MONEI Pay, reached by app-to-app redirects; its SDK, webhooks and API.
  case monei
  /// Payrails: its SDK, webhooks and API.
  case payrails
  /// DailyPay: its elements and its API.
  case dailyPay = "dailypay"
  /// Any other, in the host's own words for what it said.
  case generic
}
