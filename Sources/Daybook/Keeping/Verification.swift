import EventStore

/// What rereading a whole ledger found out.
///
/// A ledger that is as it was written gives no findings. What the checkpoints sign is proven to be
/// what was there when they were signed; what came after them is only shown to be consistent in
/// itself, and a cut end is shown by a checkpoint alone that was kept elsewhere.
public struct Verification: Sendable {
  /// One thing that is not as it was written.
  public struct Finding: Hashable, Sendable {
    /// What happened, as far as the bytes tell. More kinds may be added.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
      /// The kind's word.
      public let description: String

      /// A record is not the one that was appended: it was edited, or the disk lost bits.
      public static let editedRecord = Kind(.editedRecord)
      /// A record says that it belongs elsewhere: swapped, repeated, or of another journal.
      public static let misplacedRecord = Kind(.misplacedRecord)
      /// Records are missing between others.
      public static let gap = Kind(.gap)
      /// The journal is shorter than its head, or than a checkpoint.
      public static let cutTail = Kind(.cutTail)
      /// A hash in the tree is not the one that follows from the records.
      public static let damagedTree = Kind(.damagedTree)
      /// Size or root in the head are not those of the records.
      public static let damagedHead = Kind(.damagedHead)
      /// A checkpoint that the journal's key signed speaks of other records than are there.
      public static let fork = Kind(.fork)
      /// A checkpoint is not signed by the journal's key, or cannot be read.
      public static let badSignature = Kind(.badSignature)
      /// A checkpoint of another journal was expected.
      public static let otherJournal = Kind(.otherJournal)
      /// The index of idempotency keys does not lead to the records that have the keys.
      public static let indexDrift = Kind(.indexDrift)
      /// A page of the file is not as LMDB writes it.
      public static let damagedPage = Kind(.damagedPage)
      /// One of the facts that say whose journal this is cannot be right.
      public static let damagedFacts = Kind(.damagedFacts)

      init(_ kind: AuditFinding.Kind) { description = kind.rawValue }
    }

    /// What happened.
    public let kind: Kind
    /// The journal in which it did; `nil` for what belongs to none.
    public let origin: Origin?
    /// The first position that is bad; `nil` where no record is touched.
    public let position: Position?
    /// What was found, in a sentence without any content of a record.
    public let message: String
  }

  /// One of the ledger's own journals.
  public struct Journal: Hashable, Sendable {
    /// Which one.
    public let origin: Origin
    /// How many records its head speaks of.
    public let size: UInt64
    /// The root in its head.
    public let root: Digest
    /// The size of the greatest checkpoint that is signed and fits, of those that the ledger keeps
    /// and those that were expected.
    public let signedSize: UInt64
  }

  /// The journals, the oldest first, as far as they could be made out.
  public let journals: [Journal]
  /// What is wrong, by journal and position: at most a thousand.
  public let findings: [Finding]
  /// How many things are wrong, those that are not listed included.
  public let findingCount: Int
  /// How many records were read and hashed.
  public let recordCount: UInt64

  /// Whether nothing is wrong.
  public var isClean: Bool { findingCount == 0 }

  init(_ report: AuditReport) {
    journals = report.journals.map { journal in
      Journal(
        origin: journal.identity.origin, size: journal.head.size, root: journal.head.root,
        signedSize: journal.signedSize ?? 0)
    }
    findings = report.findings.map { finding in
      let journal = report.journals.first { $0.identity.number == finding.journal }
      return Finding(
        kind: Finding.Kind(finding.kind), origin: journal?.identity.origin,
        position: finding.position, message: finding.message)
    }
    findingCount = report.findingCount
    recordCount = report.recordCount
  }
}
