import Cryptography
import MerkleLog
import Testing

@Suite struct InclusionTests {
  static let leaves = makeLeaves(65)
  static let tree = StoredTree(leaves)

  @Test(arguments: 0...64)
  func `the root from the stored nodes is that of the definition`(size: Int) throws {
    let root = try MerkleProof.root(size: UInt64(size), node: InclusionTests.tree.node)
    #expect(root == naiveRoot(InclusionTests.leaves[..<size]))
  }

  @Test(arguments: 1...64)
  func `every path is that of the definition, and nothing near it holds`(size: Int) throws {
    let (tree, leaves) = (InclusionTests.tree, InclusionTests.leaves)
    let head = try tree.head(size)
    for index in 0..<size {
      let position = Position(UInt64(index))
      let path = try MerkleProof.inclusion(of: position, size: UInt64(size), node: tree.node)
      #expect(path == NaiveTree.inclusion(index, leaves[..<size]))
      #expect(head.includes(leaves[index], at: position, path: path))

      let damaged = damages(of: path).filter {
        head.includes(leaves[index], at: position, path: $0)
      }
      #expect(damaged.isEmpty, "index \(index)")
      let wrongPlaces = (0..<70).filter {
        $0 != index && head.includes(leaves[index], at: Position($0), path: path)
      }
      #expect(wrongPlaces.isEmpty, "index \(index)")
      let wrongLeaves = leaves.indices.filter {
        $0 != index && head.includes(leaves[$0], at: position, path: path)
      }
      #expect(wrongLeaves.isEmpty, "index \(index)")
    }
  }

  /// A root does not hold its size: a size in which the leaf's path has another shape is refused.
  @Test(arguments: 1...64)
  func `a wrong size is refused wherever it changes a step of the check`(size: Int) throws {
    let (tree, leaves) = (InclusionTests.tree, InclusionTests.leaves)
    let root = try tree.head(size).root
    for index in 0..<size {
      let path = NaiveTree.inclusion(index, leaves[..<size])
      let shape = NaiveTree.inclusionShape(index, size)
      let wrong = (0...130).filter { other in
        let accepted = TreeHead(size: UInt64(other), root: root)
          .includes(leaves[index], at: Position(UInt64(index)), path: path)
        let sameShape = index < other && NaiveTree.inclusionShape(index, other) == shape
        return accepted != sameShape
      }
      #expect(wrong.isEmpty, "index \(index)")
    }
  }

  @Test func `a position outside the tree has no path`() {
    for (index, size) in [(0, 0), (1, 1), (64, 64), (.max, 64), (.max, .max)] as [(UInt64, UInt64)]
    {
      #expect(throws: ProofError.self) {
        try MerkleProof.inclusion(of: Position(index), size: size, node: InclusionTests.tree.node)
      }
    }
  }

  @Test func `what a look-up throws comes out`() {
    #expect(throws: StoredTree.Missing.self) {
      try MerkleProof.inclusion(of: Position(3), size: 100, node: InclusionTests.tree.node)
    }
    #expect(throws: StoredTree.Missing.self) {
      try MerkleProof.root(size: 100, node: InclusionTests.tree.node)
    }
  }

  /// In a tree of one leaf hash throughout, a complete subtree's hash follows from its level.
  @Test func `the largest trees have proofs, with few look-ups`() throws {
    var hashes = [InclusionTests.leaves[0]]
    for level in 0..<63 { hashes.append(MerkleHash.nodeHash(hashes[level], hashes[level])) }
    var count = 0
    let node = { (end: Position, level: Int) -> Digest in
      count += 1
      #expect((end.index &+ 1) & (1 << UInt64(level) &- 1) == 0)
      return hashes[level]
    }
    for size: UInt64 in [1 << 32, 1 << 63, (1 << 63) + 1, .max - 1, .max] {
      let head = TreeHead(size: size, root: try MerkleProof.root(size: size, node: node))
      for index in [0, 1, size / 2, size - 2, size - 1] {
        count = 0
        let path = try MerkleProof.inclusion(of: Position(index), size: size, node: node)
        #expect(count <= 128)
        #expect(path.count <= 64)
        #expect(head.includes(hashes[0], at: Position(index), path: path))
        #expect(!head.includes(hashes[0], at: Position(index), path: path + [hashes[0]]))
        #expect(!head.includes(hashes[0], at: Position(size), path: path))
        #expect(!head.includes(hashes[0], at: Position(.max), path: path))
      }
      for older in [1, 2, 3, 1 << 31, size / 2, size - 1, size] {
        count = 0
        let olderHead = TreeHead(size: older, root: try MerkleProof.root(size: older, node: node))
        let path = try MerkleProof.consistency(from: older, to: size, node: node)
        #expect(count <= 192)
        #expect(head.isExtension(of: olderHead, path: path))
        #expect(!head.isExtension(of: olderHead, path: path + [hashes[0]]))
        #expect(older == size || !olderHead.isExtension(of: head, path: path))
      }
    }
  }

  @Test func `a path of any length and any sizes are refused without a crash`() {
    let hash = InclusionTests.leaves[0]
    for count in [0, 1, 63, 64, 65, 1000] {
      let path = Array(repeating: hash, count: count)
      for size: UInt64 in [0, 1, 2, 1 << 63, .max] {
        let head = TreeHead(size: size, root: MerkleHash.emptyRoot)
        for other: UInt64 in [0, 1, 2, 1 << 63, .max - 1, .max] {
          #expect(!head.includes(hash, at: Position(other), path: path))
          let older = TreeHead(size: other, root: hash)
          #expect(!head.isExtension(of: older, path: path))
        }
      }
    }
  }
}
