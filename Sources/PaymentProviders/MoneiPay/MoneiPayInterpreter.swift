import Payments
import Recording

/// What a MONEI Pay record says. Sources: MONEI's iOS integration page and its SDKs' tests.
enum MoneiPayInterpreter {
  private static let table = MoneiPayStatus.table

  static func interpret(_ event: RecordedEvent) -> Interpretation {
    switch event.type {
    case "monei.request.opened": opened(event)
    case "monei.request.closed": Interpretation(.channelClosed)
    case "monei.redirect": redirect(event)
    case "monei.callback": callback(event)
    case "monei.host.timed-out", "monei.host.cancelled":
      Interpretation(table[String(event.type.dropFirst(6))].map { .progress($0) } ?? .none)
    case "monei.host.not-opened": notOpened(event)
    case "monei.webhook": MoneiPayServerInterpreter.webhook(event)
    case "monei.read.payment":
      MoneiPayServerInterpreter.payment(event.data, "read.payment", at: "", in: event)
    case "monei.webhook.refused": Interpretation(anomalies: [.refusedSignature])
    case _ where event.type.hasSuffix(".unreadable"): Interpretation(anomalies: [.unreadable])
    case _ where event.type.hasSuffix(".unlisted"): Interpretation(anomalies: [.unlisted])
    default: Interpretation()
    }
  }

  private static func opened(_ event: RecordedEvent) -> Interpretation {
    let parameters = Parameters(event.data["url"] ?? .null)
    let type = parameters["transaction_type"]?.text ?? "SALE"
    var said = Interpretation(
      .channelOpened(
        ChannelOpening(surface: .request, requested: table["request.opened", type])))
    if !table.lists("request.opened", type) { said.anomalies.append(.unlisted) }
    said.refer(to: event.data["reference"], at: "/reference", in: event)
    said.refer(to: parameters["order_id"], at: parameters.pointer(to: "order_id"), in: event)
    said.add(.requested, parameters["amount"], event.data["currency"]?.text, in: .minor)
    return said
  }

  private static func redirect(_ event: RecordedEvent) -> Interpretation {
    let parameters = Parameters(event.data["url"] ?? .null)
    let id = parameters["transaction_id"]?.text
    let error = parameters["error"]?.text
    let meaning =
      switch parameters["success"]?.text {
      case "true":
        table["redirect", id == nil ? "success=true without an id" : "success=true with an id"]
      case "false": table["redirect", error ?? "*"]
      default: table["redirect", "success is neither"]
      }
    var said = Interpretation(meaning.map { .result($0) } ?? .none)
    if parameters.hasRepeated { said.anomalies.append(.repeatedParameter) }
    if let id {
      said.identifiers.append(Identifier(provider: .monei, kind: .transaction, value: id))
    }
    said.refer(to: parameters["order_id"], at: parameters.pointer(to: "order_id"), in: event)
    said.code = error
    said.add(.reported, parameters["amount"], parameters["currency"]?.text, in: .minor)
    said.addCard(
      brand: parameters["card_brand"], lastFour: parameters["last4"],
      masked: parameters["masked_card_number"])
    return said
  }

  /// What an SDK gave: a result, an error, or Android's list of reasons.
  private static func callback(_ event: RecordedEvent) -> Interpretation {
    var data = event.data
    if case .array(let reasons) = data { data = reasons.first ?? .null }
    func value(_ names: String...) -> RecordValue? { names.lazy.compactMap { data[$0] }.first }
    let id = value("transactionId", "transaction_id")?.text
    let code = value("ReasonCode")?.text
    var meaning: Meaning?
    if let error = data["error"]?.text {
      // The SDK's own errors, or the code of the redirect that it passes on.
      meaning =
        table.lists("callback", error) || data["success"] == nil
        ? table["callback", error] : table["redirect", error]
    } else if let code {
      meaning = table["redirect", code]
    } else {
      switch data["success"] {
      case .bool(true):
        meaning =
          table["redirect", id == nil ? "success=true without an id" : "success=true with an id"]
      case .bool(false): meaning = table["redirect", "*"]
      default: meaning = table["redirect", "success is neither"]
      }
    }
    guard let meaning else { return Interpretation() }
    // Who waits no longer has no result.
    let isOpen = data["error"]?.text == "paymentTimeout"
    var said = Interpretation(isOpen ? .progress(meaning) : .result(meaning))
    if let id {
      said.identifiers.append(Identifier(provider: .monei, kind: .transaction, value: id))
    }
    for name in ["orderId", "order_id"] { said.refer(to: data[name], at: "/\(name)", in: event) }
    said.code = data["reason"]?.text ?? data["error"]?.text ?? code
    let currency = data["currency"]?.literal
    said.add(
      .reported, data["amount"], currency.map { Currency.alphabeticCode(of: $0) }, in: .minor)
    said.addCard(
      brand: value("cardBrand", "card_brand", "cardBrandName"), lastFour: data["last4"],
      masked: value("maskedCardNumber", "masked_card_number"))
    return said
  }

  private static func notOpened(_ event: RecordedEvent) -> Interpretation {
    var said = Interpretation(table["host.not-opened"].map { .result($0) } ?? .none)
    said.code = event.data["code"]?.text
    return said
  }
}

extension Interpretation {
  /// Takes a card that was seen with a payment: nothing of it is kept at MONEI Pay. The last four
  /// fall back to the digits of the masked number, as in the provider's SDK.
  mutating func addCard(brand: RecordValue?, lastFour: RecordValue?, masked: RecordValue?) {
    let digits = lastFour?.text ?? masked?.text.map { String($0.filter(\.isNumber).suffix(4)) }
    guard brand?.text != nil || digits != nil else { return }
    var card = InstrumentState(.seen, id: nil)
    card.method = "card"
    card.brand = brand?.text
    card.lastFour = digits
    instruments.append(card)
  }
}

/// The parameters as MONEI's SDK reads them: the last of two with one name counts, and a name
/// without a value is skipped.
private struct Parameters {
  private var values: [String: (index: Int, value: RecordValue)] = [:]
  private(set) var hasRepeated = false

  init(_ url: RecordValue) {
    for (index, parameter) in url.parameters.enumerated() {
      guard let value = parameter.value else { continue }
      if values.updateValue((index, value), forKey: parameter.name) != nil { hasRepeated = true }
    }
  }

  subscript(_ name: String) -> RecordValue? { values[name]?.value }

  /// The JSON pointer of the value in the record's data.
  func pointer(to name: String) -> String { "/url/query/\(values[name]?.index ?? 0)/1" }
}
