import Foundation
import Testing

/// Checkpoints, proofs, verification and copies, by the command alone.
@Suite struct ProofCommandTests {
  /// A ledger with the sample day in it, and a folder beside it for files.
  private func withDay(_ body: (_ ledger: String, _ file: (String) -> String) throws -> Void) throws
  {
    try Command.withPath { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let ledger = path + "/ledger"
      #expect(try Command.run(["init", ledger]).status == 0)
      for name in ["1-morning", "2-evening"] {
        let file = Command.root.appendingPathComponent("docs/samples/day/\(name).ndjson").path
        #expect(try Command.run(["record", ledger, file]).status == 0)
      }
      try body(ledger) { "\(path)/\($0)" }
    }
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test func `a proof is checked offline by the command and by an independent verifier`() throws {
    try withDay { ledger, file in
      let key = try Command.run(["checkpoint", ledger, "--public-key"]).output
      let vkey = key.trimmingCharacters(in: .whitespacesAndNewlines)
      let origin = String(vkey.split(separator: "+")[0].split(separator: "/")[1])
      for (number, name) in ["0", "7", "\(origin).12", "txn_sample_01"].enumerated() {
        let (proof, record) = (file("proof\(number)"), file("record\(number)"))
        let proven = try Command.run(["prove", ledger, name, "--record", record])
        #expect(proven.status == 0, "\(proven.talk)")
        try write(proven.output, proof)
        let events = try Command.run(["events", ledger, "--format", "json"]).output
        #expect(events.contains(try String(contentsOfFile: record, encoding: .utf8)))
        for trust in [[], ["--origin", origin], ["--key", vkey]] {
          let checked = try Command.run(["check", proof, record] + trust)
          #expect(checked.status == 0, "\(checked.output)")
          #expect(checked.talk.isEmpty == !trust.isEmpty)
        }
        let stranger = String(repeating: "0", count: 32)
        #expect(try Command.run(["check", proof, record, "--origin", stranger]).status == 2)
        #expect(try Command.run(["check", record, proof]).status == 2)
        guard let python = Command.python else { continue }
        let script = Command.root.appendingPathComponent("tools/verify_proof.py").path
        let other = try Command.run(
          [script, proof, record, "--key", vkey], executable: python)
        #expect(other.status == 0, "\(other.output)")
      }
    }
  }

  @Test func `a proof that does not hold is said so with the reason, and exit code 2`() throws {
    try withDay { ledger, file in
      let (proof, record) = (file("proof"), file("record"))
      let proven = try Command.run(["prove", ledger, "3", "--record", record]).output
      try write(proven, proof)
      let line = try String(contentsOfFile: record, encoding: .utf8)
      try write(line.replacingOccurrences(of: "\"id\":\"3\"", with: "\"id\":\"4\""), record)
      let edited = try Command.run(["check", proof, record, "--format", "json"])
      #expect(edited.status == 2)
      #expect(try object(edited.output)["valid"] as? Bool == false)
      try write(line, record)
      try write(proven.replacingOccurrences(of: "index 3", with: "index 4"), proof)
      #expect(try Command.run(["check", proof, record]).status == 2)
      try write(proven.replacingOccurrences(of: "index 3", with: "index three"), proof)
      let malformed = try Command.run(["check", proof, record])
      #expect(malformed.status == 2)
      #expect(malformed.talk.contains("no proof"))
      #expect(try Command.run(["check", file("nothing"), record]).status == 1)
      // The record's file is not overwritten.
      #expect(try Command.run(["prove", ledger, "3", "--record", record]).status == 1)
      #expect(try Command.run(["prove", ledger, "999"]).status == 1)
      #expect(try Command.run(["prove", ledger, "nobody's id"]).status == 1)
    }
  }

  @Test func `verify tells how far it is signed, and exits with 2 over an edit and a cut end`()
    throws
  {
    try withDay { ledger, file in
      let checkpoint = file("checkpoint")
      try write(try Command.run(["checkpoint", ledger]).output, checkpoint)
      let older = file("older")
      try FileManager.default.copyItem(atPath: ledger, toPath: older)
      let line = #"{"provider":"monei","surface":"redirect","body":"a://b?success=true"}"#
      #expect(try Command.run(["record", ledger], input: line).status == 0)
      let clean = try Command.run(["verify", ledger, "--expect", checkpoint])
      #expect(clean.status == 0)
      #expect(clean.output.contains("signed to"))
      #expect(clean.talk.isEmpty)

      let newer = file("newer")
      try write(try Command.run(["checkpoint", ledger]).output, newer)
      let cut = try Command.run(["verify", older, "--expect", newer, "--format", "json"])
      #expect(cut.status == 2)
      let findings = try #require(try object(cut.output)["findings"] as? [[String: Any]])
      #expect(findings.map { $0["kind"] as? String } == ["cutTail"])

      let journal = URL(fileURLWithPath: ledger + "/journal.mdb")
      var bytes = try Data(contentsOf: journal)
      let word = try #require(bytes.range(of: Data("txn_sample_01".utf8), options: .backwards))
      bytes[word.lowerBound] ^= 1
      try bytes.write(to: journal)
      let edited = try Command.run(["verify", ledger])
      #expect(edited.status == 2)
      #expect(edited.output.contains("editedRecord  "))
      #expect(try Command.run(["verify", ledger, "--expect", file("nothing")]).status == 1)
      #expect(try Command.run(["verify", ledger, "--expect", ledger + "/writer.lock"]).status == 1)
    }
  }

  @Test func `a restored backup names the way on, and goes on in a new journal`() throws {
    try withDay { ledger, file in
      let (backup, restored) = (file("backup"), file("restored"))
      #expect(try Command.run(["backup", ledger, backup]).status == 0)
      #expect(try Command.run(["backup", ledger, backup]).status == 1)
      #expect(try Command.run(["restore", backup, restored]).status == 0)
      #expect(try Command.run(["restore", backup, restored]).status == 1)
      let line = #"{"provider":"monei","surface":"redirect","body":"a://b?success=true"}"#
      let refused = try Command.run(["record", restored], input: line)
      #expect(refused.status == 1)
      #expect(refused.talk.contains("daybook reorigin"))
      let origin = try object(try Command.run(["reorigin", restored, "--format", "json"]).output)
      let recorded = try Command.run(["record", restored, "--format", "json"], input: line)
      #expect(try object(recorded.output)["origin"] as? String == origin["origin"] as? String)
      let verified = try object(try Command.run(["verify", restored, "--format", "json"]).output)
      #expect(verified["clean"] as? Bool == true)
      #expect((verified["journals"] as? [Any])?.count == 2)
      // The records of the frozen journal are listed by its origin, and valid like all others.
      let old = try #require((verified["journals"] as? [[String: Any]])?[0]["origin"] as? String)
      let frozen = try Command.run(["events", restored, "--origin", old, "--format", "json"]).output
      #expect(frozen == (try Command.run(["events", ledger, "--format", "json"]).output))
    }
  }

  @Test func `a line under a key that was recorded gives the first receipt`() throws {
    try withDay { ledger, _ in
      func line(_ query: String) -> String {
        #"{"provider":"monei","surface":"redirect","idempotencykey":"k","body":"a://b?\#(query)"}"#
      }
      let lines = [line("n=1"), line("n=1"), line("n=2")].joined(separator: "\n")
      let result = try Command.run(["record", ledger, "--format", "json"], input: lines)
      let receipts = try result.output.split(separator: "\n").map { try object(String($0)) }
      #expect(
        receipts.map { $0["verdict"] as? String } == ["recorded", "alreadyRecorded", "conflicting"])
      #expect(receipts[0]["position"] as? Int == receipts[1]["position"] as? Int)
      #expect(receipts[2]["first"] as? String != nil)
    }
  }
}
