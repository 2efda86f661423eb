/// A sum of money as a record gives it: the text as it came, and its exact value where the text
/// and the currency determine one.
public struct Amount: Hashable, Sendable {
  /// How the literal counts.
  public enum Unit: Sendable {
    /// In the currency itself, with decimal places: `"57.49"`.
    case major
    /// In its smallest unit: `5749`.
    case minor
  }

  /// The text as it came.
  public let literal: String
  /// The exact value in the currency itself; absent where the literal is no number or the
  /// currency, and so the number of places, is not known.
  public let value: ExactDecimal?
  /// The ISO 4217 code, upper case, or a crypto asset's code; absent where none was given.
  public let currency: String?

  /// The amount that this text stands for.
  public init(literal: String, unit: Unit, currency: String?) {
    self.literal = literal
    self.currency = currency
    switch unit {
    case .major: value = ExactDecimal(literal)
    case .minor:
      if let currency, let places = Currency.places(of: currency), !literal.hasPrefix("+"),
        let units = Int128(literal)
      {
        value = ExactDecimal(minorUnits: units, places: places)
      } else {
        value = nil
      }
    }
  }

  /// An amount read back from where it was kept.
  public init(literal: String, value: ExactDecimal?, currency: String?) {
    self.literal = literal
    self.value = value
    self.currency = currency
  }
}

/// One line of a transaction's amount history.
public struct AmountEntry: Hashable, Sendable {
  /// What the amount is of.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// What the host asked for.
    case requested
    /// What the provider says was paid, or will be.
    case reported
    /// What the provider offered to take.
    case quoted
    /// What the customer is to get for it, in its own asset.
    case delivered
    /// What the host changed it to.
    case updated
    /// What an SDK fell back to by itself.
    case reset
    /// What the host's backend says that it set.
    case backend
    /// What was reserved.
    case authorized
    /// What was taken of it.
    case captured
    /// What was given back.
    case refunded
    /// What arrived.
    case settled
    /// What somebody keeps of it.
    case fee
  }

  /// The record that gives it.
  public let event: EventName
  /// What it is of.
  public let kind: Kind
  /// The sum.
  public let amount: Amount
  /// How far the record can be trusted.
  public let tier: EvidenceTier

  /// A line of the history.
  public init(event: EventName, kind: Kind, amount: Amount, tier: EvidenceTier) {
    self.event = event
    self.kind = kind
    self.amount = amount
    self.tier = tier
  }
}
