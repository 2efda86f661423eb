import Foundation
import Testing

/// The command as a new user meets it.
@Suite struct CommandTests {
  private static let ready =
    #"{"provider":"moonpay","surface":"frame","frame":"apple-pay","channel":"c","#
    + #""body":"{\"kind\":\"ready\"}"}"#

  @Test func `the help lists every verb, and every verb has help of its own`() throws {
    let help = try Command.run(["--help"])
    #expect(help.status == 0)
    let verbs = try Command.verbs()
    #expect(Set(verbs).isSuperset(of: ["init", "record", "events", "verify", "prove", "check"]))
    for verb in verbs {
      #expect(help.output.contains("  \(verb) "))
      let own = try Command.run([verb, "--help"])
      #expect(own.status == 0)
      #expect(own.output.hasPrefix("usage: daybook \(verb) "))
    }
  }

  @Test func `wrong calls exit with 64 and say how it is done`() throws {
    for words in [
      [], ["frobnicate"], ["frobnicate", "--help"], ["init"], ["init", "a", "b"],
      ["transactions", "a", "--nope"], ["transactions", "a", "--format"],
      ["transactions", "a", "--format", "xml"], ["events", "a", "--from", "-1"],
      ["events", "a", "--origin", "x"], ["verify"], ["check", "proof"], ["prove", "a"],
      ["check", "proof", "record", "--key", "x"], ["checkpoint", "a", "--public-key=x"],
      ["backup", "a"], ["restore", "a"], ["reorigin"], ["record", "a", "--wait", "long"],
    ] {
      let result = try Command.run(words)
      #expect(result.status == 64, "\(words)")
      #expect(!result.talk.isEmpty)
      #expect(result.output.isEmpty)
    }
  }

  @Test func `a line gives a receipt with position, leaf hash and durability`() throws {
    try Command.withPath { path in
      #expect(try Command.run(["init", path]).status == 0)
      let result = try Command.run(
        ["record", path, "--format", "json"], input: CommandTests.ready + "\n")
      #expect(result.status == 0)
      #expect(result.talk.isEmpty)
      let lines = result.output.split(separator: "\n")
      #expect(lines.count == 2)
      for (line, position) in zip(lines, [1, 2]) {
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["position"] as? Int == position)
        #expect((object["leafHash"] as? String)?.count == 64)
        #expect(object["durability"] as? String == "synced")
      }
    }
  }

  @Test func `lines that cannot be taken are named, and the ones after them go on`() throws {
    try Command.withPath { path in
      #expect(try Command.run(["init", path]).status == 0)
      let broken = CommandTests.ready.replacingOccurrences(of: #"\"ready\"}"#, with: #"\"ready\""#)
      let lines = [
        "not json", "[]", #"{"provider":"nobody","surface":"frame"}"#,
        #"{"provider":"moonpay","surface":"frame","frame":"apple-pay","unheard":1}"#,
        #"{"provider":"moonpay","surface":"redirect","body":"moonpay://?a=1"}"#,
        #"{"provider":"moonpay","surface":"frame","frame":"apple-pay","body":"{}"}"#,
        CommandTests.ready.replacingOccurrences(
          of: "\"channel\"", with: "\"time\":\"noon\",\"channel\""),
        "", broken, CommandTests.ready,
      ]
      let result = try Command.run(["record", path], input: lines.joined(separator: "\n"))
      #expect(result.status == 1)
      for number in [1, 2, 3, 4, 5, 6, 7, 9] {
        #expect(result.talk.contains("line \(number): "), "line \(number)")
      }
      #expect(!result.talk.contains("line 10: "))
      #expect(result.output.contains("moonpay.frame.apple-pay.unreadable"))
      #expect(result.output.contains("moonpay.frame.apple-pay.ready"))
    }
  }

  @Test func `what is no ledger is said in one sentence, and nothing is changed`() throws {
    try Command.withPath { path in
      for verb in [["record"], ["transactions"], ["events"]] {
        let missing = try Command.run(verb + [path])
        #expect(missing.status == 1)
        #expect(missing.talk.split(separator: "\n").count == 1)
        #expect(!FileManager.default.fileExists(atPath: path))
      }
      let folder = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let foreign = folder.appendingPathComponent("journal.mdb")
      for content in ["", "no ledger", String(repeating: "x", count: 100_000)] {
        try Data(content.utf8).write(to: foreign)
        for verb in [["record"], ["transactions"], ["events"], ["init"]] {
          let result = try Command.run(verb + [path])
          #expect(result.status == 1)
          #expect(result.talk.split(separator: "\n").count == 1, "\(verb): \(result.talk)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["journal.mdb"])
        #expect(try Data(contentsOf: foreign) == Data(content.utf8))
      }
    }
  }

  @Test func `a kill right after the receipt loses nothing`() throws {
    try Command.withPath { path in
      #expect(try Command.run(["init", path]).status == 0)
      let process = Process()
      let (input, output) = (Pipe(), Pipe())
      process.executableURL = Command.executable
      process.arguments = ["record", path]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      input.fileHandleForWriting.write(Data((CommandTests.ready + "\n").utf8))
      var receipts = ""
      while receipts.split(separator: "\n").count < 2 {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { break }
        receipts += String(decoding: more, as: UTF8.self)
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let events = try Command.run(["events", path])
      #expect(events.output.split(separator: "\n").count == 3)
      for line in receipts.split(separator: "\n") {
        let type = String(line.split(separator: " ")[1])
        #expect(events.output.contains(type))
      }
    }
  }

  @Test func `events as JSON are the stored bytes, one record a line`() throws {
    try Command.withPath { path in
      _ = try Command.run(["init", path])
      _ = try Command.run(["record", path], input: CommandTests.ready)
      let all = try Command.run(["events", path, "--format", "json"]).output
      let part = try Command.run(["events", path, "--format=json", "--from", "1", "--limit", "1"])
      #expect(part.output == String(all.split(separator: "\n")[1]) + "\n")
    }
  }

  @Test func `the sample day ends with the statuses that its messages carry`() throws {
    try Command.withPath { path in
      _ = try Command.run(["init", path])
      for file in ["1-morning.ndjson", "2-evening.ndjson"] {
        let day = Command.root.appendingPathComponent("docs/samples/day/\(file)").path
        let result = try Command.run(["record", path, day])
        #expect(result.status == 0)
        #expect(result.talk.isEmpty)
      }
      let lines = try Command.run(["transactions", path, "--format", "json"]).output
        .split(separator: "\n")
      let statuses = try lines.map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return object?["status"] as? String
      }
      #expect(
        statuses == [
          "completed", "pending", "completed", "pending", "notStarted", "completed", "cancelled",
          "completed",
        ])
      let one = try Command.run(["transaction", path, "tx_sample_3"])
      #expect(one.output.contains("lateRedirect"))
      #expect(try Command.run(["transaction", path, "nobody"]).status == 1)
    }
  }
}
