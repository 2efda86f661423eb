import Cryptography

/// The identity of a journal: the first 128 bits of SHA-256 of its Ed25519 public key.
///
/// An origin together with a `Position` names an event everywhere. Two journals have one origin
/// only if they have one key.
public struct Origin: Hashable, Comparable, Sendable, CustomStringConvertible {
  let high: UInt64
  let low: UInt64

  /// The origin of the journal that is signed with this key.
  ///
  /// - Parameter publicKey: the 32 bytes of an Ed25519 public key (RFC 8032).
  public init(publicKey: [UInt8]) {
    let digest = SHA256.hash(publicKey.span)
    high = digest.words.0
    low = digest.words.1
  }

  /// Reads the 32 lower-case hexadecimal digits that `description` writes; `nil` for any other
  /// text.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }

  /// The order of the descriptions; it carries no meaning and serves to make lists stable.
  public static func < (left: Origin, right: Origin) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  /// The 128 bits as 32 lower-case hexadecimal digits.
  public var description: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(32)
    Hexadecimal.append(high, to: &digits)
    Hexadecimal.append(low, to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }
}
