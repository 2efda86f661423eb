/// How far a statement can be trusted, from the lowest to the highest.
public enum EvidenceTier: String, Hashable, Comparable, Sendable, CaseIterable {
  /// The host's own doing: timeouts, cancel taps, outbound commands.
  case local
  /// An unsigned message of a page, or a redirect: anyone on the device can have made it.
  case claim
  /// A provider's SDK in this process, after it asked its backend.
  case sdk
  /// An authenticated read of the provider's API that the host handed in.
  case read
  /// A webhook whose signature was verified here.
  case signed

  private var rank: Int {
    switch self {
    case .local: 0
    case .claim: 1
    case .sdk: 2
    case .read: 3
    case .signed: 4
    }
  }

  /// Whether `left` is trusted less than `right`.
  public static func < (left: EvidenceTier, right: EvidenceTier) -> Bool { left.rank < right.rank }
}
