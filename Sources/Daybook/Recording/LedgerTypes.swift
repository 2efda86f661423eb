import Recording

/// The types of Daybook's own records.
enum LedgerTypes {
  /// A ledger was opened for writing: what was under way before has lost its process.
  static let started = RecordType("daybook.started", rule: .object(["software": .clear(.code)]))

  static let all = [started]
}

/// What this software calls itself in records and in `--version`.
public enum Software {
  /// The release.
  public static let version = "0.1.0"
}
