import Cryptography
import MerkleLog

/// Sums over the keys that records name, or that the index leads to, so that both can be compared
/// without holding either. A sum belongs to a stretch of positions, to find where they differ.
struct KeySums {
  private struct Place: Hashable {
    let journal: Int
    let stretch: UInt64
  }

  static let stretchShift: UInt64 = 12
  private var sums: [Place: UInt64] = [:]

  mutating func add(_ keyed: KeyedContent, at place: JournalPosition) {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in [
      keyed.key.high, keyed.key.low, keyed.content.high, keyed.content.low,
      UInt64(truncatingIfNeeded: place.journal), place.position.index,
    ] {
      hash = (hash ^ word) &* 0xBF58_476D_1CE4_E5B9
      hash ^= hash >> 29
      hash = hash &* 0x94D0_49BB_1331_11EB
      hash ^= hash >> 32
    }
    let stretch = place.position.index >> KeySums.stretchShift
    sums[Place(journal: place.journal, stretch: stretch), default: 0] &+= hash | 1
  }

  /// The first stretch in which the sums differ: the journal and the position where it begins.
  func firstDifference(to other: KeySums) -> JournalPosition? {
    Set(sums.keys).union(other.sums.keys).filter { sums[$0] != other.sums[$0] }
      .min { ($0.journal, $0.stretch) < ($1.journal, $1.stretch) }
      .map {
        JournalPosition(
          journal: $0.journal, position: Position($0.stretch << KeySums.stretchShift))
      }
  }
}

/// The reading of the index of idempotency keys, and of those that are not in it yet.
struct KeyPass {
  private let table: TableRecord
  private let recent: TableRecord
  private let facts: AuditedFacts
  private let sums: KeySums

  /// - Parameter sums: over the keys that the records name.
  init(_ table: TableRecord, recent: TableRecord, _ facts: AuditedFacts, _ sums: KeySums) {
    self.table = table
    self.recent = recent
    self.facts = facts
    self.sums = sums
  }

  /// Reads the index and notes where it leads elsewhere than to the records with its keys.
  func run(_ report: inout AuditReport, in file: PageFile, _ audit: Audit) throws {
    var found = KeySums()
    var isReadable = true
    var fault: PageDamage?
    var first: (keyed: KeyedContent, place: JournalPosition)?
    var cursor = PageCursor(over: table, in: file)
    reading: while true {
      switch try cursor.next() {
      case .end: break reading
      case .damage(let damage):
        isReadable = false
        report.note(
          .damagedPage, "A page of the index of keys is damaged: \(damage.reason).")
      case .entry:
        fault = fault ?? cursor.branchFault
        guard let entry = KeyPass.entry(cursor) else {
          report.note(.indexDrift, "An entry of the index of keys is not as Daybook writes it.")
          continue
        }
        if entry.isConflict {
          guard let first, first.keyed.key == entry.keyed.key,
            first.keyed.content != entry.keyed.content, KeyPass.precedes(first.place, entry.place)
          else {
            report.note(
              .indexDrift, journal: entry.place.journal, at: entry.place.position.index,
              "The index of keys lists a conflict without what it conflicts with.")
            continue
          }
        } else {
          first = (entry.keyed, entry.place)
        }
        found.add(entry.keyed, at: entry.place)
      }
    }
    var recentCursor = PageCursor(over: recent, in: file)
    reading: while true {
      switch try recentCursor.next() {
      case .end: break reading
      case .damage(let damage):
        isReadable = false
        report.note(
          .damagedPage, "A page of the recent idempotency keys is damaged: \(damage.reason).")
      case .entry:
        fault = fault ?? recentCursor.branchFault
        guard let entry = KeyPass.recentEntry(recentCursor) else {
          report.note(.indexDrift, "A recent idempotency key is not as Daybook writes it.")
          continue
        }
        found.add(entry.keyed, at: entry.place)
      }
    }
    guard isReadable, let place = sums.firstDifference(to: found) else {
      if let fault {
        report.note(.damagedPage, "A page of the index of keys is damaged: \(fault.reason).")
      }
      return
    }
    // Where records are damaged too, their keys are unknown, and that is said already.
    if report.findings.contains(where: { $0.kind != .indexDrift }) { return }
    try locate(place, &report, audit)
  }

