/// Something in the record that its reader should look at.
public struct Anomaly: Hashable, Sendable {
  /// What is odd.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A kind of message, or a status or code, that the provider does not list.
    case unlisted
    /// A body that could not be parsed.
    case unreadable
    /// A frame message that names another page channel than its frame was opened with.
    case channelMismatch
    /// A message of a page of another origin than the one that was opened.
    case foreignSender
    /// A webhook whose signature is not what it should be.
    case refusedSignature
    /// What a webhook or a read says of a payment that it does not name.
    case unboundStatement
    /// The same result twice in a row.
    case duplicate
    /// A redirect that came when its request had ended, or after the app was started again.
    case lateRedirect
    /// A redirect that fits no request, or more than one.
    case unboundRedirect
    /// A redirect with a parameter given twice; the last one counts, as in the provider's SDK.
    case repeatedParameter
    /// Two final results of one attempt that cannot both be true.
    case conflict
    /// A record that names another payment than the attempt it would belong to.
    case contradictedLink
    /// An amount that is not the one that was asked for.
    case amountMismatch
    /// Two payments under one reference of the host.
    case possibleDoublePayment
  }

  /// The record where it shows.
  public let event: EventName
  /// What is odd.
  public let kind: Kind

  /// An oddity of this record.
  public init(event: EventName, kind: Kind) {
    self.event = event
    self.kind = kind
  }
}
