import Cryptography

/// The public half of the key that signs a journal's checkpoints, with its name: what an auditor
/// has to get from somewhere that can be trusted.
///
/// Written as C2SP signed-note keys are: the name, four bytes of hash in hexadecimal, and the key
/// with its type in base64, joined by plus signs. The type is always Ed25519, 0x01.
public struct VerifierKey: Hashable, Sendable, CustomStringConvertible {
  /// The bytes of the name: names are one only if their bytes are.
  let nameBytes: [UInt8]
  /// The 32 bytes of the Ed25519 public key (RFC 8032).
  public let publicKey: [UInt8]

  /// The name: the same text as the origin line of the journal's checkpoints.
  public var name: String { String(decoding: nameBytes, as: UTF8.self) }

  /// The key with this name; `nil` for a name that is empty or holds a space, a plus sign or a
  /// control character, and for a key that has not 32 bytes.
  public init?(name: String, publicKey: [UInt8]) {
    let nameBytes = Array(name.utf8)
    guard NoteLines.isKeyName(nameBytes[...]), publicKey.count == Ed25519.keyByteCount
    else { return nil }
    self.nameBytes = nameBytes
    self.publicKey = publicKey
  }

  /// Reads what `description` writes; `nil` for any other text, a hash that is not the key's, and a
  /// key of another type. Linear.
  public init?(_ text: String) {
    let parts = Array(text.utf8).split(
      separator: UInt8(ascii: "+"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let key = Base64.bytes(parts[2]),
      key.first == VerifierKey.ed25519
    else { return nil }
    self.init(name: String(decoding: parts[0], as: UTF8.self), publicKey: Array(key.dropFirst()))
    guard Array(hashText.utf8) == Array(parts[1]) else { return nil }
  }

  /// The four bytes by which signature lines name the key, beside its name: the start of SHA-256
  /// over name, newline, type and key (C2SP signed-note). A hint, not a proof of anything.
  public var keyHash: UInt32 {
    let named = nameBytes + [NoteLines.newline, VerifierKey.ed25519] + publicKey
    return UInt32(truncatingIfNeeded: SHA256.hash(named.span).words.0 >> 32)
  }

  /// The whole key as one line of text without its newline.
  public var description: String {
    let key = Base64.text([VerifierKey.ed25519] + publicKey)
    return "\(name)+\(hashText)+" + String(decoding: key, as: UTF8.self)
  }

  /// The signature type of Ed25519 (C2SP signed-note).
  static let ed25519: UInt8 = 0x01

  private var hashText: String {
    Hexadecimal.text((0..<4).map { UInt8(truncatingIfNeeded: keyHash >> (24 - 8 * $0)) })
  }
}
