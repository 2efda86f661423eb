import Daybook

extension Verb {
  static let events = Verb(
    name: "events",
    usage: "daybook events LEDGER [--from POSITION] [--limit COUNT] [--origin ORIGIN]",
    summary: "list the records of the journal",
    details: """
      Lists the records in order. With --format json each line is the exact bytes of one record:
      a CloudEvents 1.0 event, as it is stored and hashed.
      """,
    valueCounts: 1...1,
    options: [
      Option(name: "from", help: "the first position (default: 0)"),
      Option(name: "limit", help: "at most this many (default: all)"),
      Option(name: "origin", help: "a journal of the ledger's own that is frozen"), format,
    ]
  ) { arguments in
    let from = try arguments.count("from") ?? 0
    let origin = try arguments.origin()
    var remaining = try arguments.count("limit") ?? UInt64.max
    return try await Ledger.with(at: arguments.ledger, for: .reading) { ledger in
      var position = Position(from)
      while remaining > 0 {
        let limit = Int(min(remaining, 1000))
        let events = try await ledger.events(of: origin, from: position, limit: limit)
        guard let last = events.last else { break }
        Console.print(
          events.map { event, record in
            switch arguments.format {
            case .json: String(decoding: record, as: UTF8.self)
            case .text:
              [
                event.name.position.description.padding(to: 8), event.time + "  ",
                event.direction.rawValue.padding(to: 5), event.tier.rawValue.padding(to: 8),
                (event.channel.map { "channel \($0.position)" } ?? "-").padding(to: 14), event.type,
              ].joined()
            }
          })
        remaining -= UInt64(events.count)
        position = Position(last.event.name.position.index + 1)
      }
      return ExitCode.success
    }
  }
}
