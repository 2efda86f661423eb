import Cryptography
import Foundation
import MerkleLog
import Testing

/// A log that another implementation published (C2SP tlog-tiles): its checkpoints, the hashes and
/// the bytes of its 15 entries.
@Suite struct PublishedLogTests {
  /// The key and the seed with which the log was published for tests.
  static let key = "example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx"
  static let seed = "7KZj9JkBfSNlwnx6dnkVjUPP7BMwvbJZKQr70NIXd6A="

  private func checkpoints(in folder: URL) throws -> [SignedCheckpoint] {
    try (0...15).map { number in
      let url = folder.appending(path: "checkpoint.\(number)")
      return try SignedCheckpoint(try String(contentsOf: url, encoding: .utf8))
    }
  }

  /// The entries of the largest bundle, each behind two bytes with its length.
  private func tree(in folder: URL) throws -> StoredTree {
    let bundle = Array(
      try Data(contentsOf: folder.appending(path: "tile/entries/000.p/15")))
    let tile = Array(try Data(contentsOf: folder.appending(path: "tile/0/000.p/15")))
    var (leaves, start): ([Digest], Int) = ([], 0)
    while start < bundle.count {
      let end = start + 2 + Int(bundle[start]) << 8 + Int(bundle[start + 1])
      let entry = Array(bundle[start + 2..<end])
      leaves.append(MerkleHash.leafHash(of: entry.span))
      start = end
    }
    #expect(leaves.flatMap(\.bytes) == tile)
    return StoredTree(leaves)
  }

  @Test func `every published checkpoint is signed, is that of the entries, and is signed again`()
    throws
  {
    guard let folder = SharedVectors.folder("tlog/log") else { return }
    let key = try #require(VerifierKey(PublishedLogTests.key))
    let seed = try #require(Base64.bytes(Array(PublishedLogTests.seed.utf8)[...]))
    let tree = try tree(in: folder)
    for (size, signed) in try checkpoints(in: folder).enumerated() {
      #expect(signed.isSigned(by: key), "size \(size)")
      #expect(signed.checkpoint.head == (try tree.head(size)))
      let again = try SignedCheckpoint.sign(
        signed.checkpoint.head, source: key.name, privateKey: seed)
      #expect(again.text == signed.text)
    }
    let last = try String(contentsOf: folder.appending(path: "checkpoint"), encoding: .utf8)
    #expect(try checkpoints(in: folder)[15].text == last)
  }

  @Test func `every pair of published checkpoints is consistent, and no other way round`() throws {
    guard let folder = SharedVectors.folder("tlog/log") else { return }
    let heads = try checkpoints(in: folder).map(\.checkpoint.head)
    let tree = try tree(in: folder)
    for older in 1...15 {
      for newer in older...15 {
        let path = try MerkleProof.consistency(
          from: UInt64(older), to: UInt64(newer), node: tree.node)
        #expect(heads[newer].isExtension(of: heads[older], path: path))
        #expect(older == newer || !heads[older].isExtension(of: heads[newer], path: path))
      }
    }
  }

  @Test func `every published entry is proven in every published tree`() throws {
    guard let folder = SharedVectors.folder("tlog/log") else { return }
    let key = try #require(VerifierKey(PublishedLogTests.key))
    let tree = try tree(in: folder)
    for (size, checkpoint) in try checkpoints(in: folder).enumerated() {
      for index in 0..<size {
        let position = Position(UInt64(index))
        let path = try MerkleProof.inclusion(of: position, size: UInt64(size), node: tree.node)
        let proof = RecordProof(
          position: position, path: path, checkpoint: checkpoint, extra: nil)
        let leaf = tree.rows[index][0]
        #expect(try RecordProof(proof.text).verify(leafHash: leaf, key: key) == .valid)
      }
    }
  }
}
