import Payments
import Recording

/// What a MoonPay record says. Source: the frame reference pages, kind by kind.
enum MoonPayInterpreter {
  static func interpret(_ event: RecordedEvent) -> Interpretation {
    let parts = event.type.split(separator: ".")
    guard parts.count == 4, parts[1] == "frame",
      let frame = MoonPayFrame(rawValue: String(parts[2]))
    else { return Interpretation() }
    let payload = event.data["payload"] ?? .null
    var said: Interpretation
    switch parts[3] {
    case "opened": said = opened(frame, event)
    case "closed": return Interpretation(.channelClosed)
    case "button-pressed": said = Interpretation(.progress(MoonPayStatus.pressed))
    case "challenge": said = challenge(payload)
    case "complete": said = complete(frame, payload)
    case "transaction-created": said = created(payload)
    case "error": said = error(payload)
    case "cancelled": said = Interpretation(.progress(MoonPayStatus.unknown))
    case "unlisted": said = Interpretation(anomalies: [.unlisted])
    case "unreadable": said = Interpretation(anomalies: [.unreadable])
    default: said = Interpretation()
    }
    said.pageChannel = event.data["meta"]?["channelId"]?.text
    return said
  }

  private static func opened(_ frame: MoonPayFrame, _ event: RecordedEvent) -> Interpretation {
    let data = event.data
    let parameters = data["parameters"] ?? .null
    var said = Interpretation(
      .channelOpened(
        ChannelOpening(
          surface: frame == .challenge ? .challenge : .frame,
          pageChannel: parameters["channelId"]?.text)))
    said.refer(to: data["reference"], at: "/reference", in: event)
    said.refer(
      to: parameters["externalTransactionId"], at: "/parameters/externalTransactionId", in: event)
    let token = parameters["url"]?.fingerprint ?? parameters["challengeToken"]?.fingerprint
    if let token {
      said.identifiers.append(Identifier(provider: .moonPay, kind: .challenge, value: token))
    }
    return said
  }

  private static func challenge(_ payload: RecordValue) -> Interpretation {
    var said = Interpretation(.progress(MoonPayStatus.challenged))
    if let token = payload["url"]?.fingerprint {
      said.identifiers.append(Identifier(provider: .moonPay, kind: .challenge, value: token))
    }
    return said
  }

  /// The transaction exists, and the customer may still have to prove something.
  private static func created(_ payload: RecordValue) -> Interpretation {
    let said = transaction(payload)
    guard case .result(let meaning) = said.step else { return said }
    var created = said
    // No attempt ends here, whatever the word: examples carry `completed` already.
    created.step = .progress(
      meaning.status.isFinal ? MoonPayStatus.pressed : meaning)
    return created
  }

  private static func complete(
    _ frame: MoonPayFrame, _ payload: RecordValue
  ) -> Interpretation {
    switch frame {
    case .checkConnection, .connect: connection(payload)
    // A card that was added is an instrument, no payment.
    case .addCard: Interpretation()
    case .applePay, .googlePay, .buy, .buyButton, .challenge, .widget: transaction(payload)
    }
  }

  private static func connection(_ payload: RecordValue) -> Interpretation {
    guard let status = payload["status"]?.text,
      MoonPayStatus.connectionStatuses.contains(status)
    else { return Interpretation(anomalies: [.unlisted]) }
    return Interpretation()
  }

  private static func transaction(_ payload: RecordValue) -> Interpretation {
    // A challenge about the customer's identity is not a payment's outcome.
    if payload["flow"]?.text == "identity" { return Interpretation() }
    let transaction = payload["transaction"] ?? .null
    // The vendor's sample code makes empty texts of what is missing.
    let word = transaction["status"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    let meaning = word.flatMap { MoonPayStatus.byTransactionStatus[$0] }
    var said = Interpretation(.result(meaning ?? MoonPayStatus.unknown))
    if meaning == nil { said.anomalies.append(.unlisted) }
    if let id = transaction["id"]?.text, !id.isEmpty {
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
    if code == "quoteExpired" {
      var said = Interpretation()
      said.code = code
      return said
    }
    let meaning = code.flatMap { MoonPayStatus.byErrorCode[$0] }
    var said = Interpretation(.failureOfChannel(meaning ?? MoonPayStatus.unknown))
    said.code = code
    if meaning == nil { said.anomalies.append(.unlisted) }
    return said
  }
}
