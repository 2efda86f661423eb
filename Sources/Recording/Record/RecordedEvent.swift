public import Payments

/// A capture that was recorded: immutable, positioned, hashed.
///
/// It is read back from the exact bytes of its record, which remain the evidence; this is only
/// their reading.
public struct RecordedEvent: Sendable {
  /// The journal and the index in it.
  public let name: EventName
  /// `provider.surface.…kind`.
  public let type: String
  /// The channel, named by the event that opened it.
  public let channel: EventName?
  /// When it happened, RFC 3339, as the host's clock or the capture said.
  public let time: String
  /// When it was appended, RFC 3339.
  public let recordedTime: String
  /// Whether the record came in or went out.
  public let direction: Direction
  /// How far it can be trusted.
  public let tier: EvidenceTier
  /// The web origin that sent it, where the host's web view said so; `other` for what is none.
  public let sender: String?
  /// The id of the key that its personal values are sealed under.
  public let person: String?
  /// The redacted body.
  package let data: RecordValue
}

/// Which way a message went, seen from the host.
public enum Direction: String, Hashable, Sendable, CaseIterable {
  /// To the host: messages, callbacks, redirects.
  case `in`
  /// From the host: acks, quotes, opened URLs.
  case out
}
