public import Cryptography

/// The proof that one record stands in a journal: a C2SP tlog-proof file. With the record, and the
/// journal's key from a place that can be trusted, it is checked offline.
///
/// It grows with the logarithm of the journal: for a million records it is under 2 KiB.
public struct RecordProof: Sendable {
  /// The first line of a proof.
  package static let version = "c2sp.org/tlog-proof@v1"
  /// The longest path that a tree of less than 2^64 leaves has.
  static let pathLimit = 64

  /// Data that travels with the proof and is covered by no signature; never empty. In ours it is
  /// the journal's public key.
  public let extra: [UInt8]?
  /// Where the record stands.
  public let position: Position
  /// The audit path, from the leaf's sibling up to the child of the root (RFC 6962, section
  /// 2.1.1).
  public let path: [Digest]
  /// The signed head of the tree in which the record stands.
  public let checkpoint: SignedCheckpoint

  /// A proof of these parts; whether it holds is for `verify` to say. Empty extra data are none.
  package init(
    position: Position, path: [Digest], checkpoint: SignedCheckpoint, extra: [UInt8]?
  ) {
    self.extra = extra?.isEmpty == true ? nil : extra
    self.position = position
    self.path = path
    self.checkpoint = checkpoint
  }

  /// The extra data, where they have the length of a public key.
  ///
  /// Whoever made the file chose them. They say which journal the proof speaks of only where
  /// `Origin(publicKey:)` is what the origin line ends with after its last `/`, and that the
  /// journal is the one you mean only where you know its origin from elsewhere.
  public var publicKey: [UInt8]? {
    extra.flatMap { $0.count == Ed25519.keyByteCount ? $0 : nil }
  }

  /// The key that the proof itself gives: its public key, under the name in the origin line, where
  /// that name ends with the key's origin. It is the key of the journal that you mean only where
  /// you know the origin from elsewhere.
  public var statedKey: VerifierKey? {
    guard let publicKey,
      let key = VerifierKey(name: checkpoint.checkpoint.source, publicKey: publicKey),
      key.name.hasSuffix("/\(Origin(publicKey: publicKey))")
    else { return nil }
    return key
  }

  /// Whether the key's journal has a record with this leaf hash at this position.
  ///
  /// The extra data have no part in it. Two tenths of a millisecond.
  public func verify(leafHash: Digest, key: VerifierKey) -> Verdict {
    guard checkpoint.isNamed(by: key) else { return .otherJournal }
    guard checkpoint.isSigned(by: key) else { return .badSignature }
    let isIncluded = checkpoint.checkpoint.head.includes(leafHash, at: position, path: path)
    return isIncluded ? .valid : .notIncluded
  }
}
