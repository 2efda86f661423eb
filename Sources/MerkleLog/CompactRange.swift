package import Cryptography

/// The frontier of a tree: the roots of its perfect subtrees, from left to right. It is all that
/// is needed to append, and its size is logarithmic.
///
/// The subtrees are those into which RFC 6962, section 2.1, splits a tree of this size: one for
/// each bit that is set in the size, with as many leaves as the bit is worth.
package struct CompactRange: Hashable, Sendable {
  /// How many leaves the tree has.
  package private(set) var size: UInt64 = 0
  /// One hash for each bit that is set in the size, the highest bit's first.
  package private(set) var hashes: [Digest] = []

  /// The frontier of an empty tree.
  package init() {}

  /// The frontier of a tree of this size; `nil` unless there is one hash for each bit that is set.
  ///
  /// Whether the hashes are those of the tree is not checked: compare `head` with one that is
  /// trusted.
  package init?(size: UInt64, hashes: [Digest]) {
    guard hashes.count == size.nonzeroBitCount else { return nil }
    self.size = size
    self.hashes = hashes
  }

  /// Adds a leaf. The hashes of the subtrees that it completes, from the smallest up and without
  /// the leaf itself, are put in place of what `completed` held.
  ///
  /// One node hash per leaf on average; no allocation once the arrays have grown.
  package mutating func append(_ leaf: Digest, completing completed: inout [Digest]) {
    completed.removeAll(keepingCapacity: true)
    var hash = leaf
    var remaining = size
    while remaining & 1 == 1, let left = hashes.popLast() {
      hash = MerkleHash.nodeHash(left, hash)
      completed.append(hash)
      remaining >>= 1
    }
    hashes.append(hash)
    size += 1
  }

  /// The Merkle tree hash over all leaves. Logarithmic, no allocation.
  package var root: Digest {
    guard var root = hashes.last else { return MerkleHash.emptyRoot }
    for left in hashes.dropLast().reversed() { root = MerkleHash.nodeHash(left, root) }
    return root
  }

  /// The size and the root. Logarithmic, no allocation.
  package var head: TreeHead { TreeHead(size: size, root: root) }

  /// Where the frontier of a tree of this size is found among its rows, one for each leaf with the
  /// hashes that the leaf completes: the leaf that completes each subtree, and the subtree's level,
  /// 0 being the leaf itself.
  ///
  /// In the order of `hashes`, so that what is read goes into `init(size:hashes:)` as it comes.
  /// Logarithmic.
  package static func frontierNodes(size: UInt64) -> [(leaf: Position, level: Int)] {
    var nodes: [(leaf: Position, level: Int)] = []
    var end: UInt64 = 0
    for level in stride(from: 63, through: 0, by: -1) where size >> UInt64(level) & 1 == 1 {
      end += 1 << UInt64(level)
      nodes.append((Position(end - 1), level))
    }
    return nodes
  }
}
