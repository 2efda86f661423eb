/// Where an input comes from. The raw value is the word of the capture line's `surface`.
public enum Surface: String, Hashable, Sendable, CaseIterable {
  /// A message of a page in a web view, or one to it.
  case frame
  /// A message of a provider's element: a page too, but one without a protocol of its own.
  case element
  /// What a provider's SDK called back with, or returned.
  case callback
  /// A redirect back into the app.
  case redirect
  /// A request to another app or to a provider's API.
  case request
  /// A message of the provider's server, with the signature that came with it.
  case webhook
  /// What an authenticated read of the provider's API gave.
  case read
  /// What the host itself knows or does.
  case host
}
