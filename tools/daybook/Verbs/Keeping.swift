import Daybook

extension Verb {
  static let backup = Verb(
    name: "backup", usage: "daybook backup LEDGER TARGET",
    summary: "copy the journal while it is recorded in",
    details: """
      Copies the journal into the directory TARGET, which must be empty or not there yet, and
      rereads the copy. Another process may go on recording meanwhile. No key is copied: keep the
      folder LEDGER/keys apart, where fewer people come.
      """,
    valueCounts: 2...2, options: [format]
  ) { arguments in
    let progress = ProgressLine("reread")
    defer { progress.end() }
    let target = arguments.values[1]
    let found = try await Ledger.with(at: arguments.ledger, for: .reading) { ledger in
      try await ledger.backUp(to: target) { progress.show($0, of: $1) }
    }
    progress.end()
    report(found, "backed up to \(target)", arguments)
    return ExitCode.success
  }

  static let restore = Verb(
    name: "restore", usage: "daybook restore BACKUP LEDGER [--expect FILE]",
    summary: "make a ledger from a backup",
    details: """
      Copies the journal in the directory BACKUP into the directory LEDGER, which must be empty or
      not there yet. The copy is reread and becomes a ledger only if nothing in it is changed.

      It can be read by all. To record in it, put its folder "keys" back, if nothing was recorded
      since the backup; else go on in a new journal: 'daybook reorigin'.
      """,
    valueCounts: 2...2,
    options: [Option(name: "expect", help: "a file with a checkpoint that was kept"), format]
  ) { arguments in
    let progress = ProgressLine("reread")
    defer { progress.end() }
    let target = arguments.values[1]
    let found = try await Ledger.restore(
      from: arguments.ledger, to: target, expecting: try arguments.expected(),
      progress: { progress.show($0, of: $1) })
    progress.end()
    report(found, "restored to \(target)", arguments)
    return ExitCode.success
  }

  private static func report(_ found: Verification, _ done: String, _ arguments: Arguments) {
    switch arguments.format {
    case .text:
      Console.print(VerificationText.lines(of: found))
      Console.print(done)
    case .json: Console.print(VerificationText.json(of: found).text)
    }
  }

  static let reorigin = Verb(
    name: "reorigin", usage: "daybook reorigin LEDGER",
    summary: "go on in a new journal with a new key",
    details: """
      Begins a new journal with a new signing key, and prints its origin. The old one stays in the
      ledger, frozen, and everything that is derived spans both. For a ledger whose keys are lost,
      or that went on apart from another copy. The old signing key is destroyed; whoever checks
      proofs needs the new origin from now on.
      """,
    valueCounts: 1...1, options: [format]
  ) { arguments in
    let origin = try await Ledger.reorigin(at: arguments.ledger)
    switch arguments.format {
    case .text: Console.print("goes on in a new journal with origin \(origin)")
    case .json:
      var line = JSONLine()
      line.add("origin", origin.description)
      Console.print(line.text)
    }
    return ExitCode.success
  }
}
