import Payments
import Recording

/// What MONEI's server says of a payment. Source: the reference of its Payment object.
enum MoneiPayServerInterpreter {
  private static let table = MoneiPayStatus.table

  /// A webhook: the URL of one request gets the Payment bare, those of an account get it in an
  /// envelope.
  static func webhook(_ event: RecordedEvent) -> Interpretation {
    if let type = event.data["type"]?.text {
      if type == "webhook.test" { return Interpretation() }
      for name in ["object", "data"] {
        guard let object = event.data[name] else { continue }
        if !type.hasPrefix("payment.") { return Interpretation(anomalies: [.unlisted]) }
        return payment(object, "webhook", at: "/\(name)", in: event)
      }
    }
    return payment(event.data, "webhook", at: "", in: event)
  }

  static func payment(
    _ data: RecordValue, _ record: String, at pointer: String, in event: RecordedEvent
  ) -> Interpretation {
    let status = data["status"]?.text
    var said = Interpretation(table[record, status].map { .statement($0) } ?? .none)
    if !table.lists(record, status) { said.anomalies.append(.unlisted) }
    if let id = data["id"]?.text {
      said.identifiers.append(Identifier(provider: .monei, kind: .transaction, value: id))
    }
    said.refer(to: data["orderId"], at: pointer + "/orderId", in: event)
    said.code = data["statusCode"]?.text
    let currency = data["currency"]?.text
    said.add(.reported, data["amount"], currency, in: .minor)
    // Cumulative: the last step stands beside it as `lastRefundAmount`.
    said.add(.refunded, data["refundedAmount"], currency, in: .minor)
    let card = data["paymentMethod"]?["card"] ?? .null
    said.addCard(brand: card["brand"], lastFour: card["last4"], masked: nil)
    return said
  }
}
