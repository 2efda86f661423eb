import Cryptography
import MerkleLog
import Testing

@Suite struct MerkleHashTests {
  /// The leaves and roots of the reference tests of Certificate Transparency.
  static let records: [[UInt8]] = [
    [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43],
    Array(0x50...0x57), Array(0x60...0x6f),
  ]
  static let roots = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]

  @Test func `the reference trees of Certificate Transparency have their published roots`() {
    var range = CompactRange()
    var completed: [Digest] = []
    #expect(range.root.description == MerkleHashTests.roots[0])
    for (record, root) in zip(MerkleHashTests.records, MerkleHashTests.roots.dropFirst()) {
      range.append(MerkleHash.leafHash(of: record.span), completing: &completed)
      #expect(range.root.description == root)
    }
    #expect(range.size == 8)
  }

  @Test func `a leaf is hashed after a zero, a node after a one`() {
    let record = Array("record".utf8)
    let leaf = MerkleHash.leafHash(of: record.span)
    #expect(leaf == SHA256.hash(([0] + record).span))
    let node = MerkleHash.nodeHash(leaf, MerkleHash.emptyRoot)
    #expect(node == SHA256.hash(([1] + leaf.bytes + MerkleHash.emptyRoot.bytes).span))
  }

  @Test func `a record made of two hashes does not pass for their node`() {
    let (left, right) = (makeLeaves(2)[0], makeLeaves(2)[1])
    let record = left.bytes + right.bytes
    #expect(MerkleHash.leafHash(of: record.span) != MerkleHash.nodeHash(left, right))
    #expect(MerkleHash.nodeHash(right, left) != MerkleHash.nodeHash(left, right))
  }
}
