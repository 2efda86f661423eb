package import MerkleLog
package import Payments

/// Makes the records of one journal, one call for each.
package struct History {
  package let origin: Origin
  package private(set) var inputs: [FoldInput] = []

  package init(of origin: Origin) { self.origin = origin }

  package init() throws { origin = try testOrigin(1) }

  /// Any record.
  @discardableResult
  package mutating func add(
    _ said: Interpretation, type: String = "moonpay.frame.buy.message",
    provider: Provider? = .moonPay, on channel: EventName? = nil, isAnswer: Bool = false,
    tier: EvidenceTier = .claim
  ) -> EventName {
    let event = EventName(origin: origin, position: Position(UInt64(inputs.count)))
    let second = String(1_000_000 + inputs.count).dropFirst()
    inputs.append(
      FoldInput(
        event: event, type: type, provider: provider, channel: channel, isAnswer: isAnswer,
        tier: tier, time: "2026-03-01T10:00:00.\(second)Z", interpretation: said))
    return event
  }

  @discardableResult
  package mutating func started() -> EventName {
    add(Interpretation(.ledgerStarted), type: "daybook.started", provider: nil, tier: .local)
  }

  package mutating func frame(reference: String? = nil) -> EventName {
    add(.opening(ChannelOpening(surface: .frame), .reference(reference)), tier: .local)
  }

  package mutating func challengeFrame(token: String) -> EventName {
    add(.opening(ChannelOpening(surface: .challenge), .token(token)), tier: .local)
  }

  package mutating func request(
    _ requested: Meaning = .completed, reference: String? = nil, amount: String? = nil
  ) -> EventName {
    var said = Interpretation.opening(
      ChannelOpening(surface: .request, requested: requested), .reference(reference))
    if let amount {
      said.amounts = [(.requested, Amount(literal: amount, unit: .minor, currency: "EUR"))]
    }
    return add(said, type: "monei.request.payment", provider: .monei, tier: .local)
  }

  @discardableResult
  package mutating func progress(
    _ meaning: Meaning = .pressed, on channel: EventName, id: String? = nil, token: String? = nil
  ) -> EventName {
    add(.saying(.progress(meaning), .payment(id), .token(token)), on: channel)
  }

  @discardableResult
  package mutating func result(
    _ meaning: Meaning, on channel: EventName, id: String? = nil, code: String? = nil,
    tier: EvidenceTier = .claim
  ) -> EventName {
    var said = Interpretation.saying(.result(meaning), .payment(id))
    said.code = code
    return add(said, on: channel, tier: tier)
  }

  @discardableResult
  package mutating func redirect(
    _ meaning: Meaning = .completed, on channel: EventName? = nil, id: String? = nil,
    reference: String? = nil, amount: String? = nil
  ) -> EventName {
    var said = Interpretation.saying(
      .result(meaning), .payment(id, of: .monei), .reference(reference))
    if let amount {
      said.amounts = [(.reported, Amount(literal: amount, unit: .minor, currency: "EUR"))]
    }
    return add(
      said, type: "monei.redirect.payment", provider: .monei, on: channel, isAnswer: true)
  }
}

/// The origin that stands for this number; a greater number is a greater origin.
package func testOrigin(_ number: Int) throws -> Origin {
  let digits = String(number, radix: 16)
  let text = String(repeating: "0", count: 32 - digits.count) + digits
  guard let origin = Origin(text) else { throw NoOrigin() }
  return origin
}

private struct NoOrigin: Error {}

extension Meaning {
  package static let pressed = Meaning(.pay, .progressing, .inProgress)
  package static let challenged = Meaning(.pay, .progressing, .challenged)
  package static let pending = Meaning(.pay, .progressing, .pending)
  package static let completed = Meaning(.pay, .succeeded, .completed)
  package static let authorized = Meaning(.authorize, .succeeded, .authorized)
  package static let failed = Meaning(.pay, .failed, .failed)
  package static let unknown = Meaning(.pay, .unknown, .unknown)
  package static let refunded = Meaning(.refund, .succeeded, .refunded)
}

extension Identifier? {
  package static func payment(_ id: String?, of provider: Provider = .moonPay) -> Identifier? {
    id.map { Identifier(provider: provider, kind: .transaction, value: $0) }
  }

  package static func reference(_ value: String?) -> Identifier? {
    value.map { Identifier(provider: nil, kind: .reference, value: $0) }
  }

  package static func token(_ value: String?) -> Identifier? {
    value.map { Identifier(provider: .moonPay, kind: .challenge, value: $0) }
  }
}

extension Interpretation {
  package static func saying(_ step: Step, _ identifiers: Identifier?...) -> Interpretation {
    var said = Interpretation(step)
    said.identifiers = identifiers.compactMap(\.self)
    return said
  }

  package static func opening(_ opening: ChannelOpening, _ identifier: Identifier?)
    -> Interpretation
  {
    var said = saying(.channelOpened(opening), identifier)
    said.sealedReference = identifier?.kind == .reference ? "sealed" : nil
    return said
  }
}
