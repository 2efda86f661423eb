extension Fold {
  /// Opens a channel. A request is an attempt at once; a challenge finds the attempt that it
  /// answers for by the challenge token's fingerprint.
  func open(_ opening: ChannelOpening, _ input: FoldInput) throws -> EventName? {
    guard let provider = input.provider else { return nil }
    var channel = Channel(name: input.event, provider: provider, opening: opening)
    channel.reference = input.interpretation.identifiers.first { $0.kind == .reference }
    if let token = input.interpretation.identifiers.first(where: { $0.kind == .challenge }) {
      // Binding never depends on what another journal says.
      channel.parentAttempt = try store.attempts(linkedBy: .identifier(token)).first {
        $0.origin == input.event.origin
      }
    }
    var place = channel.parentAttempt
    if opening.surface == .request {
      var attempt = newAttempt(on: channel, input)
      let operation = opening.requested?.operation ?? .pay
      try add(input, Meaning(operation, .progressing, .initiated), to: &attempt)
      channel.openAttempt = attempt.name
      place = attempt.name
    }
    channel.sealedReference = input.interpretation.sealedReference
    try store.save(channel)
    return place
  }

  /// Binds a message to its channel's open attempt, opening one where the message says so.
  func bindMessage(_ input: FoldInput) throws -> EventName? {
    guard let name = input.channel, var channel = try store.channel(name) else { return nil }
    if let page = input.interpretation.pageChannel, let expected = channel.opening.pageChannel,
      page != expected
    {
      try store.save(Anomaly(event: input.event, kind: .channelMismatch))
      return nil
    }
    if let sender = input.interpretation.sender, !channel.opening.admits(sender) {
      try store.save(Anomaly(event: input.event, kind: .foreignSender))
      return nil
    }
    if channel.opening.surface == .request { return try bindAnswer(input) }
    switch input.interpretation.step {
    case .progress(let meaning):
      var attempt = try openAttempt(of: channel, input) ?? newAttempt(on: channel, input)
      try add(input, meaning, to: &attempt)
      for token in input.interpretation.identifiers where token.kind == .challenge {
        try store.save(.identifier(token), of: attempt.name)
      }
      if channel.parentAttempt == nil, channel.openAttempt == nil {
        channel.openAttempt = attempt.name
      }
      try store.save(channel)
      return attempt.name
    case .result(let meaning):
      if let doubled = try doubledAttempt(of: channel, meaning, input) {
        try store.save(Anomaly(event: input.event, kind: .duplicate))
        return doubled
      }
      var attempt = try openAttempt(of: channel, input) ?? newAttempt(on: channel, input)
      try end(&attempt, meaning, input, &channel)
      return attempt.name
    case .failureOfChannel(let meaning):
      guard var attempt = try openAttempt(of: channel, input) else { return channel.parentAttempt }
      try end(&attempt, meaning, input, &channel)
      return attempt.name
    case .none, .ledgerStarted, .channelOpened, .channelClosed, .statement:
      return channel.parentAttempt ?? channel.openAttempt
    }
  }

  /// Binds what answers a request, a redirect or an SDK's result: to the channel that the host
  /// named, else to the one request that is open in its journal. With more than one open, or none,
  /// it stands for itself and says so.
  func bindAnswer(_ input: FoldInput) throws -> EventName? {
    guard let provider = input.provider else { return nil }
    if case .progress(let meaning) = input.interpretation.step {
      let candidates = try redirectCandidates(input, provider)
      guard candidates.count == 1, let name = candidates.first,
        var attempt = try store.attempt(name)
      else { return nil }
      try add(input, meaning, to: &attempt)
      return name
    }
    guard case .result(let named) = input.interpretation.step else { return nil }
    let candidates = try redirectCandidates(input, provider)
    guard candidates.count == 1, let name = candidates.first,
      var attempt = try store.attempt(name), input.mayBelong(to: attempt),
      let channelName = attempt.channel, var channel = try store.channel(channelName)
    else {
      let isContradicted = candidates.count == 1
      try store.save(
        Anomaly(event: input.event, kind: isContradicted ? .contradictedLink : .unboundRedirect))
      var attempt = Attempt(
        name: input.event, provider: provider, channel: nil, state: .ended, time: input.time)
      try add(input, named, to: &attempt)
      return attempt.name
    }
    let meaning = named.asRequested(by: channel.opening.requested)
    if attempt.state == .ended {
      let isDoubled = attempt.assertions.last.map {
        $0.meaning == meaning && $0.code == input.interpretation.code
      }
      try store.save(
        Anomaly(event: input.event, kind: isDoubled == true ? .duplicate : .lateRedirect))
      if isDoubled == true { return attempt.name }
    } else if attempt.state == .interrupted {
      try store.save(Anomaly(event: input.event, kind: .lateRedirect))
    }
    try end(&attempt, meaning, input, &channel)
    return attempt.name
  }

  private func redirectCandidates(_ input: FoldInput, _ provider: Provider) throws -> [EventName] {
    if let name = input.channel, let channel = try store.channel(name) {
      return [channel.openAttempt ?? channel.lastAttempt].compactMap { $0 }
    }
    let order = input.interpretation.identifiers.first { $0.kind == .reference }
    return try store.openRequests(of: input.event.origin, to: provider).filter { name in
      guard let order, let asked = try store.attempt(name)?.reference else { return true }
      return order == asked
    }
  }

  /// Ends the attempt with a result. A redirect's amount is compared with what was asked for.
  private func end(
    _ attempt: inout Attempt, _ meaning: Meaning, _ input: FoldInput, _ channel: inout Channel
  ) throws {
    attempt.state = .ended
    let asked = attempt.amounts.first { $0.kind == .requested }
    for entry in input.interpretation.amounts where entry.kind == .reported {
      if let asked, asked.amount.literal != entry.amount.literal {
        try store.save(Anomaly(event: input.event, kind: .amountMismatch))
      }
    }
    try add(input, meaning, to: &attempt)
    if channel.parentAttempt == nil {
      try note(attempt, asEndedOn: &channel)
    } else if let parent = attempt.channel, var parentChannel = try store.channel(parent) {
      try note(attempt, asEndedOn: &parentChannel)
    }
  }

  /// An attempt that is still open on the channel stays so when another one ended beside it.
  private func note(_ attempt: Attempt, asEndedOn channel: inout Channel) throws {
    if let open = channel.openAttempt, open != attempt.name { return }
    channel.openAttempt = nil
    channel.lastAttempt = attempt.name
    try store.save(channel)
  }

  /// The attempt that the message belongs to: the one that is open, or the last one again where
  /// the message names its payment. A message that names another payment than the open attempt
  /// belongs to neither.
  private func openAttempt(of channel: Channel, _ input: FoldInput) throws -> Attempt? {
    if let name = channel.parentAttempt ?? channel.openAttempt,
      let attempt = try store.attempt(name)
    {
      if input.mayBelong(to: attempt) { return attempt }
      try store.save(Anomaly(event: input.event, kind: .contradictedLink))
      return nil
    }
    guard let payment = input.payment, let last = channel.lastAttempt,
      let attempt = try store.attempt(last), attempt.payment == payment
    else { return nil }
    return attempt
  }

  /// The attempt that just ended here with the very same words, if the record repeats them.
  private func doubledAttempt(
    of channel: Channel, _ meaning: Meaning, _ input: FoldInput
  ) throws -> EventName? {
    guard channel.openAttempt == nil, let last = channel.lastAttempt ?? channel.parentAttempt,
      let attempt = try store.attempt(last), attempt.state == .ended,
      let result = attempt.assertions.last, result.meaning == meaning,
      result.code == input.interpretation.code
    else { return nil }
    return attempt.payment == input.payment ? last : nil
  }

  private func newAttempt(on channel: Channel, _ input: FoldInput) -> Attempt {
    var attempt = Attempt(
      name: input.event, provider: channel.provider, channel: channel.name, time: input.time)
    if let reference = channel.reference { attempt.add(reference) }
    attempt.sealedReference = channel.sealedReference
    return attempt
  }
}

extension FoldInput {
  /// The provider's id of a payment that the record names.
  var payment: Identifier? { interpretation.identifiers.first { $0.kind.namesPayment } }

  /// Whether nothing contradicts that the record is about this attempt: one attempt binds one
  /// payment.
  func mayBelong(to attempt: Attempt) -> Bool {
    guard let named = payment, let bound = attempt.payment else { return true }
    return named == bound
  }
}

extension Meaning {
  /// What a redirect's bare success or failure means for the operation that was asked for.
  func asRequested(by requested: Meaning?) -> Meaning {
    guard let requested else { return self }
    if outcome == .succeeded { return requested }
    guard requested.operation != operation else { return self }
    return Meaning(requested.operation, outcome, status, money: money)
  }
}
