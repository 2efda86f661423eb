import Payments
import Recording

/// Any other provider, in the host's own words: what the host saw, said in the words of Daybook.
///
/// It is the smallest provider there is, and so the one to begin a new one from
/// (`docs/guides/add-a-provider.md`).
extension ProviderDescription {
  /// A host's own statements.
  package static let generic = ProviderDescription(
    provider: .generic,
    formats: [
      SurfaceName(.host): MessageFormat(
        kind: .member(["kind"]),
        kinds: [
          ("progress", type("generic.host.progress")), ("result", type("generic.host.result")),
          ("note", type("generic.host.note")),
        ],
        unlisted: RecordType("generic.host.unlisted", tier: .local, rule: .object([:])),
        unreadable: .unreadable("generic.host.unreadable"))
    ],
    channels: [
      SurfaceName(.host): ChannelTypes(
        opened: RecordType("generic.host.opened", rule: .object(["reference": .reference])),
        closed: RecordType("generic.host.closed", rule: .object([:])))
    ],
    interpret: interpretation)

  private static func type(_ name: String) -> RecordType {
    RecordType(
      name, tier: .local,
      rule: .object([
        "kind": .clear(.code),
        // Words of ours: operation, outcome, status.
        "operation": .clear(.code),
        "outcome": .clear(.code),
        "status": .clear(.code),
        // The provider's own id of the payment, and its code for the outcome.
        "payment": .clear(.code),
        "code": .clear(.code),
        "amount": .object(["value": .clear(.code), "currency": .clear(.code)]),
        "text": .personal,
        "secret": .secret,
      ]))
  }

  private static func interpretation(_ event: RecordedEvent) -> Interpretation {
    let data = event.data
    switch event.type {
    case "generic.host.opened":
      var said = Interpretation(.channelOpened(ChannelOpening(surface: .element)))
      said.refer(to: data["reference"], at: "/reference", in: event)
      return said
    case "generic.host.closed": return Interpretation(.channelClosed)
    case "generic.host.unlisted": return Interpretation(anomalies: [.unlisted])
    case "generic.host.unreadable": return Interpretation(anomalies: [.unreadable])
    case "generic.host.note": return Interpretation()
    default: break
    }
    let operation = data["operation"]?.text.flatMap(Operation.init) ?? .pay
    let outcome = data["outcome"]?.text.flatMap(Outcome.init)
    let status = data["status"]?.text.flatMap(PaymentStatus.init)
    var meaning = StatusTable.unknown
    if let outcome, let status { meaning = Meaning(operation, outcome, status) }
    var said = Interpretation(
      event.type == "generic.host.result" ? .result(meaning) : .progress(meaning))
    if outcome == nil || status == nil { said.anomalies.append(.unlisted) }
    if let id = data["payment"]?.text {
      said.identifiers.append(Identifier(provider: .generic, kind: .transaction, value: id))
    }
    said.code = data["code"]?.text
    said.add(.requested, data["amount"]?["value"], data["amount"]?["currency"]?.text)
    return said
  }
}
