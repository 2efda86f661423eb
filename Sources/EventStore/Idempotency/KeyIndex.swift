import MerkleLog

/// Keys and values of the index of idempotency keys, and of what is recent and not in it yet.
///
/// In the index a key alone leads to the content that it came with first. Other content that came
/// with it later has an entry of its own, under the key and its content, so that look-ups stay
/// O(log n) however often a key is misused.
enum KeyIndex {
  /// What the entry of a key says.
  struct First: Hashable {
    let content: Fingerprint
    let place: JournalPosition
  }

  private static let placeByteCount = 10

  static func key(of keyed: KeyedContent) -> [UInt8] { keyed.key.bytes }
  static func conflictKey(of keyed: KeyedContent) -> [UInt8] {
    keyed.key.bytes + keyed.content.bytes
  }

  static func value(_ first: First) -> [UInt8] { first.content.bytes + value(first.place) }

  /// The number of the journal in 2 bytes and the position in 8.
  static func value(_ place: JournalPosition) -> [UInt8] {
    [UInt8(truncatingIfNeeded: place.journal >> 8), UInt8(truncatingIfNeeded: place.journal)]
      + JournalFormat.key(of: place.position)
  }

  /// Reads the value under a key; `nil` for anything that was not written there.
  static func first(_ value: Span<UInt8>) -> First? {
    guard value.count == Fingerprint.byteCount + placeByteCount else { return nil }
    return First(
      content: Fingerprint(in: value, at: 0), place: place(in: value, at: Fingerprint.byteCount))
  }

  /// Reads the value of a conflict's entry; `nil` for anything that was not written there.
  static func place(_ value: Span<UInt8>) -> JournalPosition? {
    value.count == placeByteCount ? place(in: value, at: 0) : nil
  }

  /// Reads the key and content under a place among the recent ones; `nil` for anything else.
  static func recent(_ value: Span<UInt8>) -> KeyedContent? {
    guard value.count == 2 * Fingerprint.byteCount else { return nil }
    return KeyedContent(
      key: Fingerprint(in: value, at: 0),
      content: Fingerprint(in: value, at: Fingerprint.byteCount))
  }

  /// The place that is a key among the recent ones; `nil` for anything else.
  static func place(ofRecent key: Span<UInt8>) -> JournalPosition? { place(key) }

  private static func place(in bytes: Span<UInt8>, at offset: Int) -> JournalPosition {
    JournalPosition(
      journal: Int(bytes[offset]) << 8 | Int(bytes[offset + 1]),
      position: Position(JournalFormat.number(in: bytes, at: offset + 2)))
  }
}

extension Snapshot {
  /// What the ledger knows of a key and the content that came with it. O(log n).
  borrowing func match(_ keyed: KeyedContent) throws -> KeyMatch {
    let found = try value(of: KeyIndex.key(of: keyed)) { KeyIndex.first($0) }
    guard let found else { return .new }
    guard let first = found else { throw KeyIndex.damaged }
    if first.content == keyed.content { return .recorded(first.place) }
    let conflict = try value(of: KeyIndex.conflictKey(of: keyed)) { KeyIndex.place($0) }
    guard let conflict else { return .conflict(first: first.place) }
    guard let place = conflict else { throw KeyIndex.damaged }
    return .recorded(place)
  }
}

extension KeyIndex {
  static let damaged = EventStoreError(
    .corrupted, "The index of idempotency keys holds what was never written there. Verify it.")
}
