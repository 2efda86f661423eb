import Cryptography
import MerkleLog

/// The root of RFC 6962, section 2.1, straight from its definition, over the leaves' hashes.
func naiveRoot(_ leaves: ArraySlice<Digest>) -> Digest {
  switch leaves.count {
  case 0: return SHA256.hash([UInt8]().span)
  case 1: return leaves[leaves.startIndex]
  default:
    var split = 1
    while split * 2 < leaves.count { split *= 2 }
    let middle = leaves.startIndex + split
    let left = naiveRoot(leaves[leaves.startIndex..<middle])
    let right = naiveRoot(leaves[middle..<leaves.endIndex])
    return SHA256.hash(([1] + left.bytes + right.bytes).span)
  }
}

/// Leaf hashes of records that all differ.
func makeLeaves(_ count: Int) -> [Digest] {
  (0..<count).map { MerkleHash.leafHash(of: Array("record \($0)".utf8).span) }
}
