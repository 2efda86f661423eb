import Cryptography
import Foundation
import MerkleLog
import Testing

/// Two verifiers that share no code come to one answer.
@Suite struct PythonVerifierTests {
  private let sample = SampleJournal()

  /// The library's answer in the words of the script.
  private func verdict(_ proof: String, _ record: [UInt8], _ key: VerifierKey) -> String {
    do throws(ProofError) {
      let leafHash = MerkleHash.leafHash(of: record.span)
      return switch try RecordProof(proof).verify(leafHash: leafHash, key: key) {
      case .valid: "valid"
      case .badSignature: "bad signature"
      case .otherJournal: "other journal"
      case .notIncluded: "not included"
      }
    } catch {
      return "unreadable"
    }
  }

  private func compare(_ cases: [(proof: String, record: [UInt8], key: VerifierKey)]) throws {
    try PythonVerifier.use { python in
      let theirs = try python.verdicts(cases.map { ($0.proof, $0.record, $0.key.description) })
      let ours = cases.map { verdict($0.proof, $0.record, $0.key) }
      #expect(theirs.count == ours.count)
      let differing = ours.indices.filter { theirs.indices.contains($0) && ours[$0] != theirs[$0] }
      for index in differing.prefix(5) {
        Issue.record("\(ours[index]), \(theirs[index]) there: \(cases[index].proof)")
      }
      print("Compared: \(Dictionary(grouping: ours) { $0 }.mapValues(\.count))")
    }
  }

  @Test func `both verify every proof of every size and no other record`() throws {
    var cases: [(String, [UInt8], VerifierKey)] = []
    for size in 1...13 {
      for index in 0..<size {
        let text = try sample.proof(of: index, size: size).text
        cases.append((text, sample.records[index], sample.key))
        cases.append((text, sample.records[(index + 1) % 13], sample.key))
      }
    }
    try compare(cases)
  }

  @Test func `both give every changed character of a proof the same verdict`() throws {
    let text = Array(try sample.proof(of: 5, size: 13).text.utf8)
    var cases: [(String, [UInt8], VerifierKey)] = []
    for index in text.indices {
      for bit in [0, 1, 5] {
        var changed = text
        changed[index] ^= 1 << UInt8(bit)
        cases.append(
          (String(decoding: changed, as: UTF8.self), sample.records[5], sample.key))
      }
    }
    try compare(cases)
  }

  @Test func `both give mutated proofs under several keys the same verdict`() throws {
    var random = Seeded(for: "proofs for two verifiers")
    let strange = Array(repeating: UInt8(3), count: 32)
    let keys = try [
      sample.key, sample.key, sample.key,
      #require(VerifierKey(name: sample.source, publicKey: strange)),
      #require(VerifierKey(name: "daybook/other", publicKey: sample.publicKey)),
    ]
    let cases = try (0..<rounds(2000)).map { _ in
      let index = random.below(13)
      let text = try sample.proof(of: index, size: 13).text
      return (random.mutation(of: text), sample.records[index], keys[random.below(5)])
    }
    try compare(cases)
  }

  @Test func `the script takes files and says in a line what it found`() throws {
    try PythonVerifier.use { python in
      let proof = try sample.proof(of: 5, size: 13)
      let file = try python.file("a.tlog-proof", Array(proof.text.utf8))
      let record = try python.file("record", sample.records[5])
      let ended = try python.file("ended", sample.records[5] + [0x0a])
      let wrong = try python.file("wrong", sample.records[6])
      let (key, origin) = (sample.key.description, "\(Origin(publicKey: sample.publicKey))")
      let other = "0" + origin.dropFirst()
      let valid = "valid: record 5 of 13 in \(sample.source)\n"

      for result in try [
        python(file, record), python(file, record, "--key", key),
        python(file, ended, "--origin", origin),
      ] {
        #expect(result.status == 0)
        #expect(result.output == valid)
      }
      for result in try [
        python(file, wrong), python(record, record), python(file, record, "--origin", other),
        python(file, record, "--key", VerifierKeyTests.go),
      ] {
        #expect(result.status == 2)
        #expect(result.output.split(separator: "\n").count == 1)
      }
      for result in try [
        python(), python(file), python(file, record, "--key", "a+b+c"), python(file, "\(record)2"),
        python(file, record, "--origin", "xyz"), python("--checkpoint", file),
      ] {
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
      }
    }
  }

  @Test func `the script takes a key from a proof only where the origin names it`() throws {
    try PythonVerifier.use { python in
      let proof = try sample.proof(of: 5, size: 13)
      let record = try python.file("record", sample.records[5])
      for extra in [nil, Array(repeating: UInt8(3), count: 32), [1]] {
        let changed = RecordProof(
          position: proof.position, path: proof.path, checkpoint: proof.checkpoint, extra: extra)
        let file = try python.file("a.tlog-proof", Array(changed.text.utf8))
        #expect(try python(file, record).status == 2)
        #expect(try python(file, record, "--key", sample.key.description).status == 0)
      }
    }
  }

  @Test func `the script verifies a checkpoint with the key and with no other`() throws {
    try PythonVerifier.use { python in
      let text = try sample.sign(try sample.tree.head(7)).text
      let file = try python.file("checkpoint", Array(text.utf8))
      let result = try python("--checkpoint", file, "--key", sample.key.description)
      #expect(result.status == 0)
      #expect(result.output == "valid: \(sample.source) has 7 records\n")
      #expect(try python("--checkpoint", file, "--key", VerifierKeyTests.go).status == 2)
      let changed = try python.file("changed", Array(text.replacing("\n7\n", with: "\n8\n").utf8))
      #expect(try python("--checkpoint", changed, "--key", sample.key.description).status == 2)
    }
  }
}
