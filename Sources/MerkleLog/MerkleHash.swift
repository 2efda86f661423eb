package import Cryptography

/// The hashes of RFC 6962, section 2.1. Leaves and nodes begin with different bytes, so that no
/// node can be passed off as a leaf.
package enum MerkleHash {
  /// `SHA-256(0x00 ‖ record)`. Linear, no allocation.
  package static func leafHash(of record: Span<UInt8>) -> Digest {
    SHA256.hash(prefix: 0x00, record)
  }

  /// `SHA-256(0x01 ‖ left ‖ right)`. No allocation.
  package static func nodeHash(_ left: Digest, _ right: Digest) -> Digest {
    SHA256.hash(prefix: 0x01, left, right)
  }

  /// The root of a tree without leaves: the hash of nothing.
  package static let emptyRoot: Digest = {
    let nothing: [UInt8] = []
    return SHA256.hash(nothing.span)
  }()
}
