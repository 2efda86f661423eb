/// Where an input comes from. The raw value is the word of the capture line's `surface`.
public enum Surface: String, Hashable, Sendable, CaseIterable {
  /// A message of a page in a web view, or one to it.
  case frame
  /// A redirect back into the app.
  case redirect
  /// A request to another app.
  case request
}
