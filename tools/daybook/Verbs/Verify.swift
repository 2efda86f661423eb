import Daybook

extension Verb {
  static let verify = Verb(
    name: "verify", usage: "daybook verify LEDGER [--expect FILE]",
    summary: "reread everything, find what was changed",
    details: """
      Rereads every byte of the journal: each record's hash, the tree, the head, every checkpoint
      that is kept, the index of idempotency keys, and the pages of the file. Needs no key, changes
      nothing, and may be run while another process records.

      Prints for each journal how many records it has and up to which they are signed, and what is
      wrong: the kind, the first bad position, and what was found. Exit code 2 where something is.
      That an end was cut is shown by a checkpoint alone that was kept elsewhere: --expect.
      """,
    valueCounts: 1...1,
    options: [Option(name: "expect", help: "a file with a checkpoint that was kept"), format]
  ) { arguments in
    let progress = ProgressLine("verified")
    defer { progress.end() }
    let found = try await Ledger.verify(
      at: arguments.ledger, expecting: try arguments.expected(),
      progress: { progress.show($0, of: $1) })
    progress.end()
    switch arguments.format {
    case .text: Console.print(VerificationText.lines(of: found))
    case .json: Console.print(VerificationText.json(of: found).text)
    }
    return found.isClean ? ExitCode.success : ExitCode.difference
  }
}

/// What was found out about a ledger, for people and for programs.
enum VerificationText {
  static func lines(of found: Verification) -> [String] {
    var lines = found.journals.map { journal in
      var line = "journal \(journal.origin): \(journal.size) records, signed to "
      line += "\(journal.signedSize)"
      if journal.signedSize < journal.size {
        line += ", unsigned \(journal.signedSize) to \(journal.size)"
      }
      return line
    }
    for finding in found.findings {
      let place = [finding.origin?.description, finding.position?.description]
      let name = place.compactMap { $0 }.joined(separator: ".")
      lines.append("\(finding.kind)  \(name.isEmpty ? "-" : name)  \(finding.message)")
    }
    let unlisted = found.findingCount - found.findings.count
    if unlisted > 0 { lines.append("and \(unlisted) more") }
    lines.append(
      found.isClean
        ? "\(found.recordCount) records reread: nothing is changed"
        : "\(found.recordCount) records reread: "
          + (found.findingCount == 1 ? "1 thing is" : "\(found.findingCount) things are") + " wrong"
    )
    return lines
  }

  static func json(of found: Verification) -> JSONLine {
    var line = JSONLine()
    line.add("clean", found.isClean)
    line.add("records", found.recordCount)
    line.add(
      "journals",
      found.journals.map { journal in
        var object = JSONLine()
        object.add("origin", journal.origin.description)
        object.add("size", journal.size)
        object.add("root", journal.root.description)
        object.add("signedSize", journal.signedSize)
        return object.text
      })
    line.add("findingCount", UInt64(found.findingCount))
    line.add(
      "findings",
      found.findings.map { finding in
        var object = JSONLine()
        object.add("kind", finding.kind.description)
        object.add("origin", finding.origin?.description)
        object.add("position", finding.position?.index)
        object.add("message", finding.message)
        return object.text
      })
    return line
  }
}
