/// What the fold remembers of one channel.
public struct Channel: Hashable, Sendable {
  /// The event that opened it, and its name.
  public let name: EventName
  /// Whose page or app it leads to.
  public let provider: Provider
  /// What was opened.
  public let opening: ChannelOpening
  /// The host's reference, as its fingerprint.
  public var reference: Identifier?
  /// The host's reference as it is sealed in the record that opened the channel.
  public var sealedReference: String?
  /// For a challenge: the attempt of another channel that it answers for.
  public var parentAttempt: EventName?
  /// The attempt that takes what comes next, if one is open.
  public var openAttempt: EventName?
  /// The last attempt that ended here.
  public var lastAttempt: EventName?
  /// Whether it was closed.
  public var isClosed = false

  /// A channel that has just been opened.
  public init(name: EventName, provider: Provider, opening: ChannelOpening) {
    self.name = name
    self.provider = provider
    self.opening = opening
  }
}
