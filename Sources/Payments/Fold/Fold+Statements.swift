extension Fold {
  /// Binds what a webhook or a read says. It names its payment, so it needs no channel, and says
  /// the same whenever it arrives: an attempt of its own takes it, and attempts of one payment are
  /// weighed together.
  func bindStatement(_ meaning: Meaning, _ input: FoldInput) throws -> EventName? {
    guard let provider = input.provider else { return nil }
    let said = input.interpretation.identifiers
    guard let key = input.payment ?? said.first(where: { $0.kind == .reference }) else {
      try store.save(Anomaly(event: input.event, kind: .unboundStatement))
      return nil
    }
    var attempt =
      try ownAttempt(named: key, input)
      ?? Attempt(
        name: input.event, provider: provider, channel: nil, state: .ended, time: input.time)
    try add(input, meaning, to: &attempt)
    return attempt.name
  }

  /// The attempt without a channel that earlier statements of the same journal about the payment
  /// made; `nil` where there is none, or it contradicts.
  private func ownAttempt(named key: Identifier, _ input: FoldInput) throws -> Attempt? {
    guard key.kind.namesPayment else { return nil }
    for name in try store.attempts(linkedBy: .identifier(key))
    where name.origin == input.event.origin {
      guard let attempt = try store.attempt(name), attempt.channel == nil,
        attempt.state == .ended, attempt.payment == key
      else { continue }
      return attempt
    }
    return nil
  }
}
