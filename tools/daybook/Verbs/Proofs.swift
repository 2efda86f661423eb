import Daybook

extension Verb {
  static let checkpoint = Verb(
    name: "checkpoint", usage: "daybook checkpoint LEDGER [--public-key]",
    summary: "sign how many records there are",
    details: """
      Prints the signed statement of the journal's size and root: a C2SP tlog-checkpoint. Keep it
      elsewhere: 'verify --expect' shows with it later that nothing was cut or changed.

      With --public-key, prints the key that checks it, as a C2SP verifier key: give that to whoever
      is to check proofs, by a way that they can trust.
      """,
    valueCounts: 1...1,
    options: [
      Option(name: "public-key", help: "print the verifier key instead", isFlag: true), format,
    ]
  ) { arguments in
    try await Ledger.with(at: arguments.ledger, for: .reading) { ledger in
      var line = JSONLine()
      if arguments.flags.contains("public-key") {
        line.add("verifierKey", ledger.verifierKey.description)
        line.add("origin", ledger.origin.description)
        Console.print(arguments.format == .json ? line.text : ledger.verifierKey.description)
        return ExitCode.success
      }
      let signed = try await ledger.checkpoint()
      line.add("source", signed.checkpoint.source)
      line.add("size", signed.checkpoint.head.size)
      line.add("root", signed.checkpoint.head.root.description)
      line.add("checkpoint", signed.text)
      Console.write(arguments.format == .json ? line.text + "\n" : signed.text)
      return ExitCode.success
    }
  }

  static let prove = Verb(
    name: "prove", usage: "daybook prove LEDGER POSITION|ID [--record FILE]",
    summary: "prove that a record is in the journal",
    details: """
      Prints a proof, a C2SP tlog-proof file, for the record at POSITION or ORIGIN.POSITION; for a
      provider's id, for the last record that asserts the transaction's status. Whoever has the
      proof, the record and the origin can check it without the ledger: 'daybook check'.
      """,
    valueCounts: 2...2,
    options: [Option(name: "record", help: "a new file for the record's exact bytes"), format]
  ) { arguments in
    try await Ledger.with(at: arguments.ledger, for: .reading) { ledger in
      let event = try await event(named: arguments.values[1], in: ledger)
      let (proof, record) = try await ledger.proof(of: event)
      if let path = arguments.options["record"] { try TextFile.write(record + [0x0A], to: path) }
      switch arguments.format {
      case .text: Console.write(proof.text)
      case .json:
        var line = JSONLine()
        line.add("event", event.description)
        line.add("size", proof.checkpoint.checkpoint.head.size)
        line.add("proof", proof.text)
        line.add("record", String(decoding: record, as: UTF8.self))
        Console.print(line.text)
      }
      return ExitCode.success
    }
  }

  private static func event(named text: String, in ledger: Ledger) async throws -> EventName {
    if let name = EventName(text) { return name }
    if let index = UInt64(text) {
      return EventName(origin: ledger.origin, position: Position(index))
    }
    let found = try await ledger.fetch(.transactions(named: text))
    guard let transaction = found.first, found.count == 1 else {
      throw CommandFailure(
        found.isEmpty
          ? "nothing in this ledger has the id that was given."
          : "\(found.count) transactions have that id; give the position of a record.")
    }
    let events = try await ledger.fetch(.events(of: transaction))
    return events.last { $0.status == transaction.status }?.event ?? transaction.lastEvent
  }

  static let check = Verb(
    name: "check", usage: "daybook check PROOF RECORD [--origin ORIGIN | --key KEY]",
    summary: "check a proof, without a ledger",
    details: """
      Checks that the record in the file RECORD is in the journal that the file PROOF speaks of,
      where the proof says, and that the journal's key signed it. Needs no ledger and no network.

      A proof carries the journal's public key, and whoever made it chose that: give the origin that
      you know the journal by, or its verifier key. Without either the origin is printed for you to
      compare. Exit code 2 where the proof does not hold.
      """,
    valueCounts: 2...2,
    options: [
      Option(name: "origin", help: "the journal's origin, from a source you trust"),
      Option(name: "key", help: "its verifier key, as 'checkpoint --public-key' prints it"),
      format,
    ],
    runAtOnce: { arguments in
      let origin = try arguments.origin()
      if origin != nil && arguments.options["key"] != nil {
        throw UsageError("'--origin' and '--key' say the same; give one.")
      }
      let key = try arguments.options["key"].map { text throws(UsageError) in
        guard let key = VerifierKey(text) else {
          throw UsageError("'--key' is no verifier key: NAME+HASH+KEY.")
        }
        return key
      }
      let text = try TextFile.read(arguments.values[0])
      var record = try TextFile.read(arguments.values[1])
      if record.last == 0x0A { record.removeLast() }
      let checked: ProofCheck
      do throws(ProofError) {
        let proof = try RecordProof(String(decoding: text, as: UTF8.self))
        checked = ProofCheck(proof, record, origin: origin, key: key)
      } catch {
        Console.talk("daybook check: \(arguments.values[0]) is no proof: \(error.description)")
        return ExitCode.difference
      }
      Console.print(arguments.format == .json ? checked.json.text : checked.text)
      if checked.isValid, !checked.isKeyGiven {
        Console.talk("compare the origin with the one you know: --origin does it for you.")
      }
      return checked.isValid ? ExitCode.success : ExitCode.difference
    })
}

/// What came of checking one proof.
private struct ProofCheck {
  let proof: RecordProof
  let leafHash: Digest
  let isKeyGiven: Bool
  let fault: String?

  init(_ proof: RecordProof, _ record: [UInt8], origin: Origin?, key: VerifierKey?) {
    self.proof = proof
    leafHash = MerkleHash.leafHash(of: record.span)
    isKeyGiven = origin != nil || key != nil
    guard let key = key ?? proof.statedKey else {
      fault = "it carries no public key that its origin line is named after; give --key"
      return
    }
    if let origin, Origin(publicKey: key.publicKey) != origin {
      fault = "it is of another journal than \(origin)"
      return
    }
    switch proof.verify(leafHash: leafHash, key: key) {
    case .valid: fault = nil
    case .otherJournal: fault = "it is of another journal than \(key.name)"
    case .badSignature: fault = "its checkpoint is not signed by the journal's key"
    case .notIncluded: fault = "the record is not the one at position \(proof.position)"
    }
  }

  var isValid: Bool { fault == nil }

  var text: String {
    let checkpoint = proof.checkpoint.checkpoint
    if let fault { return "the proof does not hold: \(fault)" }
    return "the record is at position \(proof.position) of \(checkpoint.source), signed at "
      + "\(checkpoint.head.size) records"
  }

  var json: JSONLine {
    let checkpoint = proof.checkpoint.checkpoint
    var line = JSONLine()
    line.add("valid", isValid)
    line.add("fault", fault)
    line.add("source", checkpoint.source)
    line.add("position", proof.position.index)
    line.add("size", checkpoint.head.size)
    line.add("leafHash", leafHash.description)
    line.add("keyGiven", isKeyGiven)
    return line
  }
}
