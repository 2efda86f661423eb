import Payments
import Recording

/// What a DailyPay record says. Sources: its page about elements on iOS, and its API.
enum DailyPayInterpreter {
  private static let table = DailyPayStatus.table

  static func interpret(_ event: RecordedEvent) -> Interpretation {
    var said: Interpretation
    switch event.type {
    case "dailypay.element.opened": return opened(event)
    case "dailypay.element.closed": return Interpretation(.channelClosed)
    case "dailypay.element.card-tokenize-response": said = tokenized(event.data)
    case "dailypay.read.transfer": return transfer(event)
    case "dailypay.read.account": return account(event)
    case "dailypay.read.other": return other(event.data)
    case _ where event.type.hasSuffix(".unlisted"):
      said = Interpretation(anomalies: [.unlisted])
    case _ where event.type.hasSuffix(".unreadable"):
      said = Interpretation(anomalies: [.unreadable])
    default: return Interpretation()
    }
    if event.direction == .in { said.sender = event.sender }
    return said
  }

  private static func opened(_ event: RecordedEvent) -> Interpretation {
    let sender = event.data["parameters"]?["sender"]?.text
    var said = Interpretation(
      .channelOpened(ChannelOpening(surface: .element, sender: sender)))
    said.refer(to: event.data["reference"], at: "/reference", in: event)
    return said
  }

  private static func tokenized(_ data: RecordValue) -> Interpretation {
    var said = Interpretation()
    guard data["success"] == .bool(true) else {
      said.code = data["response"]?["error"]?.text
      return said
    }
    var card = InstrumentState(.tokenized, id: nil)
    card.method = "card"
    said.instruments = [card]
    return said
  }

  private static func transfer(_ event: RecordedEvent) -> Interpretation {
    let transfer = event.data["data"] ?? .null
    let attributes = transfer["attributes"] ?? .null
    // What was asked of DailyPay is not what it says.
    guard event.direction == .in, attributes["preview"] != .bool(true) else {
      return Interpretation()
    }
    let status = attributes["status"]?.text
    var said = Interpretation(table["read.transfer", status].map { .statement($0) } ?? .none)
    if !table.lists("read.transfer", status) { said.anomalies.append(.unlisted) }
    if let id = transfer["id"]?.text {
      said.identifiers.append(Identifier(provider: .dailyPay, kind: .transfer, value: id))
    }
    let currency = attributes["currency"]?.text
    said.add(
      status == "SETTLED" ? .settled : .requested, attributes["amount"], currency, in: .minor)
    // It is taken out of the amount: what lands is the difference.
    said.add(.fee, attributes["fee"], currency, in: .minor)
    return said
  }

  private static func account(_ event: RecordedEvent) -> Interpretation {
    let account = event.data["data"] ?? .null
    let attributes = account["attributes"] ?? .null
    guard event.direction == .in, let id = account["id"]?.text else { return Interpretation() }
    var said = Interpretation()
    let status = attributes["verification_status"]?.text
    let word: InstrumentState.Word =
      switch status {
      case "VERIFIED": .enabled
      case "VERIFICATION_FAILED": .disabled
      default: .stored
      }
    var instrument = InstrumentState(word, id: id)
    instrument.status = status
    instrument.method = attributes["account_type"]?.text
    instrument.lastFour = attributes["details"]?["last_four"]?.text
    said.instruments = [instrument]
    if let status, !DailyPayStatus.verifications.contains(status) {
      said.anomalies.append(.unlisted)
    }
    return said
  }

  private static func other(_ data: RecordValue) -> Interpretation {
    guard case .array(let errors)? = data["errors"] else {
      return Interpretation(anomalies: [.unlisted])
    }
    var said = Interpretation()
    said.code = errors.first?["code"]?.text
    return said
  }
}
