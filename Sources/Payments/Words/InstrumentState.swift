/// What a record says of one means of payment: a reference and data to show, never a number.
public struct InstrumentState: Hashable, Sendable {
  /// What was said of it.
  public enum Word: String, Hashable, Sendable, CaseIterable {
    /// A token of it was made. It is no instrument yet.
    case tokenized
    /// It was seen with a payment; nothing was kept.
    case seen
    /// It is kept.
    case stored
    /// It may be used.
    case enabled
    /// It may not be used.
    case disabled
    /// It is gone.
    case deleted
    /// Somebody wishes it gone. That is no deletion.
    case deletionRequested
    /// Somebody wishes it changed.
    case updateRequested
    /// The customer chose it.
    case selected
  }

  /// The provider's own id; absent where it has none yet.
  public var id: String?
  /// What was said.
  public var word: Word
  /// The provider's own word for its state.
  public var status: String?
  /// Its kind: `card`, `payPal`, …
  public var method: String?
  /// The network of a card.
  public var brand: String?
  /// The last four digits of a card.
  public var lastFour: String?
  /// What it was kept for, in the provider's word.
  public var futureUsage: String?
  /// Whether it is the one that is offered first.
  public var isDefault: Bool?

  /// A statement about the instrument of this id.
  public init(_ word: Word, id: String?) {
    self.word = word
    self.id = id
  }
}
