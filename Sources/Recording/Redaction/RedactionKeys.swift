package import Cryptography

/// The ledger's own keys for redaction. Not there when the keys cannot be reached: capture goes
/// on, and what would be sealed or fingerprinted keeps its length only.
package struct RedactionKeys: Sendable {
  let fingerprint: HMACSHA256
  let link: HMACSHA256

  /// Prepares the keys, 32 bytes each.
  ///
  /// - Parameters:
  ///   - fingerprint: this ledger's own; what is secret matches only within it.
  ///   - link: shared with those whose references should match.
  package init(fingerprint: [UInt8], link: [UInt8]) {
    self.fingerprint = HMACSHA256(key: fingerprint)
    self.link = HMACSHA256(key: link)
  }

  /// What a fingerprint is of. One key serves all, and none of one kind equals one of another.
  enum Domain: UInt8 {
    case secret = 1
    case body = 2
    case reference = 3
    case personName = 4
    case idempotencyKey = 5
    case content = 6
  }

  /// The name under which a person's key is found again: a keyed digest of the host's own name for
  /// the person, which itself is stored nowhere.
  package func digest(ofPersonNamed name: String) -> Digest {
    let bytes = Array(name.utf8)
    return fingerprint.authenticate(domain: Domain.personName.rawValue, bytes.span)
  }

  /// What an idempotency key of the host's is found again by; `nil` where it holds what may be a
  /// card number. Of a whole one not even a keyed digest is kept, and one that was cut tells
  /// nothing apart.
  package func digest(ofIdempotencyKey key: String) -> Digest? {
    let text = Array(key.utf8)
    guard CardGate.firstMatch(in: text.span, from: 0) == nil else { return nil }
    return fingerprint.authenticate(domain: Domain.idempotencyKey.rawValue, text.span)
  }

  /// What the content that came with an idempotency key is compared by: sealing is random, so the
  /// records of one content differ.
  ///
  /// - Parameter parts: what the content consists of; `nil` for what it lacks.
  package func digest(ofContent parts: [[UInt8]?]) -> Digest {
    var bytes: [UInt8] = []
    for part in parts {
      // Lengths go before, so that no part can take over bytes of another.
      let count = part.map { UInt64($0.count) + 1 } ?? 0
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: count >> shift))
      }
      bytes.append(contentsOf: part ?? [])
    }
    return fingerprint.authenticate(domain: Domain.content.rawValue, bytes.span)
  }
}

/// The key that a record's personal values are sealed under, ready for use. Confined to one thread.
package final class SealingKey {
  /// The key's id as it stands in the record's `person`.
  package let id: String
  let idText: [UInt8]
  let cipher: AES256GCM

  /// Prepares the key.
  ///
  /// - Throws: when the secret is not 32 bytes long.
  package init(id: String, secret: [UInt8]) throws(CryptographyError) {
    self.id = id
    idText = Array(id.utf8)
    cipher = try AES256GCM(key: secret)
  }
}
