import Payments
import Recording

/// What a Payrails record says. Sources: its iOS SDK's reference and public source, and the pages
/// of its notifications.
enum PayrailsInterpreter {
  private static let table = PayrailsStatus.table

  static func interpret(_ event: RecordedEvent) -> Interpretation {
    let parts = event.type.split(separator: ".").map(String.init)
    guard parts.count == 3 else { return Interpretation() }
    switch (parts[1], parts[2]) {
    case (_, "unlisted"): return Interpretation(anomalies: [.unlisted])
    case (_, "unreadable"): return Interpretation(anomalies: [.unreadable])
    case (_, "refused"): return Interpretation(anomalies: [.refusedSignature])
    case (_, "closed"): return Interpretation(.channelClosed)
    case ("session", "opened"): return opened(.session, event)
    case ("element", "opened"): return opened(.element, event)
    case ("session", let kind): return session(kind, event)
    case ("callback", let kind): return PayrailsCallbackInterpreter.callback(kind, event)
    case ("redirect", let kind):
      return Interpretation(table["redirect.\(kind)"].map { .result($0) } ?? .none)
    case ("webhook", let kind): return notification(kind, event)
    case ("read", "execution"): return execution(event.data, at: "", in: event)
    default: return Interpretation()
    }
  }

  private static func opened(
    _ surface: ChannelOpening.Surface, _ event: RecordedEvent
  ) -> Interpretation {
    var said = Interpretation(.channelOpened(ChannelOpening(surface: surface)))
    said.refer(to: event.data["reference"], at: "/reference", in: event)
    let parameters = event.data["parameters"] ?? .null
    said.name(execution: parameters["execution"])
    said.add(.requested, parameters["amount"])
    return said
  }

  private static func session(_ kind: String, _ event: RecordedEvent) -> Interpretation {
    let data = event.data
    switch kind {
    case "initialized", "refreshed":
      let (configuration, pointer) = configuration(in: data["init"] ?? .null)
      let execution = configuration["execution"] ?? .null
      // A new session takes its amount from what it was made with, whatever was set before.
      let amounts: AmountEntry.Kind = kind == "refreshed" ? .reset : .requested
      var said = PayrailsInterpreter.execution(execution, at: pointer + "/execution", in: event)
      // An execution that nobody has paid with says nothing yet.
      if PayrailsExecution(execution).isUntouched { said.step = .none }
      said.amounts = []
      said.add(amounts, configuration["amount"])
      said.instruments = instruments(of: execution)
      return said
    case "amount-updated": return amount(.updated, event)
    case "amount-reset": return amount(.reset, event)
    case "backend-amount": return amount(.backend, event)
    default:
      var said = Interpretation()
      said.code = data["error"]?.text
      return said
    }
  }

  private static func amount(_ kind: AmountEntry.Kind, _ event: RecordedEvent) -> Interpretation {
    var said = Interpretation()
    said.name(execution: event.data["execution"])
    said.add(kind, event.data["amount"])
    return said
  }

  /// The decoded payload, and where it stands.
  private static func configuration(
    in initData: RecordValue
  ) -> (RecordValue, pointer: String) {
    if case .object? = initData["data"], let data = initData["data"] {
      return (data, "/init/data")
    }
    return (initData, "/init")
  }

  /// The instruments that the payload lists, whatever else its options hold.
  private static func instruments(of execution: RecordValue) -> [InstrumentState] {
    func list(_ value: RecordValue?) -> [RecordValue] {
      if case .array(let list)? = value { list } else { [] }
    }
    return list(execution["initialResults"]).flatMap { result in
      list(result["body"]?["data"]?["paymentCompositionOptions"]).flatMap { option in
        list(option["paymentInstruments"]).compactMap { value in
          guard var instrument = PayrailsCallbackInterpreter.instrument(value) else { return nil }
          if instrument.method == nil { instrument.method = option["paymentMethodCode"]?.text }
          return instrument
        }
      }
    }
  }

  /// An execution as a read or a payload has it.
  private static func execution(
    _ data: RecordValue, at pointer: String, in event: RecordedEvent
  ) -> Interpretation {
    let (meaning, code, hasUnlisted) = PayrailsExecution(data).statement
    var said = Interpretation(meaning.map { .statement($0) } ?? .none)
    said.code = code
    if hasUnlisted { said.anomalies.append(.unlisted) }
    said.name(execution: data["id"])
    said.refer(to: data["merchantReference"], at: pointer + "/merchantReference", in: event)
    said.add(.requested, data["amount"])
    return said
  }

  private static func notification(_ kind: String, _ event: RecordedEvent) -> Interpretation {
    let details = event.data["details"] ?? .null
    let execution = details["execution"] ?? .null
    let action = details["action"]?.text
    let isSuccess = details["success"] == .bool(true)
    var said = Interpretation()
    var list = PayrailsExecution(execution)
    switch kind {
    case "execution-created": list.add("created", event.data["time"]?.text, nil)
    case "execution-action-requested":
      list.add(action.map { "\($0)Requested" }, event.data["time"]?.text, nil)
    case "execution-action-completed":
      let outcome = isSuccess ? "Successful" : "Failed"
      list.add(action.map { $0 + outcome }, event.data["time"]?.text, details["errors"])
    case "execution-action-updated": break
    default: return said
    }
    let (meaning, code, hasUnlisted) = list.statement
    said.step = meaning.map { .statement($0) } ?? .none
    said.code = code
    if hasUnlisted { said.anomalies.append(.unlisted) }
    said.name(execution: execution["id"])
    said.refer(
      to: execution["merchantReference"], at: "/details/execution/merchantReference", in: event)
    if kind == "execution-action-completed", isSuccess {
      switch action {
      case "authorize": said.add(.authorized, details["amount"])
      case "capture": said.add(.captured, details["amount"])
      case "refund": said.add(.refunded, details["amount"])
      default: break
      }
    }
    return said
  }
}

extension Interpretation {
  /// Names the execution. The SDK's own links hold the literal words `orderId` and `tokenId` as
  /// placeholders: they name nothing.
  mutating func name(execution value: RecordValue?) {
    guard let id = value?.text, id != "orderId", id != "tokenId" else { return }
    identifiers.append(Identifier(provider: .payrails, kind: .execution, value: id))
  }

  /// Takes an amount of Payrails': decimal text and currency.
  mutating func add(_ kind: AmountEntry.Kind, _ amount: RecordValue?) {
    add(kind, amount?["value"], amount?["currency"]?.text)
  }
}
