import Foundation
import MerkleLog
import Testing

/// The worked example of `docs/formats/proof-v1.md` is what the code makes.
@Suite struct ProofPageTests {
  private let sample = SampleJournal()

  private func blocks() throws -> [String] {
    let page = PythonVerifier.root.appending(path: "docs/formats/proof-v1.md")
    return try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
  }

  @Test func `the page shows the sample's key, checkpoint and proof`() throws {
    let proof = try sample.proof(of: 5, size: 13)
    for text in ["\(sample.key)\n", proof.checkpoint.text, proof.text] {
      #expect(try blocks().contains("text\n" + text), "\(text)")
    }
  }

  @Test func `the proof on the page is valid`() throws {
    let text = try #require(try blocks().first { $0.hasPrefix("text\nc2sp.org/") })
    let proof = try RecordProof(String(text.dropFirst("text\n".count)))
    let leafHash = MerkleHash.leafHash(of: Array("record 5".utf8).span)
    #expect(proof.verify(leafHash: leafHash, key: sample.key) == .valid)
    #expect(proof.publicKey == sample.publicKey)
  }
}
