package import Cryptography

/// Roots and proofs of a tree of which only the hashes of the complete subtrees are stored: those
/// of 2^level leaves that begin at a multiple of 2^level.
///
/// Every function asks `node` for the hashes that it needs, a number logarithmic in the size, and
/// passes on what `node` throws. What comes out is only as right as these hashes: `TreeHead` has
/// the checks that take nothing on trust.
package enum MerkleProof {
  /// The hash of the complete subtree of 2^level leaves whose last leaf stands at a position, as
  /// `CompactRange.frontierNodes` names it and as a tree row of the journal holds it.
  package typealias Node = (_ endingAt: Position, _ level: Int) throws -> Digest

  /// The Merkle tree hash over the first `size` leaves (RFC 6962, section 2.1).
  package static func root(size: UInt64, node: Node) throws -> Digest {
    try hash(from: 0, count: size, node: node)
  }

  /// The audit path of a leaf in the tree of the first `size` leaves, from the leaf's sibling up to
  /// the child of the root (RFC 6962, section 2.1.1).
  ///
  /// - Throws: `ProofError` with `outsideTree` unless the position is less than the size.
  package static func inclusion(
    of position: Position, size: UInt64, node: Node
  ) throws -> [Digest] {
    guard position.index < size else { throw ProofError(.outsideTree) }
    var path: [Digest] = []
    var (start, count) = (UInt64(0), size)
    while count > 1 {
      let left = leftCount(of: count)
      if position.index - start < left {
        path.append(try hash(from: start + left, count: count - left, node: node))
        count = left
      } else {
        path.append(try hash(from: start, count: left, node: node))
        start += left
        count -= left
      }
    }
    return path.reversed()
  }

  /// The proof that the tree of the first `to` leaves extends that of the first `from` (RFC 6962,
  /// section 2.1.2), from the deepest hash up. Empty where both sizes are one.
  ///
  /// - Throws: `ProofError` with `outsideTree` unless 0 < `from` ≤ `to`: that a tree extends the
  ///   empty one needs no proof, and none is defined.
  package static func consistency(
    from older: UInt64, to newer: UInt64, node: Node
  ) throws -> [Digest] {
    guard 0 < older, older <= newer else { throw ProofError(.outsideTree) }
    var path: [Digest] = []
    var (start, count, rest) = (UInt64(0), newer, older)
    while rest != count {
      let left = leftCount(of: count)
      if rest <= left {
        path.append(try hash(from: start + left, count: count - left, node: node))
        count = left
      } else {
        path.append(try hash(from: start, count: left, node: node))
        start += left
        count -= left
        rest -= left
      }
    }
    // The verifier has the older root already, where that root is a node of the newer tree.
    if start > 0 { path.append(try hash(from: start, count: count, node: node)) }
    return path.reversed()
  }

  /// The hash of `count` leaves that form a subtree in the sense of RFC 6962: folded from its
  /// complete subtrees, the smallest and rightmost first.
  private static func hash(from start: UInt64, count: UInt64, node: Node) throws -> Digest {
    var hash: Digest?
    for part in CompactRange.frontierNodes(size: count).reversed() {
      let left = try node(Position(start + part.leaf.index), part.level)
      hash = hash.map { MerkleHash.nodeHash(left, $0) } ?? left
    }
    return hash ?? MerkleHash.emptyRoot
  }

  /// How many of at least two leaves go to the left: the largest power of two that is less.
  private static func leftCount(of count: UInt64) -> UInt64 {
    1 << UInt64(63 - (count - 1).leadingZeroBitCount)
  }
}
