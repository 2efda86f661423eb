import Cryptography
import Foundation
import MerkleLog

@testable import EventStore

/// One way to damage a ledger.
enum Tampering: CaseIterable {
  case flippedBit, overwrittenByte, movedPosition, truncatedFile
  case overwrittenStretch, zeroedPage, copiedPage, brokenStructure
  case editedRecord, swappedRecords, duplicatedRecord, droppedRecord, cutTail, cutTailOfRecords
  case rebuiltTree, rebuiltTreeAfterCheckpoint, editedTreeRow, droppedTreeRow, editedHead
  case editedIndex, droppedIndexEntry, editedCheckpoint

  var name: String { "\(self)" }

  /// The one kind that was asked for.
  private static let only: Tampering? = {
    let name = ProcessInfo.processInfo.environment["DAYBOOK_TAMPERING"]
    return allCases.first { $0.name == name }
  }()

  /// Half of them flip a bit somewhere.
  static func random(_ live: LiveBytes, _ random: inout Randomness) -> Tampering {
    if let only { return only }
    return Bool.random(using: &random) ? .flippedBit : allCases.randomElement(using: &random)!
  }

  /// Puts a damaged copy of the journal into place, and says what an audit has to find, and
  /// whether it can only with a checkpoint that was kept elsewhere.
  func apply(
    to sample: SampleStore, whole: Data, live: LiveBytes, _ random: inout Randomness
  ) throws -> (Expectation, needsCheckpoint: Bool) {
    let path = sample.path + "/journal.mdb"
    let count = UInt64(SampleStore.count)
    let position = UInt64.random(in: 0..<count, using: &random)
    switch self {
    case .flippedBit, .overwrittenByte:
      var bytes = whole
      let (offset, owner) = live.byte(Int.random(in: 0..<live.byteCount, using: &random))
      let mask =
        self == .flippedBit
        ? UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        : UInt8.random(in: 1...255, using: &random)
      bytes[offset] ^= mask
      try bytes.write(to: URL(filePath: path))
      return (Tampering.expectation(for: owner), false)
    case .movedPosition:
      var bytes = whole
      let keys = live.ranges.filter { range, owner in
        owner.part == .key && owner.first == owner.last && range.count == 8
          && ["events", "tree"].contains(owner.table)
      }
      let (range, owner) = keys.randomElement(using: &random)!
      var other = owner.first
      while other == owner.first { other = .random(in: 0..<2 * count, using: &random) }
      bytes.replaceSubrange(range, with: JournalFormat.bigEndian(other))
      try bytes.write(to: URL(filePath: path))
      return (Tampering.expectation(for: owner), false)
    case .overwrittenStretch, .zeroedPage, .copiedPage:
      var bytes = whole
      let (offset, _) = live.byte(Int.random(in: 0..<live.byteCount, using: &random))
      try overwrite(&bytes, at: offset, &random)
      try bytes.write(to: URL(filePath: path))
      return (Expectation(kinds: Tampering.allKinds, positions: nil), false)
    case .brokenStructure:
      var bytes = whole
      // What leads to values, in several places at once.
      let structure = live.ranges.filter { $0.owner.part != .value || $0.owner.table == "main" }
      while bytes == whole {
        for _ in 0..<Int.random(in: 2...40, using: &random) {
          let offset = structure.randomElement(using: &random)!.range.randomElement(using: &random)!
          bytes[offset] = [
            0, 1, 2, 4, 0x10, 0x7F, 0x80, 0xFE, 0xFF, UInt8.random(in: 0...255, using: &random),
          ]
          .randomElement(using: &random)!
        }
      }
      try bytes.write(to: URL(filePath: path))
      return (Expectation(kinds: Tampering.allKinds, positions: nil), false)
    case .truncatedFile:
      let length = Int.random(in: 0..<whole.count, using: &random)
      try whole.prefix(length).write(to: URL(filePath: path))
      return (Expectation(kinds: [.damagedPage], positions: nil), false)
    default:
      try whole.write(to: URL(filePath: path))
      let file = try JournalEditor(path)
      return try applyToTables(file, sample, position, &random)
    }
  }

  /// Overwrites many bytes, of which the one at the offset means something and changes.
  private func overwrite(_ bytes: inout Data, at offset: Int, _ random: inout Randomness) throws {
    let page = offset / 4096 * 4096
    switch self {
    case .overwrittenStretch:
      let end = min(bytes.count, offset + Int.random(in: 2...5000, using: &random))
      for index in offset + 1..<end { bytes[index] = .random(in: 0...255, using: &random) }
      bytes[offset] ^= .random(in: 1...255, using: &random)
    case .zeroedPage:
      bytes[offset] ^= 1
      for index in page..<page + 4096 where index != offset { bytes[index] = 0 }
    default:
      var copied = Data(bytes[page..<page + 4096])
      var other = page
      // The middles of two long records may be the same.
      while copied == bytes[page..<page + 4096] {
        other = 4096 * Int.random(in: 0..<bytes.count / 4096, using: &random)
        copied = Data(bytes[other..<other + 4096])
      }
      // Both pages of roots are read: one may stand in for the other where it is as new.
      bytes.replaceSubrange(page..<page + 4096, with: copied)
      if page < 8192, other < 8192 { bytes[page + 16] ^= 1 }
    }
  }

