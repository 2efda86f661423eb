public import Cryptography

/// Both checks take the older and the newer size, the position and the path as an adversary may
/// have written them: whatever does not fit is `false`, and no number overflows.
///
/// The root alone is trusted, with the size that was signed along with it. The size is no part of
/// the root: a path proves as well for any other size in which the leaf has a path of the same
/// shape, so a size from another source than the root's means nothing.
extension TreeHead {
  /// Whether the record with this leaf hash stands at this position in the tree (RFC 9162, section
  /// 2.1.3.2).
  ///
  /// A hash too many or too few is `false`, and so is every position of an empty tree. One hash for
  /// each element of the path.
  ///
  /// - Parameter path: the audit path, from the leaf's sibling up.
  public func includes(_ leafHash: Digest, at position: Position, path: [Digest]) -> Bool {
    guard position.index < size else { return false }
    var climb = Climb(leaf: position.index, last: size - 1)
    var hash = leafHash
    for other in path {
      switch climb.step() {
      case .fromLeft: hash = MerkleHash.nodeHash(other, hash)
      case .fromRight: hash = MerkleHash.nodeHash(hash, other)
      case nil: return false
      }
    }
    return climb.isAtRoot && hash == root
  }

  /// Whether the tree begins with all leaves of an older tree, in their order (RFC 9162, section
  /// 2.1.4.2).
  ///
  /// Heads of one size need equal roots and an empty path. An empty older tree is `false`, with
  /// whatever newer one: there is nothing to prove, and a caller that has seen nothing yet has
  /// nothing to ask. Two hashes for each element of the path.
  ///
  /// - Parameter path: the consistency proof, from the deepest hash up.
  public func isExtension(of older: TreeHead, path: [Digest]) -> Bool {
    guard older.size > 0, older.size <= size else { return false }
    if older.size == size { return path.isEmpty && older.root == root }
    guard let first = path.first else { return false }

    // Where the older tree is complete, its root is a node of the newer one and begins the climb.
    let isComplete = older.size.nonzeroBitCount == 1
    var climb = Climb(leaf: older.size - 1, last: size - 1)
    climb.skipRightTurns()
    var olderHash = isComplete ? older.root : first
    var newerHash = olderHash
    for other in isComplete ? path[...] : path.dropFirst() {
      switch climb.step() {
      case .fromLeft:
        olderHash = MerkleHash.nodeHash(other, olderHash)
        newerHash = MerkleHash.nodeHash(other, newerHash)
      case .fromRight: newerHash = MerkleHash.nodeHash(newerHash, other)
      case nil: return false
      }
    }
    return climb.isAtRoot && olderHash == older.root && newerHash == root
  }
}

/// The way from a node up to the root, level by level: on which side the next sibling stands.
private struct Climb {
  enum Sibling { case fromLeft, fromRight }

  /// The index of the node on its level.
  private var node: UInt64
  /// The index of the last node on that level.
  private var last: UInt64

  init(leaf: UInt64, last: UInt64) {
    node = leaf
    self.last = last
  }

  /// Whether the level has one node left.
  var isAtRoot: Bool { last == 0 }

  /// Goes up past every node that is a right child: what ends a complete subtree.
  mutating func skipRightTurns() {
    while node & 1 == 1 { rise() }
  }

  /// The side of the next sibling, and the way to its parent; `nil` where there is no sibling.
  mutating func step() -> Sibling? {
    guard last > 0 else { return nil }
    defer { rise() }
    if node & 1 == 1 { return .fromLeft }
    guard node == last else { return .fromRight }
    // A last node without a right sibling counts as its own parent until it is a right child.
    while node & 1 == 0, node > 0 { rise() }
    return .fromLeft
  }

  private mutating func rise() {
    node >>= 1
    last >>= 1
  }
}
