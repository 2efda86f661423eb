import Cryptography
import Foundation
import MerkleLog
import Testing

/// The vectors for the checks of proofs that logs of Certificate Transparency are tested with.
@Suite struct VectorTests {
  struct Inclusion: Decodable {
    let leafIdx, treeSize: UInt64
    let root, leafHash: Data
    let proof: [Data]?
    let desc: String
    let wantErr: Bool
  }

  struct Consistency: Decodable {
    let size1, size2: UInt64
    let root1, root2: Data
    let proof: [Data]?
    let desc: String
    let wantErr: Bool
  }

  /// The vectors hold values of other lengths than a hash has. A hash of their own stands for
  /// them: two that are equal stay so, and none is a part of any tree.
  private func hash(_ data: Data, as role: String = "") -> Digest {
    if let digest = Digest(Array(data)) { return digest }
    let substitute = Array("no hash, \(role)".utf8) + data
    return SHA256.hash(substitute.span)
  }

  @Test func `inclusion proofs are taken and refused as published`() throws {
    guard let folder = SharedVectors.folder("merkle/inclusion") else { return }
    let files = try SharedVectors.files(in: folder, extension: "json")
    for file in files {
      let vector = try JSONDecoder().decode(Inclusion.self, from: Data(contentsOf: file))
      let isIncluded = TreeHead(size: vector.treeSize, root: hash(vector.root)).includes(
        hash(vector.leafHash, as: "leaf"), at: Position(vector.leafIdx),
        path: (vector.proof ?? []).map { hash($0) })
      #expect(isIncluded == !vector.wantErr, "\(file.path()): \(vector.desc)")
    }
    #expect(!files.isEmpty)
    print("Inclusion proofs: \(files.count) vectors")
  }

  @Test func `consistency proofs are taken and refused as published`() throws {
    guard let folder = SharedVectors.folder("merkle/consistency") else { return }
    let files = try SharedVectors.files(in: folder, extension: "json")
    for file in files {
      let vector = try JSONDecoder().decode(Consistency.self, from: Data(contentsOf: file))
      let isConsistent = TreeHead(size: vector.size2, root: hash(vector.root2)).isExtension(
        of: TreeHead(size: vector.size1, root: hash(vector.root1)),
        path: (vector.proof ?? []).map { hash($0) })
      #expect(isConsistent == !vector.wantErr, "\(file.path()): \(vector.desc)")
    }
    #expect(!files.isEmpty)
    print("Consistency proofs: \(files.count) vectors")
  }
}
