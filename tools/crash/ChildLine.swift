import Cryptography

/// What a child says on stdout, one line each. The parent believes every complete line.
enum ChildLine: Equatable {
  /// The ledger is about to be opened.
  case opening
  /// A capture with this key is about to be recorded. What becomes of it is only known when its
  /// receipt follows.
  case handedOver(key: UInt64)
  /// A receipt was handed out.
  case receipt(AcknowledgedRecord)

  var text: String {
    switch self {
    case .opening: "opening"
    case .handedOver(let key): "key \(key)"
    case .receipt(let record):
      "receipt \(record.position) \(record.leafHash) \(record.verdict.rawValue)"
        + (record.key.map { " \($0)" } ?? "")
    }
  }

  /// `nil` for a line that no child writes.
  init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    switch (words.first, words.count) {
    case ("opening", 1):
      self = .opening
    case ("key", 2):
      guard let key = UInt64(words[1]) else { return nil }
      self = .handedOver(key: key)
    case ("receipt", 4...5):
      guard let position = UInt64(words[1]), let bytes = Hexadecimal.bytes(words[2]),
        let leafHash = Digest(bytes),
        let verdict = AcknowledgedRecord.Verdict(rawValue: String(words[3]))
      else { return nil }
      var record = AcknowledgedRecord(position: position, leafHash: leafHash, verdict: verdict)
      if words.count == 5 {
        guard let key = UInt64(words[4]) else { return nil }
        record.key = key
      }
      self = .receipt(record)
    default:
      return nil
    }
  }
}

/// A receipt, as far as it is held against what a kill leaves.
struct AcknowledgedRecord: Equatable {
  enum Verdict: String {
    case recorded, alreadyRecorded, conflicting
  }

  var position: UInt64
  var leafHash: Digest
  var verdict = Verdict.recorded
  /// The number of the idempotency key that came with it.
  var key: UInt64?
}
