package import Cryptography
package import MerkleLog

/// The journal as it was when the snapshot began, whatever is appended meanwhile.
///
/// It is lent to a closure by `EventLog.withSnapshot` and cannot leave it. While it lives the
/// pages that it can see are not reused, so the file grows: be brief, and go through long
/// stretches with `EventLog.scan`.
package struct Snapshot: ~Copyable {
  /// Size and root of the tree at this point. The records are those at positions below the size.
  package let head: TreeHead

  private let journal: OpenJournal
  private let tables: JournalTables
  private let transaction: LMDBTransaction

  /// A snapshot of one of the ledger's own journals; of the current one where none is named.
  init(of journal: OpenJournal, _ identity: JournalIdentity? = nil) throws {
    let tables = identity.map { journal.tables(of: $0) } ?? journal.current
    let transaction = try journal.environment.begin(writing: false)
    let head = try transaction.withValue(of: tables.names.head, in: journal.meta) { bytes in
      JournalFormat.head(bytes)
    }
    guard let head = head ?? nil else {
      throw EventStoreError(
        .corrupted, "The journal has no readable tree head. Restore it from a backup.")
    }
    self.head = head
    self.journal = journal
    self.tables = tables
    self.transaction = transaction
  }

  /// Lends the bytes of a record to the body; `nil` where the position is not below the size.
  ///
  /// O(log n), without a copy. Throws what the body throws, and `corrupted` where a record is
  /// missing.
  package borrowing func withRecord<Result>(
    at position: Position, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result? {
    guard position.index < head.size else { return nil }
    let key = JournalFormat.key(of: position)
    guard let result = try transaction.withValue(of: key, in: tables.events, body) else {
      throw Snapshot.missing("record", at: position)
    }
    return result
  }

  /// The leaf hash of a record as it was appended, not computed from the record as it is now;
  /// `nil` where the position is not below the size. O(log n).
  package borrowing func leafHash(at position: Position) throws -> Digest? {
    try nodeHash(endingAt: position, level: 0)
  }

  /// The hash of the subtree of 2^level leaves of which the last is at this position; `nil` where
  /// the position is not below the size or no such subtree ends there. O(log n).
  package borrowing func nodeHash(endingAt position: Position, level: Int) throws -> Digest? {
    guard position.index < head.size else { return nil }
    let key = JournalFormat.key(of: position)
    let levels = (position.index &+ 1).trailingZeroBitCount + 1
    guard (0..<levels).contains(level) else { return nil }
    let node = try transaction.withValue(of: key, in: tables.tree) { row -> Digest? in
      guard row.count == levels * Digest.byteCount else { return nil }
      return JournalFormat.digest(in: row, at: level * Digest.byteCount)
    }
    guard let node = node ?? nil else { throw Snapshot.missing("tree row", at: position) }
    return node
  }

  /// Lends the records to the body in order, from a position on, until the body returns false,
  /// `limit` records have been lent, or the size is reached.
  ///
  /// O(log n) to begin with and O(1) for each record, without a copy. Throws what the body throws,
  /// and `corrupted` at a gap.
  ///
  /// - Returns: the position after the last record lent, from which to go on.
  @discardableResult
  package borrowing func forEachRecord(
    from start: Position, limit: Int = .max, _ body: (Position, Span<UInt8>) throws -> Bool
  ) throws -> Position {
    precondition(limit >= 0, "A limit on records cannot be negative.")
    let size = head.size
    guard start.index < size, limit > 0 else { return start }
    let end = size - start.index > UInt64(limit) ? start.index + UInt64(limit) : size
    let cursor = try transaction.cursor(over: tables.events)
    var next = start.index
    func lend(_ key: UInt64?, _ record: Span<UInt8>) throws -> Bool {
      guard key == next else { throw Snapshot.missing("record", at: Position(next)) }
      next += 1
      return try body(Position(next - 1), record)
    }
    guard var goesOn = try cursor.seek(next, lend) else {
      throw Snapshot.missing("record", at: start)
    }
    while goesOn, next < end {
      guard let answer = try cursor.next(lend) else {
        throw Snapshot.missing("record", at: Position(next))
      }
      goesOn = answer
    }
    return Position(next)
  }

  /// The hash of the subtree of 2^level leaves that ends at a position, which must be there.
  package borrowing func node(endingAt position: Position, level: Int) throws -> Digest {
    guard let hash = try nodeHash(endingAt: position, level: level) else {
      throw Snapshot.missing("tree row", at: position)
    }
    return hash
  }

  /// Reads the tree's frontier and holds it against the head. Throws `corrupted` where they, or
  /// the numbers of entries, differ. O(log n).
  borrowing func frontier() throws -> CompactRange {
    guard try transaction.count(of: tables.events) == head.size,
      try transaction.count(of: tables.tree) == head.size
    else {
      throw EventStoreError(
        .corrupted,
        "The journal does not hold the \(head.size) records that its head speaks of. Verify it.")
    }
    var hashes: [Digest] = []
    for node in CompactRange.frontierNodes(size: head.size) {
      hashes.append(try self.node(endingAt: node.leaf, level: node.level))
    }
    guard let frontier = CompactRange(size: head.size, hashes: hashes), frontier.head == head
    else {
      throw EventStoreError(
        .corrupted, "The journal's tree and its head of size \(head.size) differ. Verify it.")
    }
    return frontier
  }

  /// Lends the value under a key of the index of idempotency keys to the body; `nil` where there
  /// is none. O(log n).
  borrowing func value<Result>(
    of key: [UInt8], _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result? {
    try transaction.withValue(of: key, in: journal.keys, body)
  }

  /// Lends the keys that are not in the index yet to the body, in the order of their places.
  borrowing func forEachRecentKey(
    _ body: (KeyedContent, JournalPosition) throws -> Void
  ) throws {
    let cursor = try transaction.cursor(over: journal.recentKeys)
    try cursor.forEach { key, value in
      guard let place = KeyIndex.place(ofRecent: key), let keyed = KeyIndex.recent(value) else {
        throw KeyIndex.damaged
      }
      try body(keyed, place)
    }
  }

  /// The text of the stored checkpoint that is the greatest up to a size; `nil` where there is
  /// none. O(log n).
  package borrowing func checkpoint(upTo size: UInt64 = .max) throws -> [UInt8]? {
    let cursor = try transaction.cursor(over: journal.meta)
    return try cursor.last(upTo: tables.names.checkpoint(size: size)) { key, value in
      guard tables.names.checkpointSize(key) != nil else { return nil }
      return value.indices.map { value[$0] }
    } ?? nil
  }

  private static func missing(_ what: String, at position: Position) -> EventStoreError {
    EventStoreError(
      .corrupted,
      "The \(what) at position \(position) is missing or damaged. Verify the ledger.")
  }
}
