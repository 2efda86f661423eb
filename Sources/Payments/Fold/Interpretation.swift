/// What one record says, in words that are the same for every provider.
///
/// A provider's interpreter makes it from the record's clear and fingerprinted values alone, so it
/// is the same on every machine, with or without keys, before and after an erasure.
public struct Interpretation: Hashable, Sendable {
  /// What the record does to its channel, and to the attempt that is open there.
  public enum Step: Hashable, Sendable {
    /// Nothing about a payment.
    case none
    /// The ledger was opened for writing: whatever was under way before has lost its process.
    case ledgerStarted
    /// A frame, element, session or request was opened.
    case channelOpened(ChannelOpening)
    /// It was closed.
    case channelClosed
    /// A statement that opens an attempt where none is open: a press, a challenge, a created
    /// transaction.
    case progress(Meaning)
    /// A statement that ends the attempt.
    case result(Meaning)
    /// A statement that ends the attempt that is open, and says nothing where none is.
    case failureOfChannel(Meaning)
    /// What a webhook or a read says of the payment that it names: it needs no channel.
    case statement(Meaning)
  }

  /// The effect.
  public var step: Step = .none
  /// The channel id that the page itself wrote, to be compared with the one the host gave it.
  public var pageChannel: String?
  /// The web origin that the host's web view says the message is of.
  public var sender: String?
  /// What the record refers to.
  public var identifiers: [Identifier] = []
  /// The sums it gives.
  public var amounts: [(kind: AmountEntry.Kind, amount: Amount)] = []
  /// The provider's code for the outcome.
  public var code: String?
  /// The host's reference as it is sealed in the record, for those who hold the key.
  public var sealedReference: String?
  /// The means of payment that the record tells of.
  public var instruments: [InstrumentState] = []
  /// What became of a connection of the customer with the provider: the provider's word.
  public var connection: String?
  /// The fingerprint of the quote that the sums are of. A quote joins nothing.
  public var quote: String?
  /// What is odd about the record in itself.
  public var anomalies: [Anomaly.Kind] = []

  /// A record that says nothing.
  public init() {}

  /// A record with this effect.
  public init(_ step: Step) { self.step = step }

  /// Whether both say the same.
  public static func == (left: Interpretation, right: Interpretation) -> Bool {
    left.step == right.step && left.pageChannel == right.pageChannel
      && left.sender == right.sender && left.instruments == right.instruments
      && left.connection == right.connection && left.quote == right.quote
      && left.identifiers == right.identifiers
      && left.amounts.elementsEqual(right.amounts, by: { $0 == $1 })
      && left.code == right.code && left.sealedReference == right.sealedReference
      && left.anomalies == right.anomalies
  }

  /// Feeds what identifies the interpretation to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(step)
    hasher.combine(identifiers)
  }
}

/// What is known of a channel when it opens.
public struct ChannelOpening: Hashable, Sendable {
  /// The surface that was opened.
  public enum Surface: String, Hashable, Sendable {
    /// A page in a web view.
    case frame
    /// A page that answers a challenge of another frame: it speaks for that frame's attempt.
    case challenge
    /// A request to another app, answered by a redirect.
    case request
    /// An element of a provider's.
    case element
    /// A session of a provider's SDK: it spans the attempts that are made in it.
    case session
  }

  /// The surface.
  public let surface: Surface
  /// The channel id that the host gave the page.
  public let pageChannel: String?
  /// The web origin that the page was loaded from.
  public let sender: String?
  /// What a bare success on this channel means: the operation that was asked for.
  public let requested: Meaning?

  /// An opened surface.
  public init(
    surface: Surface, pageChannel: String? = nil, sender: String? = nil, requested: Meaning? = nil
  ) {
    self.surface = surface
    self.pageChannel = pageChannel
    self.sender = sender
    self.requested = requested
  }
}

extension ChannelOpening {
  /// Whether a message of this web origin can be the channel's page: of the page's own site, that
  /// is with its scheme and within the last two labels of its host. Pages embed others of their
  /// provider's; one of anybody else's does not speak for it.
  package func admits(_ origin: String) -> Bool {
    guard let sender, origin != sender else { return true }
    func parts(_ text: String) -> (scheme: Substring, host: [Substring]) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: true)
      let host = parts.count > 1 ? parts[1].prefix { $0 != ":" } : ""
      return (parts.first ?? "", host.split(separator: "."))
    }
    let (expected, given) = (parts(sender), parts(origin))
    return expected.scheme == given.scheme && expected.host.count > 1
      && given.host.suffix(2) == expected.host.suffix(2)
  }
}

/// One record as the fold takes it: its name, where it stands, and what it says.
public struct FoldInput: Sendable {
  /// The record.
  public let event: EventName
  /// Its type, as in the record.
  public let type: String
  /// Who sent it; absent for Daybook's own records.
  public let provider: Provider?
  /// The channel it belongs to, named by the event that opened it.
  public let channel: EventName?
  /// Whether it answers a request, and so may come without a channel: a redirect, or what the other
  /// app's SDK made of one.
  public let isAnswer: Bool
  /// How far it can be trusted.
  public let tier: EvidenceTier
  /// When it happened, RFC 3339 as in the record.
  public let time: String
  /// What it says.
  public let interpretation: Interpretation

  /// A record for the fold.
  public init(
    event: EventName, type: String, provider: Provider?, channel: EventName?, isAnswer: Bool,
    tier: EvidenceTier, time: String, interpretation: Interpretation
  ) {
    self.event = event
    self.type = type
    self.provider = provider
    self.channel = channel
    self.isAnswer = isAnswer
    self.tier = tier
    self.time = time
    self.interpretation = interpretation
  }
}
