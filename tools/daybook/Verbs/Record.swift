import Daybook
import Foundation

extension Verb {
  static let record = Verb(
    name: "record", usage: "daybook record LEDGER [FILE] [--wait SECONDS] [--webhook-keys FILE]",
    summary: "record capture lines, print receipts",
    details: """
      Reads capture lines, one JSON object a line, from FILE or from stdin, and prints a receipt
      for each record once it is durable: position, type, leaf hash, durability. Every run is one
      start of an app: channels' names last for the run.

      A line with an "idempotencykey" that was recorded before is not recorded again: its receipt
      is the first one, with the verdict alreadyRecorded. Other content under the same key is
      recorded, with the verdict conflicting and the event that was first.

      A webhook is checked with its provider's key of --webhook-keys, over the exact bytes of its
      "body" and its "signature". One that is not its provider's, or that there is no key for, is
      recorded with the reason, sealed, and says nothing of any payment.

      A line that cannot be taken is reported on stderr with its number and the reason, and the
      lines after it go on; the exit code is then 1. A body that cannot be parsed is recorded all
      the same, with its length, its keyed digest and the reason, and reported too.
      """,
    valueCounts: 1...2,
    options: [
      Option(name: "wait", help: "seconds to wait for another process that writes (default: 0)"),
      Option(name: "webhook-keys", help: "a file with a provider and its key on each line"),
      format,
    ]
  ) { arguments in
    let input = try input(arguments)
    let verifiers = try arguments.options["webhook-keys"].map(WebhookKeys.read) ?? [:]
    let patience = Duration.seconds(Int64(min(try arguments.count("wait") ?? 0, 1_000_000)))
    return try await Ledger.with(at: arguments.ledger, waiting: patience) { ledger in
      var recording = LineRecording(
        ledger: ledger, format: arguments.format, verifiers: verifiers)
      var lines = LineReader(input)
      while let batch = lines.next() { try await recording.record(batch) }
      if recording.failures > 0 {
        Console.talk("daybook record: \(recording.failures) of \(lines.count) lines had a fault.")
      }
      return recording.failures == 0 ? ExitCode.success : ExitCode.failure
    }
  }

  /// The file that was named, or stdin.
  private static func input(_ arguments: Arguments) throws(CommandFailure) -> FileHandle {
    guard arguments.values.count > 1, arguments.values[1] != "-" else { return .standardInput }
    let path = arguments.values[1]
    // A folder can be opened too. It is told apart by what is in every folder: asking for a file's
    // attributes would look up its owner's name, which a command without libraries cannot.
    guard !FileManager.default.fileExists(atPath: path + "/."),
      let file = FileHandle(forReadingAtPath: path)
    else {
      throw CommandFailure("there is no readable file at \(path).")
    }
    return file
  }
}

/// Records lines and prints what became of them.
private struct LineRecording {
  let ledger: Ledger
  let format: Arguments.Format
  let verifiers: [Provider: WebhookVerifier]
  private(set) var failures = 0
  /// What is wrong with the lines of a batch, said when the batch is done, in the lines' order.
  private var reports: [(line: Int, message: String)] = []

  init(
    ledger: Ledger, format: Arguments.Format, verifiers: [Provider: WebhookVerifier]
  ) {
    self.ledger = ledger
    self.format = format
    self.verifiers = verifiers
  }

  mutating func record(_ lines: [LineReader.Line]) async throws {
    var captures: [Capture] = []
    var numbers: [Int] = []
    for line in lines {
      guard let bytes = line.bytes else {
        report(line.number, "The line is longer than \(LineReader.byteCountMax) bytes.")
        continue
      }
      do throws(LedgerError) {
        var capture = try Capture(line: bytes)
        if capture.surface == .webhook { capture.verifier = verifiers[capture.provider] }
        captures.append(capture)
        numbers.append(line.number)
      } catch {
        report(line.number, error.message)
      }
    }
    defer { sayReports() }
    if captures.isEmpty { return }
    let outcomes = try await ledger.record(captures)
    var receipts: [String] = []
    for (number, outcome) in zip(numbers, outcomes) {
      for receipt in outcome.receipts {
        receipts.append(text(of: receipt, line: number))
        if let reason = receipt.unreadable {
          report(number, "The body is unreadable (\(reason)); recorded as \(receipt.type).")
        }
        if let refusal = receipt.refusal {
          let reason = refusal.rawValue
          report(number, "The webhook was refused (\(reason)); recorded as \(receipt.type).")
        }
        if receipt.keptLengthsOnly {
          reports.append(
            (number, "Keys cannot be reached; personal fields kept their length only."))
        }
      }
      if outcome.receipts.contains(where: \.ignoredKey) {
        reports.append(
          (
            number,
            "The idempotency key was not used: it holds what may be a card number, or the ledger's "
              + "keys cannot be reached."
          ))
      }
      if let refusal = outcome.refusal { report(number, refusal.message) }
    }
    Console.print(receipts)
  }

  private mutating func report(_ number: Int, _ message: String) {
    failures += 1
    reports.append((number, message))
  }

  private mutating func sayReports() {
    for report in reports.sorted(by: { $0.line < $1.line }) {
      Console.talk("line \(report.line): \(report.message)")
    }
    reports = []
  }

  private func text(of receipt: Receipt, line: Int) -> String {
    switch format {
    case .text:
      let words = "\(receipt.event.position)  \(receipt.type)  leaf \(receipt.leafHash)  "
      return words + receipt.durability.rawValue + LineRecording.words(of: receipt.verdict)
    case .json:
      var object = JSONLine()
      object.add("position", receipt.event.position.index)
      object.add("origin", receipt.event.origin.description)
      object.add("type", receipt.type)
      object.add("channel", receipt.channel?.index)
      object.add("leafHash", receipt.leafHash.description)
      object.add("durability", receipt.durability.rawValue)
      object.add("ignoredKey", receipt.ignoredKey)
      object.add("refusal", receipt.refusal?.rawValue)
      object.add("verdict", LineRecording.word(for: receipt.verdict))
      if case .conflicting(let first) = receipt.verdict { object.add("first", first.description) }
      object.add("line", UInt64(line))
      return object.text
    }
  }

  private static func word(for verdict: Receipt.Verdict) -> String {
    switch verdict {
    case .recorded: "recorded"
    case .alreadyRecorded: "alreadyRecorded"
    case .conflicting: "conflicting"
    }
  }

  /// What people are told of a verdict: nothing where it is the usual one.
  private static func words(of verdict: Receipt.Verdict) -> String {
    switch verdict {
    case .recorded: ""
    case .alreadyRecorded: "  alreadyRecorded"
    case .conflicting(let first): "  conflicting with \(first)"
    }
  }
}
