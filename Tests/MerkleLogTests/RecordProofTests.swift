import Cryptography
import MerkleLog
import Testing

@Suite struct RecordProofTests {
  private let sample = SampleJournal()

  private func problem(_ text: String) -> ProofError? {
    do throws(ProofError) {
      _ = try RecordProof(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `every record of every size has a proof that is read back and holds`() throws {
    for size in 1...13 {
      for index in 0..<size {
        let proof = try sample.proof(of: index, size: size)
        let read = try RecordProof(proof.text)
        #expect(read.text == proof.text)
        #expect(read.position == Position(UInt64(index)))
        #expect(read.path == proof.path)
        #expect(read.publicKey == sample.publicKey)
        #expect(
          read.checkpoint.checkpoint.source.hasSuffix("/\(Origin(publicKey: sample.publicKey))"))
        for leaf in sample.leaves.indices {
          let verdict = read.verify(leafHash: sample.leaves[leaf], key: sample.key)
          #expect(verdict == (leaf == index ? .valid : .notIncluded))
        }
      }
    }
  }

  @Test func `each thing that is wrong has its verdict`() throws {
    let proof = try sample.proof(of: 5, size: 13)
    let leaf = sample.leaves[5]
    func verdict(_ changed: RecordProof, _ key: VerifierKey? = nil) -> RecordProof.Verdict {
      changed.verify(leafHash: leaf, key: key ?? sample.key)
    }
    func changed(
      position: UInt64 = 5, path: [Digest]? = nil, checkpoint: SignedCheckpoint? = nil
    ) -> RecordProof {
      RecordProof(
        position: Position(position), path: path ?? proof.path,
        checkpoint: checkpoint ?? proof.checkpoint, extra: nil)
    }
    #expect(verdict(changed()) == .valid)
    #expect(verdict(changed(position: 4)) == .notIncluded)
    #expect(verdict(changed(position: 13)) == .notIncluded)
    #expect(verdict(changed(position: .max)) == .notIncluded)
    for path in damages(of: proof.path) {
      #expect(verdict(changed(path: path)) == .notIncluded)
    }
    let forged = try SignedCheckpoint(proof.checkpoint.text.replacing("\n13\n", with: "\n14\n"))
    #expect(verdict(changed(checkpoint: forged)) == .badSignature)
    let strange = try #require(
      VerifierKey(name: sample.source, publicKey: Array(repeating: 3, count: 32)))
    #expect(verdict(proof, strange) == .badSignature)
    let other = try #require(VerifierKey(name: "daybook/b", publicKey: sample.publicKey))
    #expect(verdict(proof, other) == .otherJournal)
  }

  @Test func `extra data are carried, decide nothing, and are a key only with its length`() throws {
    let proof = try sample.proof(of: 5, size: 13)
    let extras: [[UInt8]?] = [
      nil, [], [7], Array(repeating: 9, count: 32), Array(repeating: 0, count: 3000),
    ]
    for extra in extras {
      let changed = RecordProof(
        position: proof.position, path: proof.path, checkpoint: proof.checkpoint, extra: extra)
      let read = try RecordProof(changed.text)
      #expect(read.extra == (extra == [] ? nil : extra))
      #expect(read.publicKey == (extra?.count == 32 ? extra : nil))
      #expect(read.verify(leafHash: sample.leaves[5], key: sample.key) == .valid)
    }
  }

  @Test func `a proof from a million records is under two KiB`() throws {
    let hash = sample.leaves[0]
    let head = TreeHead(size: 1_048_575, root: hash)
    let path = try MerkleProof.inclusion(
      of: Position(524_287), size: head.size, node: { _, _ in hash })
    #expect(path.count == 20)
    let proof = RecordProof(
      position: Position(524_287), path: path, checkpoint: try sample.sign(head),
      extra: sample.publicKey)
    #expect(proof.text.utf8.count < 2048)
    print("A proof from a million records: \(proof.text.utf8.count) bytes")
  }

  @Test func `what is against the form is named with its line`() throws {
    let text = try sample.proof(of: 5, size: 13).text
    func with(_ line: Int, _ words: String?) -> String {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if let words { lines[line - 1] = words } else { lines.remove(at: line - 1) }
      return lines.joined(separator: "\n")
    }
    let hash = String(decoding: Base64.text(sample.leaves[0].bytes), as: UTF8.self)
    #expect(problem(text) == nil)
    #expect(problem("") == ProofError(.proofVersion, line: 1))
    #expect(problem(RecordProof.version) == ProofError(.proofVersion, line: 1))
    for version in ["c2sp.org/tlog-proof@v2", "", "C2SP.org/tlog-proof@v1", "\u{feff}"] {
      #expect(problem(with(1, version)) == ProofError(.proofVersion, line: 1))
    }
    #expect(problem(with(2, nil)) == nil)
    for extra in ["extra ", "extra =", "extra AAA", "extra AB==", "extra AA== "] {
      #expect(problem(with(2, extra)) == ProofError(.extra, line: 2), "\(extra)")
    }
    for line in ["extra", "Extra AA==", "", "index 5\nindex 5"] {
      let found = problem(with(2, line))
      #expect(found?.line == (line.hasPrefix("index") ? 3 : 2), "\(line)")
    }
    #expect(problem("\(RecordProof.version)\n") == ProofError(.index, line: 2))
    #expect(problem(with(3, nil)) == ProofError(.index, line: 3))
    for index in ["", "05", "-1", "+5", " 5", "5 ", "5\r", "18446744073709551616", "٥"] {
      #expect(problem(with(3, "index \(index)")) == ProofError(.index, line: 3), "\(index)")
    }
    for line in ["index\t5", "Index 5", "index", ""] {
      #expect(problem(with(3, line)) == ProofError(.index, line: 3), "\(line)")
    }
    for path in ["AAAA", hash + "=", hash + " ", hash + "\r", String(hash.dropLast())] {
      #expect(problem(with(4, path)) == ProofError(.pathHash, line: 4), "\(path)")
    }
    let many = Array(repeating: hash, count: 65).joined(separator: "\n")
    #expect(problem(with(4, many)) == ProofError(.tooManyHashes, line: 68))
    let start = text.split(separator: "\n\n")[0]
    #expect(problem(String(start)) == ProofError(.noCheckpoint, line: 7))
    #expect(problem("\(start)\n") == ProofError(.noCheckpoint, line: 8))
    #expect(problem("\(start)\n\n") == ProofError(.noSeparator, line: 9))
    #expect(problem(text + "\n") == ProofError(.noSignature, line: 14))
    #expect(problem(with(10, "013")) == ProofError(.treeSize, line: 10))
    #expect(problem(String(repeating: "a", count: 262_145)) == ProofError(.tooLong))
  }

  @Test func `every problem is one sentence that names its line`() {
    for problem in ProofError.Problem.allCases {
      let sentence = ProofError(problem, line: 7).description
      #expect(sentence.hasPrefix("Line 7 "))
      #expect(sentence.hasSuffix(".") && !sentence.dropLast().contains(". "))
      #expect(ProofError(problem).description.hasPrefix("The input "))
    }
    let problems = ProofError.Problem.allCases.map { ProofError($0).description }
    #expect(Set(problems).count == problems.count)
  }

  @Test func `no mutation crashes the reader or is valid without being the same proof`() throws {
    var random = Seeded(for: "mutated proofs")
    var counts: [String: Int] = [:]
    for round in 0..<rounds(6000) {
      let index = round % 13
      let text = try sample.proof(of: index, size: 13).text
      let changed = random.mutation(of: text)
      do throws(ProofError) {
        let proof = try RecordProof(changed)
        #expect(proof.text == changed)
        let verdict = proof.verify(leafHash: sample.leaves[index], key: sample.key)
        counts["\(verdict)", default: 0] += 1
        guard verdict == .valid else { continue }
        #expect(proof.position == Position(UInt64(index)))
        #expect(proof.checkpoint.checkpoint.head == (try? sample.tree.head(13)))
      } catch {
        counts["unreadable", default: 0] += 1
        #expect(error.problem == .tooLong || error.line != nil)
        _ = error.description
      }
    }
    print("Mutated proofs: \(counts)")
  }
}
