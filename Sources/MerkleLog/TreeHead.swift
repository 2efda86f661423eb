public import Cryptography

/// The size and the root of a tree: what a checkpoint signs.
public struct TreeHead: Hashable, Sendable {
  /// How many records the journal has.
  public let size: UInt64
  /// The Merkle tree hash over all of them (RFC 6962, section 2.1).
  public let root: Digest

  /// A head of this size with this root; whether they belong together is not checked.
  public init(size: UInt64, root: Digest) {
    self.size = size
    self.root = root
  }
}
