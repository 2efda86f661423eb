extension RecordProof {
  /// What the check of a proof came to.
  public enum Verdict: Hashable, Sendable {
    /// The key signed a tree that has the record at the position.
    case valid
    /// The checkpoint is not signed by the key, or not rightly.
    case badSignature
    /// The checkpoint is of another journal than the key: its origin line is not the key's name.
    case otherJournal
    /// The key signed a tree, and the path does not lead from the record at the position to its
    /// root.
    case notIncluded
  }
}
