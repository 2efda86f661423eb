import FoldHistories
import MerkleLog
import Payments

/// A journal of random records over few ids, references and channels, so that they meet often.
struct RandomHistory {
  private(set) var history: History
  private var channels: [EventName] = []
  private var random: Seeded

  init(of origin: Origin, count: Int, random: inout Seeded) {
    history = History(of: origin)
    self.random = random
    while history.inputs.count < count { addOne() }
    random = self.random
  }

  private mutating func addOne() {
    if channels.isEmpty || random.chance(15) { return open() }
    let channel = random.pick(channels)
    switch random.below(20) {
    case 0: history.started()
    case 1: add(.channelClosed, on: channel)
    case 2: add(.none, on: channel)
    case 3..<8: add(.progress(meaning()), on: channel)
    case 8: add(.failureOfChannel(meaning()), on: channel)
    case 9..<13:
      var said = statement(.result(meaning()), of: .monei)
      said.identifiers += [reference()].compactMap(\.self)
      history.add(
        said, type: "monei.redirect.payment", provider: .monei,
        on: random.chance(40) ? channel : nil, isAnswer: true)
    default: add(.result(meaning()), on: channel)
    }
  }

  private mutating func open() {
    let surface = random.pick([ChannelOpening.Surface.frame, .frame, .challenge, .request])
    let opening = ChannelOpening(
      surface: surface, pageChannel: random.chance(10) ? "page" : nil,
      requested: surface == .request ? meaning() : nil)
    var said = Interpretation.opening(
      opening, surface == .challenge ? .token("t\(random.below(3))") : reference())
    if surface == .request { said.amounts = amounts(.requested) }
    channels.append(
      history.add(
        said, type: "opened", provider: surface == .request ? .monei : .moonPay, tier: .local))
    if channels.count > 5 { channels.removeFirst() }
  }

  private mutating func add(_ step: Interpretation.Step, on channel: EventName) {
    var said = statement(step, of: .moonPay)
    if case .progress = step, random.chance(30) {
      said.identifiers += [.token("t\(random.below(3))")].compactMap(\.self)
    }
    if random.chance(5) { said.pageChannel = "other page" }
    history.add(said, on: channel, tier: random.pick(EvidenceTier.allCases))
  }

  private mutating func statement(
    _ step: Interpretation.Step, of provider: Provider
  ) -> Interpretation {
    let id = random.chance(50) ? "p\(random.below(8))" : nil
    var said = Interpretation.saying(step, .payment(id, of: provider))
    if random.chance(20) { said.code = random.pick(["declined", "late\u{0}r", "späť"]) }
    if random.chance(30) { said.amounts = amounts(.reported) }
    if random.chance(10) { said.anomalies = [random.pick(Anomaly.Kind.allCases)] }
    if random.chance(10) { said.sealedReference = "sealed \(random.below(9))" }
    return said
  }

  private mutating func meaning() -> Meaning {
    random.pick([
      .pressed, .challenged, .pending, .completed, .authorized, .failed, .unknown, .refunded,
      Meaning(.pay, .cancelled, .cancelled), Meaning(.refund, .failed, .failed),
      Meaning(.pay, .failed, .failed, money: .taken), Meaning(.pay, .notStarted, .notStarted),
    ])
  }

  private mutating func reference() -> Identifier? {
    random.chance(40) ? .reference("r\(random.below(6))") : nil
  }

  private mutating func amounts(
    _ kind: AmountEntry.Kind
  ) -> [(kind: AmountEntry.Kind, amount: Amount)] {
    (0..<random.below(3)).map { _ in
      (
        kind,
        Amount(
          literal: random.pick(["5749", "0", "-1", "many"]), unit: random.pick([.minor, .major]),
          currency: random.pick(["EUR", "JPY", "XQQ", nil]))
      )
    }
  }
}

extension Seeded {
  /// All records in an order that keeps each journal's own.
  mutating func interleaved(_ histories: [History]) -> [FoldInput] {
    var rest = histories.map { ArraySlice($0.inputs) }
    var inputs: [FoldInput] = []
    while true {
      rest.removeAll(where: \.isEmpty)
      if rest.isEmpty { return inputs }
      let index = below(rest.count)
      let count = 1 + below(7)
      inputs += rest[index].prefix(count)
      rest[index] = rest[index].dropFirst(count)
    }
  }
}
