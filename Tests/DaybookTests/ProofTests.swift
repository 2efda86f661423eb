import Daybook
import Foundation
import Testing

/// Checkpoints and proofs, as an app and an auditor use them.
@Suite struct ProofTests {
  @Test func `every record is proven with its bytes and the key alone`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      for number in 0..<20 { _ = try await ledger.record(Sample.redirect("n=\(number)")) }
      let size = try await ledger.head().size
      for index in 0..<size {
        let event = EventName(origin: ledger.origin, position: Position(index))
        let (proof, record) = try await ledger.proof(of: event)
        let read = try RecordProof(proof.text)
        let leaf = MerkleHash.leafHash(of: record.span)
        #expect(read.verify(leafHash: leaf, key: ledger.verifierKey) == .valid)
        #expect(read.publicKey == ledger.verifierKey.publicKey)
        var changed = record
        changed[changed.count / 2] ^= 1
        let other = MerkleHash.leafHash(of: changed.span)
        #expect(read.verify(leafHash: other, key: ledger.verifierKey) == .notIncluded)
      }
    }
  }

  @Test func `what is not there is not proven`() async throws {
    let ledger = try TemporaryLedger()
    let stranger = Origin(publicKey: [UInt8](repeating: 7, count: 32))
    try await ledger.with { ledger in
      let beyond = EventName(origin: ledger.origin, position: Position(1))
      #expect(await code { try await ledger.proof(of: beyond) } == .notFound)
      let elsewhere = EventName(origin: stranger, position: Position(0))
      #expect(await code { try await ledger.proof(of: elsewhere) } == .otherJournal)
    }
  }

  @Test func `a checkpoint is signed for the head, and the same until something is added`()
    async throws
  {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      let first = try await ledger.checkpoint()
      #expect(first.isSigned(by: ledger.verifierKey))
      let head = try await ledger.head()
      #expect(first.checkpoint.head == head)
      #expect(try await ledger.checkpoint().text == first.text)
      _ = try await ledger.record(Sample.redirect("success=true"))
      let second = try await ledger.checkpoint()
      #expect(second.checkpoint.head.size == first.checkpoint.head.size + 1)
    }
  }

  @Test func `closing signs what was recorded`() async throws {
    let ledger = try TemporaryLedger()
    let size = try await ledger.with { ledger in
      _ = try await ledger.record(Sample.redirect("success=true"))
      return try await ledger.head().size
    }
    let found = try await Ledger.verify(at: ledger.path)
    #expect(found.isClean)
    #expect(found.journals.map(\.signedSize) == [size])
  }

  @Test func `without the key, what was signed is proven and nothing later`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { _ = try await $0.record(Sample.redirect("success=true")) }
    try FileManager.default.removeItem(at: ledger.url("keys"))
    try await ledger.with(.reading) { ledger in
      let event = EventName(origin: ledger.origin, position: Position(1))
      let (proof, record) = try await ledger.proof(of: event)
      let leaf = MerkleHash.leafHash(of: record.span)
      #expect(proof.verify(leafHash: leaf, key: ledger.verifierKey) == .valid)
      // The head was signed at closing.
      let head = try await ledger.head()
      #expect(try await ledger.checkpoint().checkpoint.head == head)
    }
  }

  @Test func `a ledger is opened where it extends the checkpoint that was kept`() async throws {
    let ledger = try TemporaryLedger()
    let kept = try await ledger.with { try await $0.checkpoint() }
    for _ in 0..<3 {
      let opened = try await Ledger.open(at: ledger.path, expecting: kept)
      _ = try await opened.record(Sample.redirect("success=true"))
      await opened.close()
    }
  }

  @Test func `an older copy and a fork are refused, each by its name, and nothing is written`()
    async throws
  {
    let ledger = try TemporaryLedger()
    let copy = try TemporaryLedger()
    try await ledger.with { _ = try await $0.record(Sample.redirect("n=1")) }
    try FileManager.default.removeItem(atPath: copy.path)
    try FileManager.default.copyItem(atPath: ledger.path, toPath: copy.path)
    let kept = try await ledger.with { ledger in
      _ = try await ledger.record(Sample.redirect("n=2"))
      return try await ledger.checkpoint()
    }
    let before = try Data(contentsOf: copy.url("journal.mdb"))
    #expect(await code { try await Ledger.open(at: copy.path, expecting: kept) } == .cutTail)
    #expect(try Data(contentsOf: copy.url("journal.mdb")) == before)

    // The copy has the keys and goes on by itself.
    try await copy.with {
      for number in 3..<6 { _ = try await $0.record(Sample.redirect("n=\(number)")) }
    }
    #expect(await code { try await Ledger.open(at: copy.path, expecting: kept) } == .fork)
    let found = try await Ledger.verify(at: copy.path, expecting: [kept])
    #expect(found.findings.map(\.kind) == [.fork])

    let other = try TemporaryLedger()
    #expect(await code { try await Ledger.open(at: other.path, expecting: kept) } == .otherJournal)
  }

  @Test func `a checkpoint that another key signed is refused`() async throws {
    let ledger = try TemporaryLedger()
    let kept = try await ledger.with { try await $0.checkpoint() }
    var lines = kept.text.split(separator: "\n", omittingEmptySubsequences: false)
    lines[1] = "0"
    let forged = try SignedCheckpoint(lines.joined(separator: "\n"))
    #expect(
      await code { try await Ledger.open(at: ledger.path, expecting: forged) } == .badSignature)
  }
}
