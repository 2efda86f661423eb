/// A payment as the business means it: the attempts that belong together, weighed.
public struct Transaction: Hashable, Sendable {
  /// The first event that asserts it. Any of its asserting events finds it.
  public let name: EventName
  /// With whom the first attempt was made.
  public let provider: Provider
  /// The best of its attempts.
  public let status: PaymentStatus
  /// Whether a final or `authorized` status rests on an authenticated read or a verified signature.
  public let isConfirmed: Bool
  /// The best that any lower tier says, where that differs.
  public let claimed: PaymentStatus?
  /// The tier that decided.
  public let tier: EvidenceTier
  /// The record that decided.
  public let evidence: EventName
  /// The provider's code for the outcome.
  public let code: String?
  /// Whether one attempt has two final results that cannot both be true.
  public let isConflict: Bool
  /// Where the customer's money is, as far as the evidence goes.
  public let money: MoneyMovement
  /// The attempts, in name order.
  public let attempts: [EventName]
  /// The amount in force: the last one asked for, else the last one reported.
  public let amount: Amount?
  /// What it is called by, in the order seen.
  public let identifiers: [Identifier]
  /// The host's reference as it is sealed in the record that gave it first.
  public let sealedReference: String?
  /// The host's reference, opened by `fetch` where it has the key.
  public var reference: String?
  /// The first and the last event that asserts something.
  public let firstEvent: EventName
  /// The last event that asserts something.
  public let lastEvent: EventName
  /// When the last record about it happened, RFC 3339.
  public let updated: String

  init?(_ attempts: [Attempt]) {
    let assertions = attempts.flatMap(\.assertions)
    guard let first = attempts.first, let firstEvent = assertions.map(\.event).min(),
      let lastEvent = assertions.map(\.event).max()
    else { return nil }
    let tries = Transaction.statuses(of: attempts)
    guard let best = tries.min(by: Transaction.isBetter) else { return nil }
    name = firstEvent
    provider = first.provider
    status = best.status
    isConfirmed = (best.status.isFinal || best.status == .authorized) && best.tier >= .read
    claimed = best.claimed
    tier = best.tier
    evidence = best.evidence
    code = best.code
    isConflict = tries.contains(where: \.isConflict)
    money = tries.map(\.money).max { $0.weight < $1.weight } ?? .none
    self.attempts = attempts.map(\.name)
    let amounts = attempts.flatMap(\.amounts)
    amount = (amounts.last { $0.kind == .requested } ?? amounts.last)?.amount
    var identifiers: [Identifier] = []
    for identifier in attempts.flatMap(\.identifiers) where !identifiers.contains(identifier) {
      identifiers.append(identifier)
    }
    self.identifiers = identifiers
    sealedReference = attempts.lazy.compactMap(\.sealedReference).first
    self.firstEvent = firstEvent
    self.lastEvent = lastEvent
    updated = attempts.map(\.lastTime).max() ?? first.lastTime
  }

  /// A transaction read back from where it was kept.
  public init(
    name: EventName, provider: Provider, status: PaymentStatus, isConfirmed: Bool,
    claimed: PaymentStatus?, tier: EvidenceTier, evidence: EventName, code: String?,
    isConflict: Bool, money: MoneyMovement, attempts: [EventName], amount: Amount?,
    identifiers: [Identifier], sealedReference: String?, firstEvent: EventName,
    lastEvent: EventName, updated: String
  ) {
    self.name = name
    self.provider = provider
    self.status = status
    self.isConfirmed = isConfirmed
    self.claimed = claimed
    self.tier = tier
    self.evidence = evidence
    self.code = code
    self.isConflict = isConflict
    self.money = money
    self.attempts = attempts
    self.amount = amount
    self.identifiers = identifiers
    self.sealedReference = sealedReference
    self.firstEvent = firstEvent
    self.lastEvent = lastEvent
    self.updated = updated
  }

  /// Attempts that carry one id of the provider are one try, whatever channel each was seen on.
  private static func statuses(of attempts: [Attempt]) -> [AttemptStatus] {
    var pooled: [Identifier: [Assertion]] = [:]
    var alone: [[Assertion]] = []
    for attempt in attempts {
      if let payment = attempt.payment {
        pooled[payment, default: []] += attempt.assertions
      } else {
        alone.append(attempt.assertions)
      }
    }
    return (alone + pooled.values).compactMap(AttemptStatus.init)
  }

  private static func isBetter(_ left: AttemptStatus, _ right: AttemptStatus) -> Bool {
    if left.status != right.status { return left.status < right.status }
    if left.tier != right.tier { return left.tier > right.tier }
    return left.evidence < right.evidence
  }
}
