import Payments
import Recording

/// What a record of a MoonPay frame says. Source: the frame reference pages, kind by kind.
enum MoonPayInterpreter {
  private static let table = MoonPayStatus.table

  static func interpret(_ event: RecordedEvent) -> Interpretation {
    let parts = event.type.split(separator: ".").map(String.init)
    switch parts.dropFirst().first {
    case "frame" where parts.count == 4:
      guard let frame = MoonPayFrame(rawValue: parts[2]) else {
        return ofUnlistedFrame(parts[3], event)
      }
      return ofFrame(frame, parts[3], event)
    case "webhook" where parts.count == 3: return MoonPayServerInterpreter.webhook(parts[2], event)
    case "read" where parts.count == 3: return MoonPayServerInterpreter.read(parts[2], event)
    case "host" where parts.count == 3: return MoonPayServerInterpreter.host(parts[2], event)
    default: return Interpretation()
    }
  }

  /// A frame that Daybook does not know: it is heard, and what it says is for a later version.
  private static func ofUnlistedFrame(_ kind: String, _ event: RecordedEvent) -> Interpretation {
    switch kind {
    case "opened":
      var said = Interpretation(.channelOpened(ChannelOpening(surface: .frame)))
      said.refer(to: event.data["reference"], at: "/reference", in: event)
      said.anomalies.append(.unlisted)
      return said
    case "closed": return Interpretation(.channelClosed)
    case "unreadable": return Interpretation(anomalies: [.unreadable])
    default: return Interpretation(anomalies: [.unlisted])
    }
  }

  private static func ofFrame(
    _ frame: MoonPayFrame, _ kind: String, _ event: RecordedEvent
  ) -> Interpretation {
    let payload = event.data["payload"] ?? .null
    var said: Interpretation
    switch kind {
    case "opened": return opened(frame, event)
    case "closed": return Interpretation(.channelClosed)
    case "button-pressed", "cancelled":
      said = Interpretation(table[kind].map { .progress($0) } ?? .none)
    case "challenge": said = challenge(payload)
    case "complete": said = complete(frame, payload)
    case "transaction-created": said = created(payload)
    case "error": said = error(payload)
    case "set-quote":
      said = Interpretation()
      said.quote = payload["quote"]?["signature"]?.fingerprint
    case "unlisted": said = Interpretation(anomalies: [.unlisted])
    case "unreadable": said = Interpretation(anomalies: [.unreadable])
    default: said = Interpretation()
    }
    said.pageChannel = event.data["meta"]?["channelId"]?.text
    if event.direction == .in { said.sender = event.sender }
    return said
  }

  private static func opened(_ frame: MoonPayFrame, _ event: RecordedEvent) -> Interpretation {
    let data = event.data
    let parameters = data["parameters"] ?? .null
    // A challenge's URL is given by a page and may lead to a bank's; every other frame is
    // MoonPay's.
    let sender = parameters["sender"]?.text ?? (frame == .challenge ? nil : MoonPayFrame.origin)
    var said = Interpretation(
      .channelOpened(
        ChannelOpening(
          surface: frame == .challenge ? .challenge : .frame,
          pageChannel: parameters["channelId"]?.text, sender: sender)))
    said.refer(to: data["reference"], at: "/reference", in: event)
    said.refer(
      to: parameters["externalTransactionId"], at: "/parameters/externalTransactionId", in: event)
    said.quote = parameters["signature"]?.fingerprint ?? parameters["quoteSignature"]?.fingerprint
    let token = parameters["url"]?.fingerprint ?? parameters["challengeToken"]?.fingerprint
    if let token {
      said.identifiers.append(Identifier(provider: .moonPay, kind: .challenge, value: token))
    }
    return said
  }

  private static func challenge(_ payload: RecordValue) -> Interpretation {
    var said = Interpretation(table["challenge"].map { .progress($0) } ?? .none)
    if let token = payload["url"]?.fingerprint {
      said.identifiers.append(Identifier(provider: .moonPay, kind: .challenge, value: token))
    }
    return said
  }

  /// The transaction exists, and the customer may still have to prove something.
  private static func created(_ payload: RecordValue) -> Interpretation {
    var said = transaction(payload)
    let meaning = table["transaction-created", payload["transaction"]?["status"]?.text]
    said.step = meaning.map { .progress($0) } ?? .none
    return said
  }

  private static func complete(
    _ frame: MoonPayFrame, _ payload: RecordValue
  ) -> Interpretation {
    switch frame {
    case .checkConnection, .connect: return connection(payload)
    case .addCard: return card(payload["card"] ?? .null)
    case .applePay, .googlePay, .buy, .buyButton, .challenge, .widget:
      // A challenge about the customer's identity is not a payment's outcome.
      if payload["flow"]?.text == "identity" { return Interpretation() }
      return transaction(payload)
    }
  }

  private static func connection(_ payload: RecordValue) -> Interpretation {
    var said = Interpretation()
    said.connection = payload["status"]?.text
    if said.connection.map(MoonPayStatus.connectionStatuses.contains) != true {
      said.anomalies.append(.unlisted)
    }
    return said
  }

  /// A card that was added is an instrument, no payment.
  private static func card(_ card: RecordValue) -> Interpretation {
    var said = Interpretation()
    guard let id = card["id"]?.text else { return said }
    let isActive = card["availability"]?["active"] != .bool(false)
    var instrument = InstrumentState(isActive ? .enabled : .disabled, id: id)
    instrument.status = card["availability"]?["reason"]?.text
    instrument.method = card["type"]?.text
    instrument.brand = card["brand"]?.text
    instrument.lastFour = card["last4"]?.text
    said.instruments = [instrument]
    return said
  }

  private static func transaction(_ payload: RecordValue) -> Interpretation {
    let transaction = payload["transaction"] ?? .null
    // The vendor's sample code makes empty texts of what is missing.
    let word = transaction["status"]?.text
    var said = Interpretation(table["complete", word].map { .result($0) } ?? .none)
    if !table.lists("complete", word) { said.anomalies.append(.unlisted) }
    if let id = transaction["id"]?.text {
      said.identifiers.append(Identifier(provider: .moonPay, kind: .transaction, value: id))
    }
    said.code = transaction["failureCode"]?.text
    if let code = said.code, !MoonPayStatus.failureCodes.contains(code) {
      said.anomalies.append(.unlisted)
    }
    return said
  }

  private static func error(_ payload: RecordValue) -> Interpretation {
    let code = payload["code"]?.text
    var said = Interpretation(table["error", code].map { .failureOfChannel($0) } ?? .none)
    said.code = code
    if !table.lists("error", code) { said.anomalies.append(.unlisted) }
    return said
  }
}
