import Cryptography
import Foundation
import MerkleLog

@testable import EventStore

/// A ledger of some hundred records, short and long, some with idempotency keys, with checkpoints
/// on the way, and what an audit has to know of its records.
struct SampleStore {
  static let count = 400
  static let privateKey = [UInt8](repeating: 9, count: 32)
  /// The sizes that have a stored checkpoint.
  static let signedSizes: [UInt64] = [0, 100, 200, 300, 400]

  /// At so many recent keys they are put into the index: the sample has keys in both.
  static let recentKeyLimit = 48

  let path: String
  let source: String
  let checkpoint: SignedCheckpoint

  /// Makes the ledger. The first records come one to a commit, so that pages were used again.
  static func make(at path: String) throws -> SampleStore {
    let publicKey = try Ed25519.publicKey(of: privateKey)
    let source = "daybook/\(Origin(publicKey: publicKey))"
    let empty = try sign(TreeHead(size: 0, root: MerkleHash.emptyRoot), source)
    try EventLog.create(
      at: path, source: "daybook", publicKey: publicKey, checkpoint: Array(empty.text.utf8))
    let log = try EventLog.open(at: path, mode: .writing, recentKeyLimit: recentKeyLimit)
    defer { log.close() }
    var latest = empty
    var number = 0
    while number < count {
      let batch = number < 100 ? 1 : 20
      let (_, head) = try log.append { appending in
        for number in number..<number + batch {
          _ = try appending.append(record(number).span)
          guard let keyed = keyed(number) else { continue }
          _ = try appending.match(keyed)
          appending.noteKey(keyed, at: Position(UInt64(number)))
        }
      }
      number += batch
      if signedSizes.contains(head.size) {
        latest = try sign(head, source)
        try log.keep(Array(latest.text.utf8), size: head.size)
      }
    }
    return SampleStore(path: path, source: source, checkpoint: latest)
  }

  static func sign(_ head: TreeHead, _ source: String) throws -> SignedCheckpoint {
    try SignedCheckpoint.sign(head, source: source, privateKey: privateKey)
  }

  /// Every third record has a key; of these, every fifth shares one with other content.
  static func keyed(_ number: Int) -> KeyedContent? {
    guard number % 3 == 0 else { return nil }
    return KeyedContent(
      key: fingerprint(number % 15 == 0 ? -1 : number), content: fingerprint(number))
  }

  /// The record: its number, its key and content, and filling up to some length.
  static func record(_ number: Int) -> [UInt8] { record(number, keyed(number)) }

  static func record(_ number: Int, _ keyed: KeyedContent?) -> [UInt8] {
    let keyed = keyed.map { "\($0.key.description) \($0.content.description)" } ?? "-"
    let length =
      switch number % 50 {
      case 7: 30_000
      case 23: 5_000
      default: 100 + number * 37 % 800
      }
    let text = Array("\(number) \(keyed) ".utf8)
    return text + (text.count..<max(text.count, length)).map { UInt8(65 + ($0 + number) % 26) }
  }

  /// What a record says of itself.
  static func inspect(
    _: JournalIdentity, _: Position, _ record: Span<UInt8>
  ) -> RecordFacts {
    let head = (0..<min(80, record.count)).map { record[$0] }
    let words = String(decoding: head, as: UTF8.self).split(separator: " ")
    let position = words.first.flatMap { UInt64($0) }.map { Position($0) }
    var keyed: KeyedContent?
    if words.count > 2, let key = Fingerprint(words[1]), let content = Fingerprint(words[2]) {
      keyed = KeyedContent(key: key, content: content)
    }
    return RecordFacts(position: position, keyed: keyed)
  }

  func audit(expecting expected: [SignedCheckpoint] = []) throws -> AuditReport {
    try Audit(of: path, expecting: expected, inspect: SampleStore.inspect).run()
  }
}
