import Cryptography
import MerkleLog

/// The reading of one journal: its records and their rows in the tree, side by side.
struct JournalPass {
  private let journal: AuditedJournal
  private let number: Int
  private var events: PageCursor
  private var tree: TreeRows
  private var marks: CheckpointMarks
  private var range = RecomputedTree()
  /// The position of the next record.
  private var next: UInt64 = 0
  private static let progressStep: UInt64 = 4096

  init(
    _ journal: AuditedJournal, facts: AuditedFacts, expected: [SignedCheckpoint],
    events: TableRecord, tree: TableRecord, in file: PageFile
  ) {
    self.journal = journal
    number = journal.identity.number
    self.events = PageCursor(over: events, in: file)
    self.tree = TreeRows(over: tree, in: file, of: number)
    marks = CheckpointMarks(of: journal, expected: expected)
  }

  /// Reads all records, and notes what is not as it was written.
  mutating func run(_ report: inout AuditReport, _ sums: inout KeySums, _ audit: Audit) throws {
    report.journals.append(JournalReport(identity: journal.identity, head: journal.head))
    var isDamaged = false
    marks.check(at: range, &report)
    reading: while true {
      switch try events.next() {
      case .end: break reading
      case .damage(let damage):
        isDamaged = true
        report.note(
          .damagedPage, journal: number, at: next,
          "The records from position \(next) on cannot be read: \(damage.reason).")
      case .entry:
        guard events.key.count == 8 else {
          report.note(
            .damagedPage, journal: number, at: next, "A record has a key that is no position.")
          continue
        }
        let position = JournalFormat.number(in: events.key.span, at: 0)
        guard position >= next else {
          // A damaged position led beyond this one, and its place has been passed.
          report.note(
            .misplacedRecord, journal: number, at: position,
            "The record at position \(position) comes after others that belong behind it.")
          continue
        }
        if position > next {
          if !isDamaged {
            report.note(
              .gap, journal: number, at: next,
              "The records from position \(next) to before \(position) are missing.")
          }
          try skip(to: position, &report)
        } else if let fault = events.branchFault {
          report.note(
            .damagedPage, journal: number, at: position,
            "What leads to the record at position \(position) is damaged: \(fault.reason).")
        }
        isDamaged = false
        try take(position, &report, &sums, audit)
        if next % JournalPass.progressStep == 0 { audit.progress(next, journal.head.size) }
      }
    }
    try finish(isDamaged, &report)
    audit.progress(next, journal.head.size)
  }

  private mutating func take(
    _ position: UInt64, _ report: inout AuditReport, _ sums: inout KeySums, _ audit: Audit
  ) throws {
    let row = try tree.row(at: position, &report)
    let (leaf, facts) = events.withValue { record in
      (
        MerkleHash.leafHash(of: record),
        audit.inspect(journal.identity, Position(position), record)
      )
    }
    report.recordCount += 1
    next = position + 1
    if let keyed = facts.keyed {
      sums.add(keyed, at: JournalPosition(journal: number, position: Position(position)))
    }
    if facts.position != Position(position) {
      report.note(
        .misplacedRecord, journal: number, at: position,
        "The record at position \(position) says that it belongs elsewhere, or nothing of it.")
      range.append(leaf, at: position, row, isKnownBad: true, number, &report)
    } else {
      range.append(leaf, at: position, row, isKnownBad: false, number, &report)
    }
    marks.check(at: range, &report)
  }

  /// Goes on behind records that are missing, by what the tree has of them.
  private mutating func skip(to position: UInt64, _ report: inout AuditReport) throws {
    // A position that was damaged may be far away: where nothing is left to go by, go there.
    while next < position, range.size != nil {
      range.append(
        nil, at: next, try tree.row(at: next, &report), isKnownBad: true, number, &report)
      next += 1
      marks.check(at: range, &report)
    }
    next = position
  }

  private mutating func finish(_ isDamaged: Bool, _ report: inout AuditReport) throws {
    let head = journal.head
    if next < head.size {
      if !isDamaged {
        report.note(
          .cutTail, journal: number, at: next,
          "The records end before position \(next); the head speaks of \(head.size).")
      }
    } else if next > head.size {
      report.note(
        .damagedHead, journal: number, at: head.size,
        "There are \(next) records; the head speaks of \(head.size).")
    }
    try tree.finish(at: next, &report)
    range.finish(number, &report)
    if next == head.size, let root = range.root, root != head.root, !range.hasDeviated {
      report.note(
        .damagedHead, journal: number, at: marks.signedSize ?? 0,
        "The root in the head is not the one over the \(head.size) records.")
    }
    marks.finish(at: next, &report)
    report.journals[report.journals.count - 1].signedSize = marks.signedSize
  }
}

/// The rows of a tree, asked for in order.
struct TreeRows {
  private var cursor: PageCursor
  private let number: Int
  private var pending: UInt64?
  /// The row that is pending, or was last.
  private var row: [Digest] = []
  private var isAtEnd = false
  private var isMissing = false

  init(over table: TableRecord, in file: PageFile, of number: Int) {
    cursor = PageCursor(over: table, in: file)
    self.number = number
  }

  /// The row of a position; `nil` where it is missing or damaged, which is noted.
  mutating func row(at position: UInt64, _ report: inout AuditReport) throws -> [Digest]? {
    while !isAtEnd, pending.map({ $0 < position }) ?? true {
      try advance(position, &report)
    }
    guard pending == position else {
      if !isMissing {
        report.note(
          .damagedTree, journal: number, at: position,
          "The tree has no row for position \(position).")
      }
      isMissing = true
      return nil
    }
    if let fault = cursor.branchFault, !isMissing {
      report.note(
        .damagedPage, journal: number, at: position,
        "What leads to the tree's row for position \(position) is damaged: \(fault.reason).")
    }
    isMissing = false
    pending = nil
    let levels = (position &+ 1).trailingZeroBitCount + 1
    guard row.count == levels else {
      report.note(
        .damagedTree, journal: number, at: position,
        "The tree's row for position \(position) has a wrong length.")
      return nil
    }
    return row
  }

  /// Notes rows behind the last record.
  mutating func finish(at end: UInt64, _ report: inout AuditReport) throws {
    pending = nil
    while !isAtEnd { try advance(end, &report) }
    if let pending, pending >= end {
      report.note(
        .damagedTree, journal: number, at: end, "The tree has rows beyond the last record.")
    }
  }

  private mutating func advance(_ position: UInt64, _ report: inout AuditReport) throws {
    switch try cursor.next() {
    case .end: isAtEnd = true
    case .damage(let damage):
      isMissing = true
      report.note(
        .damagedPage, journal: number, at: position,
        "A page of the tree is damaged: \(damage.reason).")
    case .entry:
      row.removeAll(keepingCapacity: true)
      let isWhole = cursor.withValue { value in
        for offset in stride(from: 0, to: value.count, by: Digest.byteCount) {
          guard let hash = JournalFormat.digest(in: value, at: offset) else { return false }
          row.append(hash)
        }
        return cursor.key.count == 8
      }
      pending = isWhole ? JournalFormat.number(in: cursor.key.span, at: 0) : position
      if !isWhole { row.removeAll(keepingCapacity: true) }
    }
  }
}
