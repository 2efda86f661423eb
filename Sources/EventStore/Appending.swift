package import Cryptography
package import MerkleLog

/// One commit being put together; lent to the body of `EventLog.append`.
///
/// Records are collected here and written when the body is done, so that no disk and no lock of
/// LMDB's waits for the body, and writing can be done again when the map had to grow.
package struct Appending: ~Copyable {
  /// The most bytes that the records of one commit may have together.
  package static let byteLimit = 64 << 20

  /// The position that the next record will have, if the commit succeeds.
  package private(set) var nextPosition: Position
  /// The frontier after the records given so far.
  private(set) var frontier: CompactRange
  /// The keys of this commit.
  private var keys: [(keyed: KeyedContent, place: JournalPosition)] = []
  /// The keys that are not in the index yet, those of this commit behind the others; `nil` until
  /// they are asked for.
  private var recentKeys: RecentKeys?
  /// The journal as it was before this commit, from the first look-up on.
  private var lookUps: LookUps?

  private let log: EventLog
  private let start: Position
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The row of each record in the tree: its leaf hash and those of the subtrees it completes.
  private var nodes: [Digest] = []
  private var nodeEnds: [Int] = []
  private var completed: [Digest] = []

  init(after frontier: CompactRange, recentKeys: RecentKeys?, in log: EventLog) {
    self.frontier = frontier
    self.recentKeys = recentKeys
    self.log = log
    start = Position(frontier.size)
    nextPosition = start
  }

  /// The number of records given so far.
  var count: Int { ends.count }

  /// Adds a record to the commit and returns its leaf hash. No allocation once there is room.
  ///
  /// Throws `recordTooLarge` beyond `EventLog.recordByteLimit`, or where the commit has no room
  /// left; that record alone is refused, and the commit can go on.
  package mutating func append(_ record: Span<UInt8>) throws(EventStoreError) -> Digest {
    guard record.count <= EventLog.recordByteLimit else {
      throw EventStoreError(
        .recordTooLarge,
        "A record of \(record.count) bytes is longer than the \(EventLog.recordByteLimit) bytes "
          + "allowed. Record less, or in parts.")
    }
    guard bytes.count + record.count <= Appending.byteLimit else {
      throw EventStoreError(
        .recordTooLarge,
        "The records of one commit would be longer than \(Appending.byteLimit) bytes together. "
          + "Record fewer at once.")
    }
    let leaf = MerkleHash.leafHash(of: record)
    frontier.append(leaf, completing: &completed)
    unsafe record.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    ends.append(bytes.count)
    nodes.append(leaf)
    nodes.append(contentsOf: completed)
    nodeEnds.append(nodes.count)
    nextPosition = Position(nextPosition.index + 1)
    return leaf
  }

  /// What the ledger, and this commit so far, know of a key and the content that comes with it.
  /// O(log n).
  package mutating func match(_ keyed: KeyedContent) throws -> KeyMatch {
    let recent = try loadedRecentKeys()
    if let place = recent.place(of: keyed) { return .recorded(place) }
    let indexed = try lookUpsBegun().snapshot.match(keyed)
    guard indexed == .new, let first = recent.firstPlace(of: keyed.key) else { return indexed }
    return .conflict(first: first)
  }

  /// Notes that a key leads to a record of this commit, after `match` said that the key is new or
  /// in conflict.
  package mutating func noteKey(_ keyed: KeyedContent, at position: Position) {
    precondition(position >= start && position < nextPosition, "The record is of this commit.")
    let place = JournalPosition(journal: log.identity.number, position: position)
    keys.append((keyed, place))
    recentKeys?.add(keyed, at: place)
  }

  private mutating func loadedRecentKeys() throws -> RecentKeys {
    if let recentKeys { return recentKeys }
    var loaded = try RecentKeys(in: lookUpsBegun().snapshot)
    for (keyed, place) in keys { loaded.add(keyed, at: place) }
    recentKeys = loaded
    return loaded
  }

  private mutating func lookUpsBegun() throws -> LookUps {
    if let lookUps { return lookUps }
    let begun = LookUps(try log.snapshot())
    lookUps = begun
    return begun
  }

  /// One snapshot for all look-ups of a commit.
  private final class LookUps {
    let snapshot: Snapshot
    init(_ snapshot: consuming Snapshot) { self.snapshot = snapshot }
  }

  /// Ends the look-ups: while they last, the map cannot grow.
  mutating func endLookUps() { lookUps = nil }

  /// The keys that are not in the index once this commit is done; `nil` where they have to be read.
  consuming func recentKeysAfterwards() -> RecentKeys? { isMerging ? RecentKeys() : recentKeys }

  private var isMerging: Bool { recentKeys.map { $0.count >= log.recentKeyLimit } ?? false }

  /// Writes all that was given into a transaction.
  borrowing func write(to transaction: borrowing LMDBTransaction, of journal: OpenJournal)
    throws(EventStoreError)
  {
    let tables = journal.current
    let events = try transaction.appender(to: tables.events)
    let tree = try transaction.appender(to: tables.tree)
    var (start, firstNode) = (0, 0)
    for index in 0..<count {
      let key = self.start.index + UInt64(index)
      try events.append(bytes.span.extracting(start..<ends[index]), under: key)
      try tree.append(nodes.span.extracting(firstNode..<nodeEnds[index]), under: key)
      (start, firstNode) = (ends[index], nodeEnds[index])
    }
    if isMerging, let recentKeys {
      try recentKeys.merge(into: journal.keys, transaction)
      try transaction.removeAll(in: journal.recentKeys)
    } else {
      for (keyed, place) in keys {
        try transaction.put(
          KeyIndex.conflictKey(of: keyed), under: KeyIndex.value(place), in: journal.recentKeys)
      }
    }
    try transaction.put(
      JournalFormat.encode(frontier.head), under: tables.names.head, in: journal.meta)
  }
}
