import Recording

/// The types of Daybook's own records.
enum LedgerTypes {
  /// A ledger was opened for writing: what was under way before has lost its process.
  static let started = RecordType("daybook.started", rule: .object(["software": .clear(.code)]))

  /// A new journal of the ledger's own was begun: what the one before it was, when it was frozen.
  static let continued = RecordType(
    "daybook.continued",
    rule: .object([
      "origin": .clear(.code), "source": .clear(.code), "size": .clear(.code),
      "root": .clear(.code), "checkpoint": .clear(.code),
    ]))

  static let all = [started, continued]
}

/// What this software calls itself in records and in `--version`.
public enum Software {
  /// The release.
  public static let version = "0.1.0"
}
