/// A provider whose messages Daybook understands. The raw value is its word in event types.
public enum Provider: String, Hashable, Sendable, CaseIterable {
  /// MoonPay Platform frames.
  case moonPay = "moonpay"
  /// MONEI Pay, reached by app-to-app redirects.
  case monei
}
