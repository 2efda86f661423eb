import Cryptography
import MerkleLog

/// A small journal with a key of its own, the same in every run.
struct SampleJournal {
  let privateKey = (0..<32).map { UInt8($0) }
  let publicKey: [UInt8]
  let source: String
  let key: VerifierKey
  let records: [[UInt8]]
  let leaves: [Digest]
  let tree: StoredTree

  init(count: Int = 13) {
    do {
      publicKey = try Ed25519.publicKey(of: privateKey)
    } catch {
      publicKey = []
    }
    source = "daybook/\(Origin(publicKey: publicKey))"
    guard let key = VerifierKey(name: source, publicKey: publicKey) else {
      preconditionFailure("libcrypto gave no public key")
    }
    self.key = key
    records = (0..<count).map { Array("record \($0)".utf8) }
    leaves = makeLeaves(count)
    tree = StoredTree(leaves)
  }

  func sign(_ head: TreeHead) throws -> SignedCheckpoint {
    try SignedCheckpoint.sign(head, source: source, privateKey: privateKey)
  }

  /// The proof of a record in the tree of the first `size` records.
  func proof(of index: Int, size: Int) throws -> RecordProof {
    let position = Position(UInt64(index))
    let path = try MerkleProof.inclusion(of: position, size: UInt64(size), node: tree.node)
    return RecordProof(
      position: position, path: path, checkpoint: try sign(try tree.head(size)), extra: publicKey)
  }
}
