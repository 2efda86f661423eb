import Cryptography
import Foundation
import MerkleLog

@testable import EventStore

/// Changes a journal through LMDB as somebody would who has the file and knows its format, and not
/// the signing key.
final class JournalEditor {
  private let environment: LMDBEnvironment

  init(_ path: String) throws {
    environment = try LMDBEnvironment(file: path, access: .writing, map: .large, claim: nil)
  }

  func put(_ table: String, _ position: UInt64, _ value: [UInt8]) throws {
    try put(table, JournalFormat.bigEndian(position), value)
  }

  func remove(_ table: String, _ position: UInt64) throws {
    try remove(table, JournalFormat.bigEndian(position))
  }

  func value(_ table: String, _ position: UInt64) throws -> [UInt8] {
    try value(table, JournalFormat.bigEndian(position))
  }

  func fact(_ key: [UInt8]) throws -> [UInt8] { try value("meta", key) }
  func putFact(_ key: [UInt8], _ value: [UInt8]) throws { try put("meta", key, value) }
  func removeFact(_ key: [UInt8]) throws { try remove("meta", key) }

  /// Makes the tree and the head fit the records that are there.
  func rebuildTree(count: UInt64) throws {
    var range = CompactRange()
    var completed: [Digest] = []
    let transaction = try environment.begin(writing: true)
    let events = try transaction.madeDatabase("events")
    let tree = try transaction.madeDatabase("tree")
    for position in 0..<count {
      let key = JournalFormat.bigEndian(position)
      let leaf = try transaction.withValue(of: key, in: events) { MerkleHash.leafHash(of: $0) }
      range.append(leaf!, completing: &completed)
      let row = leaf!.bytes + completed.flatMap(\.bytes)
      try transaction.put(row, under: key, in: tree)
    }
    let head = JournalFormat.encode(range.head)
    let meta = try transaction.madeDatabase("meta")
    try transaction.put(head, under: JournalFormat.Names(journal: 1).head, in: meta)
    try transaction.commit()
  }

  /// Lets the index, or a recent key, lead from a record's key to another position.
  func editIndex(of number: UInt64, to position: UInt64) throws {
    let entry = try indexEntry(of: number)
    if entry.table == "keys" {
      return try put("keys", entry.key, entry.value.dropLast(8) + JournalFormat.bigEndian(position))
    }
    try remove("recent", entry.key)
    try put("recent", entry.key.dropLast(8) + JournalFormat.bigEndian(position), entry.value)
  }

  func removeIndex(of number: UInt64) throws {
    let entry = try indexEntry(of: number)
    try remove(entry.table, entry.key)
  }

  /// Takes all entries away that lead to a position or beyond.
  func removeIndex(from position: UInt64) throws {
    for number in position..<UInt64(SampleStore.count) where number % 3 == 0 {
      try removeIndex(of: number)
    }
  }

  private func indexEntry(
    of number: UInt64
  ) throws -> (table: String, key: [UInt8], value: [UInt8]) {
    let keyed = SampleStore.keyed(Int(number))!
    let place = KeyIndex.value(JournalPosition(journal: 1, position: Position(number)))
    if let value = try found("recent", place) { return ("recent", place, value) }
    let key =
      number % 15 == 0 && number > 0 ? KeyIndex.conflictKey(of: keyed) : KeyIndex.key(of: keyed)
    return ("keys", key, try value("keys", key))
  }

  private func put(_ table: String, _ key: [UInt8], _ value: [UInt8]) throws {
    let transaction = try environment.begin(writing: true)
    try transaction.put(value, under: key, in: try transaction.madeDatabase(table))
    try transaction.commit()
  }

  private func remove(_ table: String, _ key: [UInt8]) throws {
    let transaction = try environment.begin(writing: true)
    try transaction.remove(key, in: try transaction.madeDatabase(table))
    try transaction.commit()
  }

  private func value(_ table: String, _ key: [UInt8]) throws -> [UInt8] {
    try found(table, key)!
  }

  private func found(_ table: String, _ key: [UInt8]) throws -> [UInt8]? {
    let transaction = try environment.begin(writing: false)
    let table = try transaction.database(table)!
    return try transaction.withValue(of: key, in: table) { span in span.indices.map { span[$0] } }
  }
}
