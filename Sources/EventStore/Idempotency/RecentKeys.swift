import MerkleLog

/// Keys that are not in the index yet, in memory: those of the commit under way, and those that
/// were appended since the index was last added to.
///
/// Keys are random, and each one that is put into a large index by itself dirties a page of its
/// own. So they are first only appended, and put into the index many at a time, in its order.
struct RecentKeys {
  /// At so many they are put into the index.
  static let limit = 1 << 16

  /// What came with one key, in the order in which it was appended.
  private struct Contents {
    let first: KeyIndex.First
    var others: [KeyIndex.First] = []
  }

  private var contents: [Fingerprint: Contents] = [:]
  /// How many there are.
  private(set) var count = 0

  /// The place of this content under this key.
  func place(of keyed: KeyedContent) -> JournalPosition? {
    guard let contents = contents[keyed.key] else { return nil }
    if contents.first.content == keyed.content { return contents.first.place }
    return contents.others.first { $0.content == keyed.content }?.place
  }

  /// The place of the first content under a key.
  func firstPlace(of key: Fingerprint) -> JournalPosition? { contents[key]?.first.place }

  /// Adds content that was appended behind all that is here.
  mutating func add(_ keyed: KeyedContent, at place: JournalPosition) {
    let entry = KeyIndex.First(content: keyed.content, place: place)
    if contents[keyed.key]?.others.append(entry) == nil {
      contents[keyed.key] = Contents(first: entry)
    }
    count += 1
  }

  /// All of them, ascending by key and by place.
  func sorted() -> [(keyed: KeyedContent, place: JournalPosition)] {
    var all: [(keyed: KeyedContent, place: JournalPosition)] = []
    all.reserveCapacity(count)
    for key in contents.keys.sorted() {
      guard let contents = contents[key] else { continue }
      for entry in [contents.first] + contents.others {
        all.append((KeyedContent(key: key, content: entry.content), entry.place))
      }
    }
    return all
  }
}

extension RecentKeys {
  /// Reads those that the journal has.
  init(in snapshot: borrowing Snapshot) throws {
    self.init()
    try snapshot.forEachRecentKey { add($0, at: $1) }
  }

  /// Puts them all into the index, in a transaction.
  func merge(
    into index: LMDBTransaction.Database, _ transaction: borrowing LMDBTransaction
  ) throws(EventStoreError) {
    for (keyed, place) in sorted() {
      let first = KeyIndex.First(content: keyed.content, place: place)
      let isFirst = try transaction.insert(
        KeyIndex.value(first), under: KeyIndex.key(of: keyed), in: index)
      if isFirst { continue }
      try transaction.put(
        KeyIndex.value(place), under: KeyIndex.conflictKey(of: keyed), in: index)
    }
  }
}
