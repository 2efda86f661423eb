import Cryptography
import MerkleLog

/// The tree over the records as they are now, held against the rows as they are stored.
///
/// Where a record and its leaf hash differ, either may be the one that was changed. Both are
/// followed until a subtree above them, stored elsewhere, tells which.
struct RecomputedTree {
  private struct Suspect {
    let position: UInt64
    /// The tree as it is if the record is right, and the leaf hash in its row is not.
    var range: CompactRange
  }

  /// The tree by what is believed; `nil` once neither a record nor its row could be read.
  private var range: CompactRange? = CompactRange()
  private var suspect: Suspect?
  /// Whether anything differed so far.
  private(set) var hasDeviated = false
  private var completed: [Digest] = []
  private var otherCompleted: [Digest] = []

  /// How many leaves were taken; `nil` once that makes no sense any more.
  var size: UInt64? { range?.size }

  /// The root by what is believed.
  var root: Digest? { range?.root }

  /// Takes the next leaf: as it follows from the record, and as it is in the tree's row.
  mutating func append(
    _ leaf: Digest?, at position: UInt64, _ row: [Digest]?, isKnownBad: Bool, _ number: Int,
    _ report: inout AuditReport
  ) {
    guard var range else { return }
    guard let believed = row?.first ?? leaf else {
      self.range = nil
      suspect = nil
      hasDeviated = true
      return
    }
    if let leaf, leaf != believed, !isKnownBad, suspect == nil {
      hasDeviated = true
      suspect = Suspect(position: position, range: range)
      suspect?.range.append(leaf, completing: &otherCompleted)
    } else {
      if isKnownBad || leaf != believed { hasDeviated = true }
      if let leaf, leaf != believed, !isKnownBad { noteEdit(position, number, &report) }
      suspect?.range.append(believed, completing: &otherCompleted)
    }
    range.append(believed, completing: &completed)
    self.range = range
    if let row { compare(row, at: position, number, &report) }
  }

  /// Holds the subtrees that a leaf completes against those that are stored.
  private mutating func compare(
    _ row: [Digest], at position: UInt64, _ number: Int, _ report: inout AuditReport
  ) {
    for level in 1..<max(1, row.count) {
      let start = position + 1 - 1 << UInt64(level)
      let isUndecided = suspect.map { $0.position >= start } ?? false
      if row[level] == completed[level - 1] {
        if isUndecided { settle(recordIsEdited: true, number, &report) }
      } else if isUndecided, row[level] == otherCompleted[level - 1] {
        settle(recordIsEdited: false, number, &report)
      } else {
        hasDeviated = true
        report.note(
          .damagedTree, journal: number, at: position,
          "A hash in the tree's row for position \(position) is not the one that follows.")
        return
      }
    }
  }

  /// At the end of the journal, the record is what differs unless something spoke for it.
  mutating func finish(_ number: Int, _ report: inout AuditReport) {
    settle(recordIsEdited: true, number, &report)
  }

  /// Whether a root is the one that follows if the record under suspicion is right.
  func supportsRecord(_ root: Digest, at size: UInt64) -> Bool {
    suspect.map { $0.range.size == size && $0.range.root == root } ?? false
  }

  /// Decides which of record and row was changed.
  mutating func settle(recordIsEdited: Bool, _ number: Int, _ report: inout AuditReport) {
    guard let suspect else { return }
    self.suspect = nil
    if recordIsEdited {
      noteEdit(suspect.position, number, &report)
    } else {
      range = suspect.range
      swap(&completed, &otherCompleted)
      report.note(
        .damagedTree, journal: number, at: suspect.position,
        "The leaf hash in the tree's row for position \(suspect.position) is not the record's.")
    }
  }

  private func noteEdit(_ position: UInt64, _ number: Int, _ report: inout AuditReport) {
    report.note(
      .editedRecord, journal: number, at: position,
      "The record at position \(position) is not the one that was appended: it was edited, or "
        + "the disk lost bits.")
  }
}
