import Cryptography
import Foundation
import MerkleLog

/// What must be left of a ledger whose processes are killed one after the other: what was
/// acknowledged to anybody, and what was found at the looks before.
struct Survivors {
  /// The leaf hash of each acknowledged position.
  private(set) var acknowledged: [UInt64: Digest] = [:]
  /// The leaf hash of each record found at the last look, by position.
  private(set) var leaves: [Digest] = []
  /// The receipts that idempotency keys lead to.
  private(set) var keyed: [UInt64: AcknowledgedRecord] = [:]
  /// Where each fingerprint of an idempotency key was found in a record.
  private var fingerprints: [String: UInt64] = [:]

  /// Takes a receipt.
  ///
  /// - Throws: where it contradicts one before it: a position has one record, and a key that has a
  ///   receipt leads to that record from then on.
  mutating func acknowledge(_ record: AcknowledgedRecord) throws(Violation) {
    if let known = acknowledged[record.position], known != record.leafHash {
      throw Violation("position \(record.position) was acknowledged with two leaf hashes")
    }
    acknowledged[record.position] = record.leafHash
    guard let key = record.key else { return }
    if record.verdict == .conflicting {
      throw Violation("key \(key) is said to conflict, and came with one content only")
    }
    guard let first = keyed[key] else {
      keyed[key] = record
      return
    }
    guard record.verdict == .alreadyRecorded, record.position == first.position,
      record.leafHash == first.leafHash
    else {
      throw Violation(
        "key \(key) was acknowledged at position \(first.position), and again as "
          + "\(record.verdict.rawValue) at position \(record.position)")
    }
  }

  /// Holds the whole journal against what must be left.
  ///
  /// - Parameter read: hands each record with its position to what it is given, in order, and
  ///   returns the head that is stored beside them.
  mutating func look(
    _ read: (_ take: (UInt64, Span<UInt8>) throws -> Void) throws -> TreeHead
  ) throws {
    var look = Look(known: leaves, fingerprints: fingerprints)
    let head = try read { try look.take($1, at: $0) }
    try check(look.leaves, head)
    leaves = look.leaves
    fingerprints = look.fingerprints
  }

  private func check(_ found: [Digest], _ head: TreeHead) throws(Violation) {
    guard UInt64(found.count) == head.size else {
      throw Violation("the head's size is \(head.size), and \(found.count) records are there")
    }
    guard found.count >= leaves.count else {
      throw Violation("\(leaves.count) records were there, now \(found.count) are")
    }
    for (position, leafHash) in acknowledged.sorted(by: { $0.key < $1.key }) {
      guard position < head.size else {
        throw Violation(
          "position \(position) was acknowledged, and \(found.count) records are there")
      }
      guard found[Int(position)] == leafHash else {
        throw Violation("the record at position \(position) is not the acknowledged one")
      }
    }
    guard NaiveTree.root(over: found[...]) == head.root else {
      throw Violation("the head's root is not the root over the \(found.count) records")
    }
  }
}

/// What must not be: said for people.
struct Violation: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// One pass over all records. What was found before is hashed again; only what is new is parsed,
/// so that the passes over a ledger that grows stay linear in what is read.
private struct Look {
  let known: [Digest]
  var leaves: [Digest] = []
  var fingerprints: [String: UInt64]

  init(known: [Digest], fingerprints: [String: UInt64]) {
    self.known = known
    self.fingerprints = fingerprints
  }

  mutating func take(_ record: Span<UInt8>, at position: UInt64) throws {
    guard position == UInt64(leaves.count) else {
      throw Violation("after \(leaves.count) records comes position \(position)")
    }
    let leafHash = NaiveTree.leafHash(of: record)
    if leaves.count < known.count {
      guard leafHash == known[leaves.count] else {
        throw Violation("the record at position \(position) was another one before")
      }
    } else {
      try parse(record, at: position)
    }
    leaves.append(leafHash)
  }

  private mutating func parse(_ record: Span<UInt8>, at position: UInt64) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(record.count)
    for index in record.indices { bytes.append(record[index]) }
    let object: [String: Any]?
    do {
      object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    } catch {
      object = nil
    }
    guard let object else { throw Violation("the record at position \(position) is no object") }
    guard object["id"] as? String == String(position) else {
      throw Violation("the id of the record at position \(position) is another")
    }
    if let fingerprint = object["idempotencykey"] as? String {
      if let first = fingerprints[fingerprint] {
        throw Violation("positions \(first) and \(position) hold one idempotency key")
      }
      fingerprints[fingerprint] = position
    }
  }
}
