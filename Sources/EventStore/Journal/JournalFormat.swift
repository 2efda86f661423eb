import Cryptography
import MerkleLog

/// Names and encodings of journal format 1, as `docs/formats/journal-v1.md` specifies them.
/// Changing anything here makes another format.
enum JournalFormat {
  /// The number of the format.
  static let version = "1"

  /// The name of the table of records in a journal that was never reorigined.
  static let firstEvents = "events"
  /// The name of the table of leaf and subtree hashes.
  static let tree = "tree"
  /// The name of the table of single facts, whose keys follow.
  static let meta = "meta"

  static let formatKey = Array("format".utf8)
  static let ownKey = Array("own".utf8)
  static let sourceKey = Array("source".utf8)
  static let publicKeyKey = Array("publickey".utf8)
  static let headKey = Array("head".utf8)

  /// The key of a position: its index in 8 bytes, big-endian.
  static func key(of position: Position) -> [UInt8] { bigEndian(position.index) }

  /// A tree head: size in 8 bytes, big-endian, then the root.
  static func encode(_ head: TreeHead) -> [UInt8] { bigEndian(head.size) + head.root.bytes }

  /// Reads what `encode` writes; `nil` for anything else.
  static func head(_ bytes: Span<UInt8>) -> TreeHead? {
    guard bytes.count == 8 + Digest.byteCount, let root = digest(in: bytes, at: 8) else {
      return nil
    }
    var size: UInt64 = 0
    for index in 0..<8 { size = size << 8 | UInt64(bytes[index]) }
    return TreeHead(size: size, root: root)
  }

  /// The digest that starts at an offset; `nil` where too few bytes follow.
  static func digest(in bytes: Span<UInt8>, at offset: Int) -> Digest? {
    guard offset >= 0, bytes.count - offset >= Digest.byteCount else { return nil }
    func word(_ start: Int) -> UInt64 {
      var word: UInt64 = 0
      for index in start..<start + 8 { word = word << 8 | UInt64(bytes[index]) }
      return word
    }
    return Digest(
      words: (word(offset), word(offset + 8), word(offset + 16), word(offset + 24)))
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
  }
}
