/// One input handed to the ledger: what came, and where it came from.
///
/// The same members make a capture line of the command (`docs/formats/capture-line-v1.md`).
public struct Capture: Sendable {
  /// Whose message it is.
  public var provider: Provider
  /// Where it came from.
  public var surface: Surface
  /// The frame, for the surface `frame`.
  public var frame: String?
  /// The host's own word for the channel: any text that is not in use for another open one.
  /// It is not recorded; the channel is named after the event that opened it.
  public var channel: String?
  /// Whether a new channel is opened under the word, even where one is open.
  public var opensChannel = false
  /// Whether the channel is closed after this.
  public var closesChannel = false
  /// Whether nothing else will ever have the channel's name: what comes late, after the channel was
  /// closed, is then still of the channel. Under any other name it opens a new one.
  var ownsChannelName = false
  /// Which way it went; absent means in, and out for a request.
  public var direction: Direction?
  /// When it happened; absent means now.
  public var time: Moment?
  /// The host's own name for the person; only a keyed digest of it is kept, in the key's file.
  public var person: String?
  /// The host's own reference: an order id. Sealed, and matched by its fingerprint.
  public var reference: String?
  /// The ISO 4217 code of a request's amount, where the URL does not carry it.
  public var currency: String?
  /// What the host knows when it opens the channel, as a JSON object.
  public var parameters: String?
  /// A key of the host's own under which the capture is recorded once, however often it is handed
  /// over. Only its fingerprint is kept. It must not hold anything like a card number, 13 to 19
  /// digits that are valid as one: use letters, or a UUID.
  public var idempotencyKey: String?
  /// The web origin of the page that sent the message, as the host's web view says:
  /// `https://blocks.moonpay.com`. It is recorded, and a message of another origin than the page
  /// that was opened says nothing.
  public var sender: String?
  /// The value of a webhook's signature header.
  public var signature: String?
  /// What a webhook is checked with. Without it, it is refused.
  public var verifier: WebhookVerifier?
  /// What the check came to.
  var verdict: WebhookVerdict?
  /// The body as it came; absent where a channel is only opened or closed.
  public var body: [UInt8]?

  /// A capture of this surface.
  public init(_ provider: Provider, _ surface: Surface, frame: String? = nil, body: String? = nil) {
    self.provider = provider
    self.surface = surface
    self.frame = frame
    self.body = body.map { Array($0.utf8) }
  }
}

extension Capture {
  /// What the host itself says of a payment, in Daybook's words.
  ///
  /// - Parameter channel: the host's word for the place where the payment is made.
  public init(_ statement: HostStatement, channel: String) {
    self.init(.generic, .host, body: statement.json)
    self.channel = channel
  }
}

/// The word that one record was appended: it is on disk, and this is its place.
public struct Receipt: Hashable, Sendable {
  /// What is promised of a record when its receipt is handed out.
  public enum Durability: String, Hashable, Sendable {
    /// The commit was synced, data and root both. There is no weaker kind.
    case synced
  }

  /// What an idempotency key made of a capture.
  public enum Verdict: Hashable, Sendable {
    /// It was appended; the key, if there is one, was new.
    case recorded
    /// The same content was recorded under the key before: this is the receipt of then.
    case alreadyRecorded
    /// Other content had been recorded under the key, first as this event. This one was appended
    /// too.
    case conflicting(first: EventName)
  }

  /// The journal and the index in it.
  public let event: EventName
  /// What the capture's idempotency key made of it.
  public internal(set) var verdict = Verdict.recorded
  /// The record's type.
  public let type: String
  /// The record's leaf in the Merkle tree, RFC 6962.
  public let leafHash: Digest
  /// The channel that it belongs to, named by the event that opened it.
  public let channel: Position?
  /// What is promised.
  public let durability: Durability
  /// Why the body could not be parsed, where it could not: the record then holds its length, its
  /// keyed digest and this reason.
  public let unreadable: String?
  /// Why a webhook was refused: it is recorded, and says nothing of any payment.
  public internal(set) var refusal: WebhookRefusal?
  /// Whether keys could not be reached, so that personal fields kept their length only.
  public let keptLengthsOnly: Bool
  /// Whether the capture came with an idempotency key that could not be used: it holds what may be
  /// a card number, or the ledger's keys could not be reached. A retry is recorded again.
  public internal(set) var ignoredKey = false
}

/// What became of one capture: a receipt for each record it made, and why not where one could not
/// be made.
public struct CaptureOutcome: Sendable {
  /// The records, in order: an opened channel, the message, the closed channel.
  public internal(set) var receipts: [Receipt] = []
  /// Why the capture, or the rest of it, was refused.
  public internal(set) var refusal: LedgerError?
}
