package import Cryptography
package import MerkleLog

/// 128 bits that stand for a text or a body: a keyed digest, cut.
package struct Fingerprint: Hashable, Comparable, Sendable {
  let high: UInt64
  let low: UInt64

  /// The number of bytes.
  package static let byteCount = 16

  /// The first 128 bits of a digest.
  package init(_ digest: Digest) { (high, low) = (digest.words.0, digest.words.1) }

  /// The 128 bits in two words.
  package init(words: (UInt64, UInt64)) { (high, low) = words }

  /// The 16 bytes from an offset on; they must be there.
  init(in bytes: Span<UInt8>, at offset: Int) {
    high = JournalFormat.number(in: bytes, at: offset)
    low = JournalFormat.number(in: bytes, at: offset + 8)
  }

  /// Reads 32 lower-case hexadecimal digits; `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, let bytes = Hexadecimal.bytes(text) else { return nil }
    self.init(in: bytes.span, at: 0)
  }

  /// The 128 bits as 32 lower-case hexadecimal digits.
  package var description: String { Hexadecimal.text(bytes) }

  /// The order of the bytes.
  package static func < (left: Fingerprint, right: Fingerprint) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  var bytes: [UInt8] { JournalFormat.bigEndian(high) + JournalFormat.bigEndian(low) }
}

/// An idempotency key of a caller's, and the content that came with it.
package struct KeyedContent: Hashable, Sendable {
  /// Stands for the caller's key.
  package let key: Fingerprint
  /// Stands for what was to be recorded.
  package let content: Fingerprint

  /// Content that came with a key.
  package init(key: Fingerprint, content: Fingerprint) {
    self.key = key
    self.content = content
  }
}

/// Where an event is, among all the journals that a ledger has had of its own.
package struct JournalPosition: Hashable, Sendable {
  /// Which journal, from 1.
  package let journal: Int
  /// The index in it.
  package let position: Position

  /// A place in one of the ledger's own journals.
  package init(journal: Int, position: Position) {
    self.journal = journal
    self.position = position
  }
}

/// What the ledger knows of a key and the content that came with it.
package enum KeyMatch: Hashable, Sendable {
  /// The key is new.
  case new
  /// This content was recorded under this key, here.
  case recorded(JournalPosition)
  /// Only other content was recorded under this key, first here.
  case conflict(first: JournalPosition)
}
