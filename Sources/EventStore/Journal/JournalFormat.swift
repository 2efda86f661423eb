import Cryptography
import MerkleLog

/// Names and encodings of journal format 1, as `docs/formats/journal-v1.md` specifies them.
/// Changing anything here makes another format.
enum JournalFormat {
  /// The number of the format.
  static let version = "1"

  /// The name of the table of single facts, whose keys follow.
  static let meta = "meta"
  /// The name of the index of idempotency keys.
  static let keys = "keys"
  /// The name of the table of keys that are not in the index yet.
  static let recentKeys = "recent"

  static let formatKey = Array("format".utf8)
  static let ownKey = Array("own".utf8)

  /// The most journals of its own that a ledger can have had.
  static let journalCountMax = 30

  /// What is named after one of the ledger's own journals. The first has plain names; those that
  /// were begun by `reorigin` have their number, from 2, after a dot.
  struct Names: Sendable {
    /// The table of records.
    let events: String
    /// The table of leaf and subtree hashes.
    let tree: String
    /// The keys in `meta`.
    let source, publicKey, head: [UInt8]
    private let checkpoints: String

    init(journal number: Int) {
      let suffix = number == 1 ? "" : ".\(number)"
      events = "events" + suffix
      tree = "tree" + suffix
      source = Array("source\(suffix)".utf8)
      publicKey = Array("publickey\(suffix)".utf8)
      head = Array("head\(suffix)".utf8)
      checkpoints = "checkpoint\(suffix)/"
    }

    /// The key of the stored checkpoint of this size: it sorts by size.
    func checkpoint(size: UInt64) -> [UInt8] {
      var digits: [UInt8] = []
      Hexadecimal.append(size, to: &digits)
      return Array(checkpoints.utf8) + digits
    }

    /// The size in the key of a stored checkpoint; `nil` for any other key.
    func checkpointSize(_ key: [UInt8]) -> UInt64? {
      let prefix = Array(checkpoints.utf8)
      guard key.count == prefix.count + 16, key.starts(with: prefix) else { return nil }
      return UInt64(String(decoding: key.dropFirst(prefix.count), as: UTF8.self), radix: 16)
    }
  }

  /// The number of the journal whose table of records has this name.
  static func number(ofEvents name: String) -> Int? {
    (1...journalCountMax).first { Names(journal: $0).events == name }
  }

  /// The key of a position: its index in 8 bytes, big-endian.
  static func key(of position: Position) -> [UInt8] { bigEndian(position.index) }

  /// A tree head: size in 8 bytes, big-endian, then the root.
  static func encode(_ head: TreeHead) -> [UInt8] { bigEndian(head.size) + head.root.bytes }

  /// Reads what `encode` writes; `nil` for anything else.
  static func head(_ bytes: Span<UInt8>) -> TreeHead? {
    guard bytes.count == 8 + Digest.byteCount, let root = digest(in: bytes, at: 8) else {
      return nil
    }
    return TreeHead(size: number(in: bytes, at: 0), root: root)
  }

  /// The digest that starts at an offset; `nil` where too few bytes follow.
  static func digest(in bytes: Span<UInt8>, at offset: Int) -> Digest? {
    guard offset >= 0, bytes.count - offset >= Digest.byteCount else { return nil }
    return Digest(
      words: (
        number(in: bytes, at: offset), number(in: bytes, at: offset + 8),
        number(in: bytes, at: offset + 16), number(in: bytes, at: offset + 24)
      ))
  }

  /// The 8 bytes, big-endian, that start at an offset; they must be there.
  static func number(in bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in offset..<offset + 8 { number = number << 8 | UInt64(bytes[index]) }
    return number
  }

  static func bigEndian(_ number: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
  }
}
