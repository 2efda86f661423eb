package import MerkleLog

/// One thing that is not as it was written.
package struct AuditFinding: Hashable, Sendable {
  /// What happened, as far as the bytes tell.
  package enum Kind: String, Sendable {
    /// A record is not the one that was appended: it was edited, or the disk lost bits.
    case editedRecord
    /// A record says that it belongs elsewhere: it was swapped, repeated or brought from another
    /// journal.
    case misplacedRecord
    /// Records are missing between others.
    case gap
    /// The journal is shorter than its head, or than the expected checkpoint.
    case cutTail
    /// A hash in the tree is not the one that follows from the records.
    case damagedTree
    /// Size or root in the head are not those of the records.
    case damagedHead
    /// A checkpoint that the journal's key signed speaks of other records than are there.
    case fork
    /// A checkpoint is not signed by the journal's key, or cannot be read.
    case badSignature
    /// A checkpoint of another journal was expected.
    case otherJournal
    /// The index of idempotency keys does not lead to the records that have the keys.
    case indexDrift
    /// A page of the file is not as LMDB writes it.
    case damagedPage
    /// One of the facts that say whose journal this is cannot be right.
    case damagedFacts
  }

  /// What happened.
  package let kind: Kind
  /// Which of the ledger's own journals, from 1; `nil` for what belongs to none.
  package let journal: Int?
  /// The first position that is bad; `nil` where no record is touched.
  package let position: Position?
  /// What was found, in a sentence that holds no bytes of a record.
  package let message: String
}

/// What an audit found out about one journal.
package struct JournalReport: Sendable {
  /// Who the journal is.
  package let identity: JournalIdentity
  /// Size and root as the journal claims them.
  package let head: TreeHead
  /// The size of the greatest checkpoint, stored or expected, that is signed and fits; `nil` where
  /// there is none.
  package internal(set) var signedSize: UInt64?
}

/// What an audit found out.
package struct AuditReport: Sendable {
  /// The journals, the oldest first, as far as they could be made out.
  package internal(set) var journals: [JournalReport] = []
  /// What is wrong, by journal and position. After many findings the rest is only counted.
  package internal(set) var findings: [AuditFinding] = []
  /// The number of findings, those included that are not listed.
  package internal(set) var findingCount = 0
  /// How many records were read and hashed.
  package internal(set) var recordCount: UInt64 = 0

  /// The transaction of LMDB's that was read.
  var transaction: UInt64 = 0

  static let listedMax = 1000

  mutating func note(
    _ kind: AuditFinding.Kind, journal: Int? = nil, at position: UInt64? = nil, _ message: String
  ) {
    findingCount += 1
    guard findings.count < AuditReport.listedMax else { return }
    let finding = AuditFinding(
      kind: kind, journal: journal, position: position.map { Position($0) }, message: message)
    findings.append(finding)
  }

  /// Puts the findings in order: by journal and position, what has none last.
  mutating func sort() {
    func rank(_ finding: AuditFinding) -> (Int, UInt64) {
      (finding.journal ?? .max, finding.position?.index ?? .max)
    }
    // A stable order: findings of one place stay as they were found.
    findings = findings.enumerated().sorted { left, right in
      let (first, second) = (rank(left.element), rank(right.element))
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }
}

/// What a record says of itself, told by whoever knows its format.
package struct RecordFacts: Sendable {
  /// The position that the record names, in the journal that it is in; `nil` where it names none,
  /// or another journal.
  package let position: Position?
  /// The idempotency key and content that it names.
  package let keyed: KeyedContent?

  /// What a record says of itself.
  package init(position: Position?, keyed: KeyedContent?) {
    self.position = position
    self.keyed = keyed
  }
}
