import Payments
import Recording

/// What MoonPay's server says, by webhook or by a read, and the quote that the host fetched.
/// Sources: the pages of the widget's webhooks and of the Platform's transaction.
enum MoonPayServerInterpreter {
  private static let table = MoonPayStatus.table

  static func webhook(_ kind: String, _ event: RecordedEvent) -> Interpretation {
    switch kind {
    case "refused": return Interpretation(anomalies: [.refusedSignature])
    case "unlisted": return Interpretation(anomalies: [.unlisted])
    case "unreadable": return Interpretation(anomalies: [.unreadable])
    case _ where kind.hasPrefix("sell-transaction-"):
      return widgetTransaction("webhook.sell-transaction", event)
    case _ where kind.hasPrefix("transaction-"):
      return widgetTransaction("webhook.transaction", event)
    // About the customer, an account or a swap: no payment of the customer's to the host.
    default: return Interpretation()
    }
  }

  private static func widgetTransaction(
    _ record: String, _ event: RecordedEvent
  ) -> Interpretation {
    let data = event.data["data"] ?? .null
    var said = statement(record, data, at: "/data", in: event)
    let base = data["baseCurrency"]?["code"]?.text?.uppercased()
    let quote = (data["quoteCurrency"] ?? data["currency"])?["code"]?.text?.uppercased()
    said.add(.reported, data["baseCurrencyAmount"], base)
    said.add(.delivered, data["quoteCurrencyAmount"], quote)
    for fee in ["feeAmount", "extraFeeAmount", "networkFeeAmount"] {
      said.add(.fee, data[fee], base)
    }
    said.code = data["failureReason"]?.text
    return said
  }

  static func read(_ kind: String, _ event: RecordedEvent) -> Interpretation {
    guard kind == "transaction" else { return Interpretation(anomalies: [.unreadable]) }
    let data = event.data
    var said = statement("read.transaction", data, at: "", in: event)
    said.addSides(of: data)
    guard case .array(let stages)? = data["stages"] else { return said }
    said.code = stages.lazy.compactMap { $0["failureReason"]?.text }.first
    // The top status wins over the stages; they tell whether the customer's money was taken.
    let isPaid = stages.contains {
      $0["kind"]?.text == "waiting_payment" && $0["status"]?.text == "success"
    }
    if isPaid, case .statement(let meaning) = said.step, !meaning.status.isSuccess {
      said.step = .statement(
        Meaning(meaning.operation, meaning.outcome, meaning.status, money: .taken))
    }
    return said
  }

  private static func statement(
    _ record: String, _ data: RecordValue, at pointer: String, in event: RecordedEvent
  ) -> Interpretation {
    let word = data["status"]?.text
    var said = Interpretation(table[record, word].map { .statement($0) } ?? .none)
    if !table.lists(record, word) { said.anomalies.append(.unlisted) }
    if let id = data["id"]?.text {
      said.identifiers.append(Identifier(provider: .moonPay, kind: .transaction, value: id))
    }
    said.refer(
      to: data["externalTransactionId"], at: pointer + "/externalTransactionId", in: event)
    return said
  }

  static func host(_ kind: String, _ event: RecordedEvent) -> Interpretation {
    switch kind {
    case "quote":
      var said = Interpretation()
      said.quote = event.data["signature"]?.fingerprint
      said.addSides(of: event.data)
      said.amounts = said.amounts.map { ($0.kind == .reported ? .quoted : $0.kind, $0.amount) }
      return said
    case "unreadable": return Interpretation(anomalies: [.unreadable])
    default: return Interpretation(anomalies: [.unlisted])
    }
  }
}

extension Interpretation {
  /// The sums of a quote or transaction of the Platform: decimal texts with their asset's code.
  fileprivate mutating func addSides(of data: RecordValue) {
    let (source, destination) = (data["source"] ?? .null, data["destination"] ?? .null)
    add(.reported, source["amount"], source["asset"]?["code"]?.text)
    add(.delivered, destination["amount"], destination["asset"]?["code"]?.text)
    for name in ["network", "moonpay", "ecosystem"] {
      let fee = data["fees"]?[name] ?? .null
      add(.fee, fee["amount"], fee["currencyCode"]?.text)
    }
  }
}