  /// Finds the first record, in a stretch of positions, that the index does not lead to rightly.
  private func locate(
    _ place: JournalPosition, _ report: inout AuditReport, _ audit: Audit
  ) throws {
    let file = try PageFile(audit.files.journal)
    let stretch = place.position.index >> KeySums.stretchShift
    func isInside(_ other: JournalPosition) -> Bool {
      other.journal == place.journal && other.position.index >> KeySums.stretchShift == stretch
    }
    var indexed: [UInt64: [KeyedContent]] = [:]
    var cursor = PageCursor(over: table, in: file)
    while case .entry = try cursor.next() {
      guard let entry = KeyPass.entry(cursor), isInside(entry.place) else { continue }
      indexed[entry.place.position.index, default: []].append(entry.keyed)
    }
    var recentCursor = PageCursor(over: recent, in: file)
    while case .entry = try recentCursor.next() {
      guard let entry = KeyPass.recentEntry(recentCursor), isInside(entry.place) else { continue }
      indexed[entry.place.position.index, default: []].append(entry.keyed)
    }
    guard let journal = facts.journals.first(where: { $0.identity.number == place.journal }) else {
      report.note(.indexDrift, "The index of keys leads to a journal that is not there.")
      return
    }
    var scratch = audit
    var tables = try scratch.namedTables(in: try PageFile(audit.files.journal))
    var events = PageCursor(
      over: try audit.take(journal.names.events, from: &tables),
      in: try PageFile(audit.files.journal))
    var first = indexed.keys.min()
    reading: while case .entry = try events.next() {
      let index = JournalFormat.number(in: events.key.span, at: 0)
      let at = JournalPosition(journal: place.journal, position: Position(index))
      guard isInside(at) else { continue }
      let facts = events.withValue { audit.inspect(journal.identity, Position(index), $0) }
      if facts.keyed.map({ [$0] }) ?? [] != indexed.removeValue(forKey: index) ?? [] {
        first = index
        break reading
      }
      first = indexed.keys.min()
    }
    report.note(
      .indexDrift, journal: place.journal, at: first ?? place.position.index,
      "The index of keys does not lead to the record with the key, at position "
        + "\(first ?? place.position.index).")
  }

  private static func entry(
    _ cursor: PageCursor
  ) -> (keyed: KeyedContent, place: JournalPosition, isConflict: Bool)? {
    let key = cursor.key.span
    switch key.count {
    case Fingerprint.byteCount:
      guard let first = cursor.withValue({ KeyIndex.first($0) }) else { return nil }
      let keyed = KeyedContent(key: Fingerprint(in: key, at: 0), content: first.content)
      return (keyed, first.place, false)
    case 2 * Fingerprint.byteCount:
      guard let place = cursor.withValue({ KeyIndex.place($0) }) else { return nil }
      let keyed = KeyedContent(
        key: Fingerprint(in: key, at: 0),
        content: Fingerprint(in: key, at: Fingerprint.byteCount))
      return (keyed, place, true)
    default: return nil
    }
  }

  private static func recentEntry(
    _ cursor: PageCursor
  ) -> (keyed: KeyedContent, place: JournalPosition)? {
    guard let place = KeyIndex.place(ofRecent: cursor.key.span),
      let keyed = cursor.withValue({ KeyIndex.recent($0) })
    else { return nil }
    return (keyed, place)
  }

  private static func precedes(_ left: JournalPosition, _ right: JournalPosition) -> Bool {
    (left.journal, left.position) < (right.journal, right.position)
  }
}
