import Payments
import Recording

/// What a MONEI Pay record says. Source: MONEI's iOS integration page and its SDK's tests.
enum MoneiPayInterpreter {
  static func interpret(_ event: RecordedEvent) -> Interpretation {
    switch event.type {
    case "monei.request.opened": opened(event)
    case "monei.request.closed": Interpretation(.channelClosed)
    case "monei.redirect": redirect(event)
    case "monei.redirect.unreadable": Interpretation(anomalies: [.unreadable])
    default: Interpretation()
    }
  }

  private static func opened(_ event: RecordedEvent) -> Interpretation {
    let parameters = Parameters(event.data["url"] ?? .null)
    let type = parameters["transaction_type"]?.text ?? "SALE"
    let requested = MoneiPayStatus.byTransactionType[type]
    var said = Interpretation(
      .channelOpened(
        ChannelOpening(surface: .request, requested: requested ?? MoneiPayStatus.unknown)))
    if requested == nil { said.anomalies.append(.unlisted) }
    said.refer(to: event.data["reference"], at: "/reference", in: event)
    said.refer(to: parameters["order_id"], at: parameters.pointer(to: "order_id"), in: event)
    if let literal = parameters["amount"]?.literal {
      let amount = Amount(literal: literal, unit: .minor, currency: event.data["currency"]?.text)
      said.amounts.append((.requested, amount))
    }
    return said
  }

  private static func redirect(_ event: RecordedEvent) -> Interpretation {
    let parameters = Parameters(event.data["url"] ?? .null)
    var said = Interpretation(.result(meaning(parameters)))
    if parameters.hasRepeated { said.anomalies.append(.repeatedParameter) }
    if let id = parameters["transaction_id"]?.text {
      said.identifiers.append(Identifier(provider: .monei, kind: .transaction, value: id))
    }
    said.refer(to: parameters["order_id"], at: parameters.pointer(to: "order_id"), in: event)
    said.code = parameters["error"]?.text
    if let literal = parameters["amount"]?.literal {
      let amount = Amount(literal: literal, unit: .minor, currency: parameters["currency"]?.text)
      said.amounts.append((.reported, amount))
    }
    return said
  }

  private static func meaning(_ parameters: Parameters) -> Meaning {
    switch parameters["success"]?.text {
    case "true":
      // The SDK calls a success without an id a failure; the money may have moved all the same.
      parameters["transaction_id"]?.text == nil ? MoneiPayStatus.unknown : MoneiPayStatus.succeeded
    case "false":
      parameters["error"]?.text.flatMap { MoneiPayStatus.byErrorCode[$0] } ?? MoneiPayStatus.failed
    default: MoneiPayStatus.unknown
    }
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
