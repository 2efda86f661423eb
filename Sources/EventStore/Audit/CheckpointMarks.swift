import MerkleLog

/// The checkpoints that a journal has to fit, passed as its records are read.
struct CheckpointMarks {
  private struct Mark {
    let size: UInt64
    let head: TreeHead
    let isExpected: Bool
  }

  private let number: Int
  private var marks: [Mark] = []
  /// What is wrong before any record is read.
  private var faults: [String] = []
  private var index = 0
  private var hasFork = false
  /// The greatest size of which a checkpoint, stored or expected, is signed and fits.
  private(set) var signedSize: UInt64?

  init(of journal: AuditedJournal, expected: [SignedCheckpoint]) {
    let identity = journal.identity
    number = identity.number
    for (size, text) in journal.checkpoints {
      do throws(ProofError) {
        let signed = try SignedCheckpoint(String(decoding: text, as: UTF8.self))
        let head = signed.checkpoint.head
        guard signed.checkpoint.source == identity.source, head.size == size,
          Array(signed.text.utf8) == text, signed.isSigned(by: identity.key)
        else {
          faults.append("The stored checkpoint of size \(size) is not signed by the journal's key.")
          continue
        }
        marks.append(Mark(size: size, head: head, isExpected: false))
      } catch {
        faults.append("The stored checkpoint of size \(size) cannot be read.")
      }
    }
    for signed in expected where signed.checkpoint.source == identity.source {
      let head = signed.checkpoint.head
      if signed.isSigned(by: identity.key) {
        marks.append(Mark(size: head.size, head: head, isExpected: true))
      } else {
        faults.append("The expected checkpoint is not signed by the journal's key.")
      }
    }
    marks.sort { $0.size < $1.size }
  }

  /// Compares the checkpoints of the size that the tree has now.
  mutating func check(at tree: RecomputedTree, _ report: inout AuditReport) {
    guard index < marks.count else { return }
    guard let size = tree.size else {
      index = marks.count
      return
    }
    while index < marks.count, marks[index].size <= size {
      let mark = marks[index]
      index += 1
      if mark.size < size { continue }
      if mark.head.root == tree.root || tree.supportsRecord(mark.head.root, at: size) {
        if !hasFork { signedSize = size }
        continue
      }
      if hasFork || tree.hasDeviated { continue }
      hasFork = true
      let start = signedSize ?? 0
      report.note(
        .fork, journal: number, at: start,
        "The \(mark.isExpected ? "expected" : "stored") checkpoint of size \(size) is signed and "
          + "does not fit: of the records from position \(start) to before \(size), others were "
          + "there when it was signed.")
    }
  }

  /// Notes what is wrong with the checkpoints themselves, and those that the journal falls short
  /// of.
  mutating func finish(at end: UInt64, _ report: inout AuditReport) {
    for fault in faults {
      report.note(.badSignature, journal: number, at: signedSize ?? 0, fault)
    }
    for mark in marks where mark.size > end {
      report.note(
        .cutTail, journal: number, at: end,
        "The \(mark.isExpected ? "expected" : "stored") checkpoint speaks of \(mark.size) records, "
          + "and there are \(end).")
    }
  }
}
