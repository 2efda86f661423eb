import Cryptography
import MerkleLog
import Testing

@Suite struct ConsistencyTests {
  static let leaves = makeLeaves(65)
  static let tree = StoredTree(leaves)

  @Test(arguments: 1...64)
  func `every proof is that of the definition, and nothing near it holds`(size: Int) throws {
    let (tree, leaves) = (ConsistencyTests.tree, ConsistencyTests.leaves)
    let head = try tree.head(size)
    for older in 1...size {
      let olderHead = try tree.head(older)
      let path = try MerkleProof.consistency(
        from: UInt64(older), to: UInt64(size), node: tree.node)
      #expect(path == NaiveTree.consistency(older, leaves[..<size]))
      #expect(head.isExtension(of: olderHead, path: path))

      let damaged = damages(of: path).filter { head.isExtension(of: olderHead, path: $0) }
      #expect(damaged.isEmpty, "from \(older)")
      let stranger = try tree.head(older == 1 ? 2 : older - 1).root
      #expect(!head.isExtension(of: TreeHead(size: UInt64(older), root: stranger), path: path))
      let wrongNew = TreeHead(size: UInt64(size), root: leaves[64])
      #expect(!wrongNew.isExtension(of: olderHead, path: path))
      #expect(older == size || !olderHead.isExtension(of: head, path: path))
      let swapped = TreeHead(size: UInt64(size), root: olderHead.root)
        .isExtension(of: TreeHead(size: UInt64(older), root: head.root), path: path)
      #expect(older == size || !swapped)
    }
  }

  /// Roots do not hold their sizes: sizes whose proof has another shape are refused.
  @Test(arguments: 2...64)
  func `wrong sizes are refused wherever they change a step of the check`(size: Int) throws {
    let (tree, leaves) = (ConsistencyTests.tree, ConsistencyTests.leaves)
    let root = try tree.head(size).root
    for older in 1..<size {
      let olderRoot = try tree.head(older).root
      let path = NaiveTree.consistency(older, leaves[..<size])
      let shape = NaiveTree.consistencyShape(older, size)
      func isWrong(_ otherOlder: Int, _ otherSize: Int) -> Bool {
        let accepted = TreeHead(size: UInt64(otherSize), root: root)
          .isExtension(of: TreeHead(size: UInt64(otherOlder), root: olderRoot), path: path)
        let sameShape =
          0 < otherOlder && otherOlder <= otherSize
          && NaiveTree.consistencyShape(otherOlder, otherSize) == shape
        return accepted != sameShape
      }
      #expect((0...130).filter { isWrong($0, size) }.isEmpty, "from \(older)")
      #expect((0...130).filter { isWrong(older, $0) }.isEmpty, "from \(older)")
    }
  }

  @Test func `a changed old leaf makes another tree, which no proof joins`() throws {
    var changed = ConsistencyTests.leaves
    changed[5] = changed[64]
    let other = StoredTree(changed)
    for (older, size) in [(6, 7), (6, 64), (8, 9), (33, 60)] {
      for tree in [ConsistencyTests.tree, other] {
        let path = try MerkleProof.consistency(
          from: UInt64(older), to: UInt64(size), node: tree.node)
        let (old, new) = (try ConsistencyTests.tree.head(older), try other.head(size))
        #expect(!new.isExtension(of: old, path: path))
      }
    }
  }

  @Test func `an empty tree is no base, and no proof leads back or out of the tree`() throws {
    let empty = TreeHead(size: 0, root: MerkleHash.emptyRoot)
    #expect(!empty.isExtension(of: empty, path: []))
    #expect(try !ConsistencyTests.tree.head(5).isExtension(of: empty, path: []))
    for (older, newer) in [(0, 0), (0, 5), (6, 5), (.max, 5)] as [(UInt64, UInt64)] {
      let error = #expect(throws: ProofError.self) {
        try MerkleProof.consistency(from: older, to: newer, node: ConsistencyTests.tree.node)
      }
      #expect(error?.problem == .outsideTree)
    }
  }
}
