/// What became of a payment, in words that are the same for every provider.
///
/// The cases stand from the best to the worst. A transaction has the best status of its attempts:
/// a declined first try does not make a paid order failed, and money that may have moved is never
/// reported as failed.
public enum PaymentStatus: String, Hashable, Comparable, Sendable, CaseIterable {
  /// Everything that was taken was given back.
  case refunded
  /// A part of what was taken was given back.
  case partiallyRefunded
  /// Paid, and where the provider delivers something, delivered.
  case completed
  /// The money is reserved, not taken.
  case authorized
  /// The provider has the payment and is not done with it.
  case pending
  /// Something was started and nobody here can say how it ended. A real answer.
  case unknown
  /// The customer was asked to prove something.
  case challenged
  /// The customer acted.
  case inProgress
  /// A request went out.
  case initiated
  /// Refused by the provider or a bank.
  case failed
  /// Stopped by the customer.
  case cancelled
  /// Ran out of time at the provider.
  case expired
  /// No payment was ever started.
  case notStarted

  /// Whether nothing more is expected for the attempt. `authorized` is not final: a capture or a
  /// void follows.
  public var isFinal: Bool {
    switch self {
    case .refunded, .partiallyRefunded, .completed, .failed, .cancelled, .expired, .notStarted:
      true
    case .authorized, .pending, .unknown, .challenged, .inProgress, .initiated: false
    }
  }

  /// Whether the status says that money moved for good, as against a final that says it did not.
  package var isSuccess: Bool {
    switch self {
    case .refunded, .partiallyRefunded, .completed: true
    default: false
    }
  }

  /// Whether `left` is the better one.
  public static func < (left: PaymentStatus, right: PaymentStatus) -> Bool {
    left.order < right.order
  }

  private var order: Int {
    switch self {
    case .refunded: 0
    case .partiallyRefunded: 1
    case .completed: 2
    case .authorized: 3
    case .pending: 4
    case .unknown: 5
    case .challenged: 6
    case .inProgress: 7
    case .initiated: 8
    case .failed: 9
    case .cancelled: 10
    case .expired: 11
    case .notStarted: 12
    }
  }
}

/// Where the customer's money is, as far as the evidence goes.
public enum MoneyMovement: String, Hashable, Sendable, CaseIterable {
  /// Nothing was taken.
  case none
  /// It may have been taken or reserved.
  case possible
  /// It was taken.
  case taken
  /// It was taken and given back.
  case returned

  /// The one to report for a transaction whose attempts differ: what weighs most for its owner.
  var weight: Int {
    switch self {
    case .none: 0
    case .possible: 1
    case .returned: 2
    case .taken: 3
    }
  }
}
