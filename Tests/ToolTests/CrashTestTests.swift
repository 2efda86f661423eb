import Daybook
import Foundation
import Testing

@testable import DaybookCrashTest

/// The crash test as it is called, and with children that do not keep the promise.
@Suite struct CrashTestTests {
  private static let executable = Command.executable.deletingLastPathComponent()
    .appendingPathComponent("DaybookCrashTest")

  private func run(_ words: [String]) throws -> Command.Result {
    try Command.run(words, executable: CrashTestTests.executable)
  }

  @Test func `a few runs find what was acknowledged`() throws {
    let result = try run(["--runs", "6", "--seed", "3"])
    #expect(result.status == 0, "\(result.talk)")
    #expect(result.output.contains("kills                      6\n"))
    #expect(result.output.contains("chains read by mdb_dump    1\n"))
  }

  @Test func `help goes to stdout, and a wrong call exits with 64`() throws {
    let help = try run(["--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("--first I"))
    for words in [
      ["--runs"], ["--runs", "0"], ["--runs", "-1"], ["--seed", "x"], ["60"], ["child"],
      ["--frobnicate", "1"], ["--runs", "18446744073709551615"],
    ] {
      let result = try run(words)
      #expect(result.status == 64, "\(words)")
      #expect(result.output.isEmpty)
      #expect(result.talk.contains("usage: tools/crash-test"))
    }
  }

  @Test func `a run in the middle begins with its chain`() throws {
    #expect(try Options(["--runs", "1", "--first", "47"]).runs == 40..<48)
    #expect(try Options(["--runs", "60"]).runs == 0..<60)
  }

  @Test func `a seed means the same for ever`() {
    #expect(SplitMix64.seed(7, from: 1) == SplitMix64.seed(7, from: 1))
    #expect(SplitMix64.seed(7, from: 1) != SplitMix64.seed(8, from: 1))
    // The first number of SplitMix64 from 0, as its authors' code gives it.
    var random = SplitMix64(seed: 0)
    #expect(random.next() == 0xE220_A839_7B1D_CDAF)
  }

  @Test func `a line is read as it was written, and nothing else is`() throws {
    let record = AcknowledgedRecord(position: 7, leafHash: NaiveTree.root(over: []))
    var keyed = record
    keyed.key = 12
    keyed.verdict = .alreadyRecorded
    for line in [.opening, .handedOver(key: 12), .receipt(record), .receipt(keyed)] as [ChildLine] {
      #expect(ChildLine(line.text) == line)
      #expect(ChildLine(line.text + " 1 2") == nil)
      #expect(ChildLine(line.text.dropLast(3)) != line)
    }
    #expect(ChildLine("") == nil)
  }

  // MARK: Children that do not keep the promise

  /// One run with this shell script as the child, which is killed once it has said so much.
  private func runOnce(_ script: String) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-child-\(UUID().uuidString)")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
    var chain = try Chain(seed: 1, executable: file)
    defer { try? FileManager.default.removeItem(at: chain.folder) }
    let number = (UInt64(0)..<100).first { number in
      if case .afterReceipts = RunPlan(seed: SplitMix64.seed(number, from: 1)).moment {
        true
      } else {
        false
      }
    }
    try chain.run(try #require(number))
  }

  @Test func `a false acknowledgement is found`() throws {
    let line = ChildLine.receipt(
      AcknowledgedRecord(position: 5, leafHash: NaiveTree.root(over: [])))
    let script =
      "for i in $(seq 600); do echo '\(line.text)'; done; exec sleep 100"
    let violation = #expect(throws: Violation.self) { try runOnce(script) }
    #expect(violation?.description == "position 5 was acknowledged, and 0 records are there")
  }

  @Test func `a child that ends by itself, or talks nonsense, is no success`() throws {
    for script in ["echo opening; exit 1", "exit 0"] {
      let violation = #expect(throws: Violation.self) { try runOnce(script) }
      #expect(violation?.description == "the child ended by itself")
    }
    let violation = #expect(throws: Violation.self) {
      try runOnce("echo nonsense; exec sleep 100")
    }
    #expect(violation?.description.contains("not understood") == true)
  }

  @Test func `projections that give other answers than the journal are found`() async throws {
    let chain = try Chain(seed: 1, executable: CrashTestTests.executable)
    defer { try? FileManager.default.removeItem(at: chain.folder) }
    try await Ledger.with(at: chain.ledger) { ledger in
      for number in 0..<10 { try await ledger.record(CaptureMaker.keyed(UInt64(number)).capture) }
      #expect(try await ledger.fetch(.transactions()).isEmpty == false)
    }
    try await chain.compareAnswers()
    let changed = try Command.run(
      [chain.ledger + "/projections.sqlite", "UPDATE transactions_1 SET status = 'refunded'"],
      executable: URL(fileURLWithPath: "/usr/bin/sqlite3"))
    #expect(changed.status == 0, "\(changed.talk)")
    let violation = await #expect(throws: Violation.self) { try await chain.compareAnswers() }
    #expect(violation?.description.contains("other transactions") == true)
  }
}
