import Cryptography
import MerkleLog
import Testing

@Suite struct SignedNoteTests {
  /// The note, key and seed with which the Go implementation of signed notes is tested.
  static let text = """
    If you think cryptography is the answer to your problem,
    then you don't know what your problem is.

    """
  static let line =
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdng"
    + "otpRZb6KE6RyyBwJnAM=\n"
  static let seed = Array("gQoUAtUUbI2E8kQzMPVAgOv5juF9nHT2JS/F1ccoMXM=".utf8)

  private func note(_ text: String) throws -> SignedNote { try SignedNote(Array(text.utf8)[...]) }

  private func problem(_ text: String) -> ProofError? {
    do {
      _ = try note(text)
      return nil
    } catch {
      return error as? ProofError
    }
  }

  private func line(_ name: String, _ bytes: [UInt8]) -> String {
    "— \(name) \(String(decoding: Base64.text(bytes), as: UTF8.self))\n"
  }

  @Test func `a published note is read, verified and signed again`() throws {
    let key = try #require(VerifierKey(VerifierKeyTests.go))
    let whole = SignedNoteTests.text + "\n" + SignedNoteTests.line
    let note = try note(whole)
    #expect(note.text == Array(SignedNoteTests.text.utf8))
    #expect(note.isSigned(by: key))
    let seed = try #require(Base64.bytes(SignedNoteTests.seed[...]))
    let again = try SignedNote.sign(
      Array(SignedNoteTests.text.utf8), name: key.name, privateKey: seed)
    #expect(String(decoding: again, as: UTF8.self) == whole)
  }

  @Test func `an empty line in the text does not end it`() throws {
    let seed = try #require(Base64.bytes(SignedNoteTests.seed[...]))
    let key = try #require(VerifierKey(VerifierKeyTests.go))
    for text in ["\n", "a\n\nb\n", "\n\n\n", "a\n\n— b AAAAAAA=\n"] {
      let bytes = try SignedNote.sign(Array(text.utf8), name: key.name, privateKey: seed)
      let note = try SignedNote(bytes[...])
      #expect(note.text == Array(text.utf8))
      #expect(note.isSigned(by: key))
    }
  }

  @Test func `lines of other keys count for nothing, whatever they hold`() throws {
    let key = try #require(VerifierKey(VerifierKeyTests.go))
    let hash: [UInt8] = [0xc7, 0x4f, 0x20, 0xa3]
    let foreign = [
      line("PeterNeumann", [1, 2, 3, 4, 5]), line("Peter", hash + [5]),
      line("PeterNeumann2", hash + Array(repeating: 0, count: 64)),
    ]
    let start = SignedNoteTests.text + "\n"
    #expect(try note(start + foreign.joined() + SignedNoteTests.line).isSigned(by: key))
    #expect(try note(start + SignedNoteTests.line + foreign.joined()).isSigned(by: key))
    #expect(try !note(start + foreign.joined()).isSigned(by: key))
  }

  @Test func `a wrong line of the key beside a right one is wrong`() throws {
    let key = try #require(VerifierKey(VerifierKeyTests.go))
    let start = SignedNoteTests.text + "\n"
    let hash: [UInt8] = [0xc7, 0x4f, 0x20, 0xa3]
    for signature in [[5], Array(repeating: 0, count: 64), Array(repeating: 0, count: 65)] {
      let wrong = line("PeterNeumann", hash + signature.map { UInt8($0) })
      #expect(try !note(start + wrong).isSigned(by: key))
      #expect(try !note(start + wrong + SignedNoteTests.line).isSigned(by: key))
      #expect(try !note(start + SignedNoteTests.line + wrong).isSigned(by: key))
    }
    #expect(try note(start + SignedNoteTests.line + SignedNoteTests.line).isSigned(by: key))
  }

  @Test func `what is against the form is named with its line`() {
    let line = SignedNoteTests.line
    #expect(problem("") == ProofError(.noSeparator, line: 1))
    #expect(problem("a") == ProofError(.noFinalNewline, line: 1))
    #expect(problem("a\n") == ProofError(.noSeparator, line: 1))
    #expect(problem("\n" + line) == ProofError(.noSeparator, line: 2))
    #expect(problem("a\n" + line) == ProofError(.noSeparator, line: 2))
    #expect(problem("a\n\n") == ProofError(.noSignature, line: 2))
    #expect(problem("a\n\n" + line + "\n") == ProofError(.noSignature, line: 4))
    #expect(problem("a\n\n" + line.dropLast()) == ProofError(.noFinalNewline, line: 3))
    #expect(problem("a\r\n\n" + line) == ProofError(.controlCharacter, line: 1))
    #expect(problem("a\n\n" + line + "\t\n") == ProofError(.controlCharacter, line: 4))
    #expect(problem("a\0\n\n" + line) == ProofError(.controlCharacter, line: 1))
    for wrong in [
      "a", "—", "— ", "— a", "— a ", "- a AAAAAAA=", "—a AAAAAAA=", "—  a AAAAAAA=",
      "— a  AAAAAAA=", "— a AAAAAAA= ", "— a AAAAAAA", "— a AAAAAA==", "— a AAAAAAB=",
      " — a AAAAAAA=", "— a b AAAAAAA=",
    ] {
      let found = problem("a\n\n" + line + wrong + "\n")
      #expect(found?.line == 4, "\(wrong)")
      #expect([.signatureLine, .keyName].contains(found?.problem), "\(wrong)")
    }
    for name in ["", "a+b", "a\u{a0}b", "a\u{2028}"] {
      let found = problem("a\n\n— \(name) AAAAAAA=\n")
      #expect(found == ProofError(.keyName, line: 3))
    }
  }

  @Test func `sixteen large signatures are read, and the limits hold`() throws {
    let large = line("witness.example/w", Array(repeating: 7, count: 5000))
    let key = try #require(VerifierKey(VerifierKeyTests.go))
    let start = SignedNoteTests.text + "\n" + SignedNoteTests.line
    #expect(try note(start + String(repeating: large, count: 16)).isSigned(by: key))
    let small = line("w", [1, 2, 3, 4, 5])
    #expect(try note(start + String(repeating: small, count: 63)).signatures.count == 64)
    #expect(
      problem(start + String(repeating: small, count: 64))
        == ProofError(.tooManySignatures, line: 68))
    let rest = "\n\n" + small
    let longest = String(repeating: "a", count: 262_144 - rest.utf8.count) + rest
    #expect(problem(longest) == nil)
    #expect(problem("a" + longest) == ProofError(.tooLong))
    #expect(problem(String(repeating: "\n", count: 262_144))?.problem == .noSignature)
  }

  @Test func `only a name that a key can have signs`() {
    let error = #expect(throws: ProofError.self) {
      try SignedNote.sign([0x0a], name: "a b", privateKey: Array(repeating: 1, count: 32))
    }
    #expect(error == ProofError(.keyName))
    #expect(throws: CryptographyError.wrongLength) {
      try SignedNote.sign([0x0a], name: "a", privateKey: [1])
    }
  }
}
