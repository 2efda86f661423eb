/// The status of one attempt, and what stands beside it.
struct AttemptStatus: Hashable, Sendable {
  var status: PaymentStatus
  var tier: EvidenceTier
  /// The record that decides.
  var evidence: EventName
  var code: String?
  /// The best that any lower tier says, where that differs.
  var claimed: PaymentStatus?
  /// Whether two final results cannot both be true.
  var isConflict: Bool
  var money: MoneyMovement

  /// Weighs what was said about one attempt.
  ///
  /// The highest tier decides, then the rank. `unknown` never displaces a status that says how the
  /// payment ended; it displaces progress, which does not, and it forbids a failure of its own
  /// tier or below, because whoever did not see the end cannot rule out that money moved.
  ///
  /// - Returns: `nil` where nothing was said.
  init?(_ assertions: [Assertion]) {
    let hasOutcomeOfItsOwn = assertions.contains { !$0.meaning.operation.isLater }
    let counted = assertions.filter { assertion in
      let isFailedLater =
        assertion.meaning.operation.isLater && assertion.meaning.outcome == .failed
      return !(isFailedLater && hasOutcomeOfItsOwn)
    }
    let known = counted.filter { $0.meaning.status != .unknown }
    let doubt = counted.filter { $0.meaning.status == .unknown }.max { $0.tier < $1.tier }
    let strongest = known.max { left, right in
      (left.tier, left.meaning.rank) < (right.tier, right.meaning.rank)
    }
    var isDoubted = false
    if let strongest, let doubt {
      isDoubted = AttemptStatus.isDoubted(strongest.meaning.status, strongest.tier, doubt.tier)
    }
    guard let deciding = isDoubted ? doubt : strongest ?? doubt else { return nil }
    status = deciding.meaning.status
    tier = deciding.tier
    evidence = deciding.event
    code = deciding.code
    money = deciding.meaning.money
    let finals = Set(known.map(\.meaning.status).filter(\.isFinal).map(\.isSuccess))
    isConflict = finals.count > 1
    // An earlier stage is no other claim; another end, or a later stage, is.
    claimed =
      known
      .filter { $0.tier < deciding.tier && $0.meaning.status != deciding.meaning.status }
      .filter { $0.meaning.status.isFinal || $0.meaning.rank > deciding.meaning.rank }
      .filter { $0.meaning.rank > Meaning.rankOfProgress }
      .max { $0.meaning.rank < $1.meaning.rank }?.meaning.status
  }

  private static func isDoubted(
    _ status: PaymentStatus, _ tier: EvidenceTier, _ doubt: EvidenceTier
  ) -> Bool {
    switch status {
    case .initiated, .inProgress, .challenged: true
    case .failed, .cancelled, .expired: doubt >= tier
    default: false
    }
  }
}
