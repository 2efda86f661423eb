import Daybook

extension Verb {
  static let transactions = Verb(
    name: "transactions", usage: "daybook transactions LEDGER [--format FORMAT]",
    summary: "list the transactions with their status",
    details: """
      Lists every transaction: its name (the first event that asserts it), its provider, status,
      where the money is, the amount in force, and the host's reference where its key is here.
      A dash stands for what no record carries: the messages of MoonPay's frames have no amount.
      """,
    valueCounts: 1...1, options: [format]
  ) { arguments in
    try await Ledger.with(at: arguments.ledger, for: .reading) { ledger in
      let transactions = try await ledger.fetch(.transactions())
      switch arguments.format {
      case .text: Console.print(TransactionText.table(transactions, in: ledger))
      case .json: Console.print(transactions.map { TransactionText.json($0).text })
      }
      return ExitCode.success
    }
  }

  static let transaction = Verb(
    name: "transaction", usage: "daybook transaction LEDGER ID [--format FORMAT]",
    summary: "show one transaction and its events",
    details: """
      Shows the transaction that ID names: ORIGIN.POSITION or a position in this journal of any
      event that asserts something about it, or the provider's own id.
      """,
    valueCounts: 2...2, options: [format]
  ) { arguments in
    try await Ledger.with(at: arguments.ledger, for: .reading) { ledger in
      let found = try await ledger.fetch(.transactions(named: arguments.values[1]))
      guard !found.isEmpty else {
        Console.talk("daybook transaction: no transaction has this name or id.")
        return ExitCode.failure
      }
      for transaction in found {
        let events = try await ledger.fetch(.events(of: transaction))
        switch arguments.format {
        case .text: Console.print(TransactionText.lines(transaction, events, in: ledger))
        case .json:
          var line = TransactionText.json(transaction)
          line.add("events", events.map { TransactionText.json($0).text })
          Console.print(line.text)
        }
      }
      return ExitCode.success
    }
  }
}

/// Transactions as people and programs read them.
enum TransactionText {
  static func table(_ transactions: [Transaction], in ledger: Ledger) -> [String] {
    var table = TextTable(heading: [
      "transaction", "provider", "status", "confirmed", "money", "amount", "attempts", "reference",
      "provider's id",
    ])
    for transaction in transactions {
      table.add([
        short(transaction.name, in: ledger), transaction.provider.rawValue,
        transaction.status.rawValue, transaction.isConfirmed ? "yes" : "no",
        transaction.money.rawValue, amount(transaction.amount),
        String(transaction.attempts.count), reference(transaction), ids(transaction),
      ])
    }
    return transactions.isEmpty ? ["no transactions"] : table.lines
  }

  static func lines(
    _ transaction: Transaction, _ events: [TransactionEvent], in ledger: Ledger
  ) -> [String] {
    var lines = [
      "transaction  \(transaction.name)",
      "provider     \(transaction.provider.rawValue)",
      "status       \(transaction.status.rawValue)"
        + (transaction.isConfirmed ? ", confirmed" : ", not confirmed")
        + (transaction.isConflict ? ", in conflict" : ""),
      "evidence     \(transaction.tier.rawValue), event \(short(transaction.evidence, in: ledger))",
      "money        \(transaction.money.rawValue)",
      "amount       \(amount(transaction.amount))",
      "reference    \(reference(transaction))",
      "ids          \(ids(transaction))",
      "attempts     \(transaction.attempts.count)",
    ]
    if let claimed = transaction.claimed { lines.append("claimed      \(claimed.rawValue)") }
    if let code = transaction.code { lines.append("code         \(code)") }
    var table = TextTable(heading: ["event", "time", "type", "evidence", "says", "code", "odd"])
    for event in events {
      table.add([
        short(event.event, in: ledger), event.time, event.type, event.tier.rawValue,
        event.status?.rawValue ?? "-", event.code ?? "-",
        event.anomalies.map(\.rawValue).joined(separator: " "),
      ])
    }
    return lines + [""] + table.lines
  }

  static func json(_ transaction: Transaction) -> JSONLine {
    var line = JSONLine()
    line.add("id", transaction.name.description)
    line.add("provider", transaction.provider.rawValue)
    line.add("status", transaction.status.rawValue)
    line.add("confirmed", transaction.isConfirmed)
    line.add("claimed", transaction.claimed?.rawValue)
    line.add("evidence", transaction.tier.rawValue)
    line.add("conflict", transaction.isConflict)
    line.add("money", transaction.money.rawValue)
    line.add("attempts", UInt64(transaction.attempts.count))
    if let amount = transaction.amount {
      var object = JSONLine()
      object.add("literal", amount.literal)
      object.add("value", amount.value?.description)
      object.add("currency", amount.currency)
      line.add("amount", literal: object.text)
    } else {
      line.add("amount", literal: "null")
    }
    line.add("reference", transaction.reference)
    line.add(
      "identifiers",
      transaction.identifiers.map { identifier in
        var object = JSONLine()
        object.add("provider", identifier.provider?.rawValue)
        object.add("kind", identifier.kind.rawValue)
        object.add("value", identifier.value)
        return object.text
      })
    line.add("code", transaction.code)
    line.add("firstEvent", transaction.firstEvent.description)
    line.add("lastEvent", transaction.lastEvent.description)
    line.add("updated", transaction.updated)
    return line
  }

  static func json(_ event: TransactionEvent) -> JSONLine {
    var line = JSONLine()
    line.add("event", event.event.description)
    line.add("type", event.type)
    line.add("time", event.time)
    line.add("evidence", event.tier.rawValue)
    line.add("status", event.status?.rawValue)
    line.add("code", event.code)
    line.add("anomalies", event.anomalies.map { JSONLine.quoted($0.rawValue) })
    return line
  }

  /// An event of this ledger's own journal by its position, any other by its whole name.
  private static func short(_ name: EventName, in ledger: Ledger) -> String {
    name.origin == ledger.origin ? name.position.description : name.description
  }

  private static func amount(_ amount: Amount?) -> String {
    guard let amount else { return "-" }
    guard let value = amount.value else {
      return amount.literal + (amount.currency.map { " (\($0))" } ?? " (no currency)")
    }
    return "\(value) \(amount.currency ?? "")"
  }

  private static func reference(_ transaction: Transaction) -> String {
    transaction.reference ?? (transaction.sealedReference == nil ? "-" : "(sealed)")
  }

  private static func ids(_ transaction: Transaction) -> String {
    let ids = transaction.identifiers.filter { $0.kind == .transaction }.map(\.value)
    return ids.isEmpty ? "-" : ids.joined(separator: " ")
  }
}
