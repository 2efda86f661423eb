package import Payments

/// What a provider's words mean: the one table that its interpreter uses and that
/// `docs/reference/status.md` shows, row by row.
package struct StatusTable: Sendable {
  /// One row: words of one kind of record that mean the same.
  package struct Row: Sendable {
    /// The kind of record, as in its type.
    package let record: String
    /// The provider's words; `*` stands for any other, and none where the kind says it alone.
    package let words: [String]
    /// What they mean; `nil` where they say nothing of a payment.
    package let meaning: Meaning?

    init(_ record: String, _ words: [String] = [], _ meaning: Meaning?) {
      self.record = record
      self.words = words
      self.meaning = meaning
    }
  }

  /// The rows, in the order of the documentation.
  package let rows: [Row]
  private let listed: [String: [String: Meaning?]]

  init(_ rows: [Row]) {
    self.rows = rows
    var listed: [String: [String: Meaning?]] = [:]
    for row in rows {
      for word in row.words.isEmpty ? [""] : row.words {
        listed[row.record, default: [:]].updateValue(row.meaning, forKey: word)
      }
    }
    self.listed = listed
  }

  /// What a word means: its own row, or that of any other.
  subscript(_ record: String, _ word: String?) -> Meaning? {
    guard let words = listed[record] else { return nil }
    if let word, let meaning = words[word] { return meaning }
    return words["*"] ?? words[""] ?? nil
  }

  /// What a kind of record means by itself.
  subscript(_ record: String) -> Meaning? { self[record, ""] }

  /// Whether a word has a row of its own.
  func lists(_ record: String, _ word: String?) -> Bool {
    guard let word, word != "*" else { return false }
    return listed[record]?[word] != nil
  }

  /// Nobody here can say.
  static let unknown = Meaning(.pay, .unknown, .unknown)
}
