/// What was asked of the provider.
public enum Operation: String, Hashable, Sendable, CaseIterable {
  /// Take the money at once.
  case pay
  /// Reserve it.
  case authorize
  /// Take what was reserved.
  case capture
  /// Let go of what was reserved.
  case void
  /// Give back what was taken.
  case refund
  /// Check an instrument without taking money.
  case verify
  /// Send money to the customer.
  case payout
  /// The customer's bank asks the money back.
  case dispute

  /// Whether the operation works on a payment that already has an outcome. Its failure changes
  /// nothing about that outcome.
  package var isLater: Bool {
    switch self {
    case .capture, .void, .refund, .dispute: true
    case .pay, .authorize, .verify, .payout: false
    }
  }
}

/// How an operation went, in one statement.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// Under way.
  case progressing
  /// Done.
  case succeeded
  /// Refused.
  case failed
  /// Stopped by the customer.
  case cancelled
  /// Ran out of time.
  case expired
  /// Never begun.
  case notStarted
  /// Not known to the one who speaks.
  case unknown
}

/// One row of a provider's status table: what its word says in words of ours.
public struct Meaning: Hashable, Sendable {
  /// What was asked for.
  public let operation: Operation
  /// How it went.
  public let outcome: Outcome
  /// The status that follows.
  public let status: PaymentStatus
  /// Where the customer's money is if this is the last word.
  public let money: MoneyMovement

  /// A row; `money` defaults to what the status alone says.
  public init(
    _ operation: Operation, _ outcome: Outcome, _ status: PaymentStatus,
    money: MoneyMovement? = nil
  ) {
    self.operation = operation
    self.outcome = outcome
    self.status = status
    self.money = money ?? Meaning.usualMoney(for: status)
  }

  /// The order of statements of one tier about one attempt: a linear extension of the providers'
  /// state machines, finals above non-finals, and among finals the ones that moved money above.
  package var rank: Int {
    switch status {
    case .unknown: 0
    case .initiated: 10
    case .inProgress: 20
    case .challenged: 30
    case .pending: 40
    case .authorized: 50
    case .notStarted: 60
    case .expired: 70
    case .cancelled: 80
    case .failed: 90
    case .completed: 100
    case .partiallyRefunded: 110
    case .refunded: 120
    }
  }

  /// Statements up to this rank say that something is under way, not how it stands.
  static let rankOfProgress = 30

  private static func usualMoney(for status: PaymentStatus) -> MoneyMovement {
    switch status {
    case .refunded: .returned
    case .partiallyRefunded, .completed: .taken
    case .authorized, .pending, .unknown, .challenged, .inProgress: .possible
    case .initiated, .failed, .cancelled, .expired, .notStarted: .none
    }
  }
}

/// One statement about an attempt: what a record says, and how far the record can be trusted.
public struct Assertion: Hashable, Sendable {
  /// The record that says it.
  public let event: EventName
  /// What it says.
  public let meaning: Meaning
  /// How far it can be trusted.
  public let tier: EvidenceTier
  /// The provider's own code for the outcome, where it gave one.
  public let code: String?

  /// A statement of this record.
  public init(event: EventName, meaning: Meaning, tier: EvidenceTier, code: String? = nil) {
    self.event = event
    self.meaning = meaning
    self.tier = tier
    self.code = code
  }
}
