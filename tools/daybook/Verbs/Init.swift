import Daybook

extension Verb {
  static let initialize = Verb(
    name: "init", usage: "daybook init LEDGER [--source PREFIX]", summary: "make a ledger",
    details: """
      Makes an empty ledger in the directory LEDGER, with keys of its own in LEDGER/keys, and
      prints the origin of its journal. Keep the keys folder: without it the ledger can be read
      by all and written by nobody.
      """,
    valueCounts: 1...1,
    options: [
      Option(name: "source", help: "the prefix of the journal's name (default: daybook)"),
      format,
    ]
  ) { arguments in
    let source = arguments.options["source"] ?? "daybook"
    let origin = try Ledger.create(at: arguments.ledger, source: source)
    switch arguments.format {
    case .text: Console.print("made a ledger with origin \(origin)")
    case .json:
      var line = JSONLine()
      line.add("origin", origin.description)
      line.add("source", "\(source)/\(origin)")
      Console.print(line.text)
    }
    return ExitCode.success
  }
}
