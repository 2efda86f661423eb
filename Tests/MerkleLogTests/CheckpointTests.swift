import Cryptography
import MerkleLog
import Testing

@Suite struct CheckpointTests {
  private let sample = SampleJournal()

  private func problem(_ text: String) -> ProofError? {
    do throws(ProofError) {
      _ = try SignedCheckpoint(text)
      return nil
    } catch {
      return error
    }
  }

  /// A note with these lines, signed with the sample's key whatever they say.
  private func signed(_ lines: String) throws -> String {
    let note = try SignedNote.sign(
      Array(lines.utf8), name: sample.source, privateKey: sample.privateKey)
    return String(decoding: note, as: UTF8.self)
  }

  @Test func `a head that was signed is read back and verified, and has one text`() throws {
    for size in [UInt64(0), 1, 1_000_000, .max] {
      let head = TreeHead(size: size, root: size == 0 ? MerkleHash.emptyRoot : sample.leaves[0])
      let signed = try sample.sign(head)
      #expect(try sample.sign(head).text == signed.text)
      let read = try SignedCheckpoint(signed.text)
      #expect(read.checkpoint.head == head)
      #expect(read.checkpoint.source == sample.source)
      #expect(read.checkpoint.extensions.isEmpty)
      #expect(read.isSigned(by: sample.key))
      #expect(read.text == signed.text)
    }
  }

  /// The example of C2SP tlog-checkpoint.
  @Test func `the example of the specification is read`() throws {
    let text = """
      example.com/behind-the-sofa
      20852163
      CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

      — example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv\
      2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=

      """
    let read = try SignedCheckpoint(text)
    #expect(read.checkpoint.source == "example.com/behind-the-sofa")
    #expect(read.checkpoint.head.size == 20_852_163)
    #expect(!read.isSigned(by: sample.key))
  }

  @Test func `no changed character of a checkpoint is signed`() throws {
    let bytes = Array(try sample.sign(try sample.tree.head(5)).text.utf8)
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        let text = String(decoding: changed, as: UTF8.self)
        guard let read = try? SignedCheckpoint(text) else { continue }
        #expect(!read.isSigned(by: sample.key), "byte \(index), bit \(bit)")
      }
    }
  }

  @Test func `extension lines are kept and signed`() throws {
    let root = String(decoding: Base64.text(sample.leaves[0].bytes), as: UTF8.self)
    let text = try signed("\(sample.source)\n7\n\(root)\none\n— two three\n")
    let read = try SignedCheckpoint(text)
    #expect(read.checkpoint.extensions == ["one", "— two three"])
    #expect(read.isSigned(by: sample.key))
    let changed = text.replacing("one", with: "own")
    #expect(try !SignedCheckpoint(changed).isSigned(by: sample.key))
  }

  @Test func `a key vouches for no other journal than the one it is named after`() throws {
    let root = String(decoding: Base64.text(sample.leaves[0].bytes), as: UTF8.self)
    let text = try signed("daybook/another\n7\n\(root)\n")
    #expect(try !SignedCheckpoint(text).isSigned(by: sample.key))
    let sameName = try #require(
      VerifierKey(name: sample.source, publicKey: Array(repeating: 9, count: 32)))
    #expect(try !sample.sign(try sample.tree.head(5)).isSigned(by: sameName))
  }

  @Test func `what is against the form is named with its line`() throws {
    let root = String(decoding: Base64.text(sample.leaves[0].bytes), as: UTF8.self)
    let signature = "\n— a AAAAAAA=\n"
    #expect(problem("a\n7\n\(root)\n" + signature) == nil)
    #expect(problem("a\n" + signature) == ProofError(.tooFewLines, line: 1))
    #expect(problem("a\n7\n" + signature) == ProofError(.tooFewLines, line: 2))
    #expect(problem("\n7\n\(root)\n" + signature) == ProofError(.emptyLine, line: 1))
    #expect(problem("a\n7\n\(root)\n\n" + signature) == ProofError(.emptyLine, line: 4))
    for size in ["", "-1", "+7", "07", "00", "7 ", " 7", "0x7", "٧", "18446744073709551616", "7.0"]
    where !size.isEmpty {
      let found = problem("a\n\(size)\n\(root)\n" + signature)
      #expect(found == ProofError(.treeSize, line: 2), "\(size)")
    }
    #expect(problem("a\n18446744073709551615\n\(root)\n" + signature) == nil)
    for wrong in [root + "=", String(root.dropLast()), "AAAA", root.replacing("=", with: "")] {
      let found = problem("a\n7\n\(wrong)\n" + signature)
      #expect(found == ProofError(.rootHash, line: 3), "\(wrong)")
    }
  }
}
