/// One try to pay, as one journal saw it: opened by a press, a request, a challenge, a created
/// transaction, or a result with nothing open before it; ended by a result.
public struct Attempt: Hashable, Sendable {
  /// Where the attempt stands in its journal.
  public enum State: String, Hashable, Sendable {
    /// Its channel's next message is about it.
    case open
    /// The app was started again before it ended.
    case interrupted
    /// It has a result.
    case ended
  }

  /// The event that opened it, and its name.
  public let name: EventName
  /// With whom.
  public let provider: Provider
  /// The channel it was made on; absent for a redirect that fits no request.
  public let channel: EventName?
  /// Where it stands.
  public var state: State
  /// What it is called by, in the order seen.
  public var identifiers: [Identifier] = []
  /// What was said about it, in journal order.
  public var assertions: [Assertion] = []
  /// The sums given for it, in journal order.
  public var amounts: [AmountEntry] = []
  /// The host's reference as sealed in the record that gave it first.
  public var sealedReference: String?
  /// The cluster of attempts that it can be joined with: the least name among them.
  public var cluster: EventName
  /// When its first and its last record happened, RFC 3339.
  public var firstTime: String
  /// When its last record happened.
  public var lastTime: String

  /// An attempt that has just been opened by this event.
  public init(
    name: EventName, provider: Provider, channel: EventName?, state: State = .open, time: String
  ) {
    self.name = name
    self.provider = provider
    self.channel = channel
    self.state = state
    cluster = name
    firstTime = time
    lastTime = time
  }

  /// The provider's id of the payment that it made; an attempt binds one at most.
  public var payment: Identifier? { identifiers.first { $0.kind.namesPayment } }

  /// The host's reference.
  public var reference: Identifier? { identifiers.first { $0.kind == .reference } }

  mutating func add(_ identifier: Identifier) {
    if !identifiers.contains(identifier) { identifiers.append(identifier) }
  }
}