  private func applyToTables(
    _ file: JournalEditor, _ sample: SampleStore, _ position: UInt64, _ random: inout Randomness
  ) throws -> (Expectation, needsCheckpoint: Bool) {
    let count = UInt64(SampleStore.count)
    func expect(
      _ kinds: Set<AuditFinding.Kind>, _ positions: ClosedRange<UInt64>?, given: Bool = false
    ) -> (Expectation, needsCheckpoint: Bool) {
      (Expectation(kinds: kinds, positions: positions), given)
    }
    switch self {
    case .editedRecord:
      try file.put("events", position, edited(position, &random))
      return expect([.editedRecord], position...position)
    case .swappedRecords:
      var other = position
      while other == position { other = .random(in: 0..<count, using: &random) }
      try file.put("events", position, SampleStore.record(Int(other)))
      try file.put("events", other, SampleStore.record(Int(position)))
      let first = min(position, other)
      return expect([.misplacedRecord], first...first)
    case .duplicatedRecord:
      let other = (position + 1) % count
      try file.put("events", other, SampleStore.record(Int(position)))
      return expect([.misplacedRecord], other...other)
    case .droppedRecord:
      try file.remove("events", position)
      return expect(position == count - 1 ? [.cutTail] : [.gap], position...position)
    case .cutTailOfRecords:
      for position in position..<count { try file.remove("events", position) }
      return expect([.cutTail], position...position)
    case .cutTail:
      // All that speaks of the tail is cut too, and the head is made to fit.
      for position in position..<count {
        try file.remove("events", position)
        try file.remove("tree", position)
      }
      try file.removeIndex(from: position)
      for size in SampleStore.signedSizes where size > position {
        try file.removeFact(JournalFormat.Names(journal: 1).checkpoint(size: size))
      }
      try file.rebuildTree(count: position)
      return expect([.cutTail], position...position, given: true)
    case .rebuiltTree, .rebuiltTreeAfterCheckpoint:
      try file.put("events", position, edited(position, &random))
      try file.rebuildTree(count: count)
      let signed = SampleStore.signedSizes.last { $0 <= position } ?? 0
      if self == .rebuiltTree { return expect([.fork], signed...position) }
      // The stored checkpoints that speak against it are taken away too.
      for size in SampleStore.signedSizes where size > position {
        try file.removeFact(JournalFormat.Names(journal: 1).checkpoint(size: size))
      }
      return expect([.fork], signed...position, given: true)
    case .editedTreeRow:
      var row = try file.value("tree", position)
      let index = Int.random(in: 0..<row.count, using: &random)
      row[index] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      try file.put("tree", position, row)
      // At the end of the journal nothing tells whether record or leaf hash was changed, but the
      // head.
      return expect([.damagedTree], position...position)
    case .droppedTreeRow:
      try file.remove("tree", position)
      return expect([.damagedTree], position...position)
    case .editedHead:
      let head = TreeHead(size: count, root: MerkleHash.leafHash(of: [1].span))
      try file.putFact(JournalFormat.Names(journal: 1).head, JournalFormat.encode(head))
      return expect([.damagedHead], count...count)
    case .editedIndex:
      let number = position - position % 3
      try file.editIndex(of: number, to: position + 1)
      let other = position + 1
      return expect([.indexDrift], min(number, other)...min(number, other))
    case .droppedIndexEntry:
      let number = position - position % 3
      try file.removeIndex(of: number)
      return expect([.indexDrift], nil)
    case .editedCheckpoint:
      let size = SampleStore.signedSizes.randomElement(using: &random)!
      let key = JournalFormat.Names(journal: 1).checkpoint(size: size)
      var text = try file.fact(key)
      let index = Int.random(in: 0..<text.count, using: &random)
      text[index] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      try file.putFact(key, text)
      return expect([.badSignature], 0...count)
    default:
      preconditionFailure("These are done to the file.")
    }
  }

  private func edited(_ position: UInt64, _ random: inout Randomness) -> [UInt8] {
    var record = SampleStore.record(Int(position))
    // Behind what it says of itself.
    let index = Int.random(in: min(90, record.count - 1)..<record.count, using: &random)
    record[index] = record[index] == 65 ? 66 : 65
    return record
  }

  private static let allKinds: Set<AuditFinding.Kind> = [
    .editedRecord, .misplacedRecord, .gap, .cutTail, .damagedTree, .damagedHead, .fork,
    .badSignature, .otherJournal, .indexDrift, .damagedPage, .damagedFacts,
  ]

  /// What a changed byte has to look like to an audit.
  private static func expectation(for owner: LiveBytes.Owner) -> Expectation {
    switch (owner.table, owner.part) {
    case ("events", .value):
      return Expectation(
        kinds: [.editedRecord, .misplacedRecord], positions: owner.first...owner.first)
    case ("tree", .value):
      return Expectation(kinds: [.damagedTree], positions: owner.first...owner.first)
    case ("events", _), ("tree", _):
      return Expectation(
        kinds: [.damagedPage, .gap, .cutTail, .damagedTree, .editedRecord, .misplacedRecord],
        positions: owner.first...owner.last + 1)
    case ("meta", _): return Expectation(kinds: allKinds, positions: nil)
    case ("keys", .value), ("keys", .key), ("recent", .value), ("recent", .key):
      return Expectation(kinds: [.indexDrift, .damagedPage], positions: nil)
    default: return Expectation(kinds: [.damagedPage, .damagedFacts], positions: nil)
    }
  }
}
