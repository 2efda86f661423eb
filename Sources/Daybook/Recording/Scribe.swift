import EventStore
import Foundation

/// Writes captures into the journal. Confined to the writer's thread.
struct Scribe {
  let store: EventLog
  let keys: KeyFiles?
  let redactionKeys: RedactionKeys?
  private var recorder: Recorder
  /// The channels that are open, by the host's words for them.
  private(set) var channels: [String: OpenChannel] = [:]
  /// The receipts of the commit under way that an idempotency key leads to.
  private(set) var keyedReceipts: [Position: Receipt] = [:]
  private static let keptKeysMax = 1024
  /// The names of channels that were closed and may still be heard of, the latest last.
  private var closedNames: [String] = []
  private static let closedNamesMax = 256
  /// Persons' keys by the host's names for them, as the commit under way found them: whether a key
  /// is still there is looked up once a commit.
  private var namedKeys: [String: SealingKey] = [:]
  /// Persons' keys that were used, by their ids.
  private var sealingKeys: [String: SealingKey] = [:]

  struct OpenChannel {
    let position: Position
    let provider: Provider
    let surface: SurfaceName
    let types: ChannelTypes
    let key: SealingKey?
    var isClosed = false
  }

  init(store: EventLog, keys: KeyFiles?, redactionKeys: RedactionKeys?) {
    self.store = store
    self.keys = keys
    self.redactionKeys = redactionKeys
    recorder = Recorder(source: store.source, origin: store.origin, keys: redactionKeys)
  }

  /// Writes that the ledger was opened for writing.
  mutating func writeStarted(_ appending: inout Appending) throws -> Receipt {
    let body = Array("{\"software\":\"daybook-\(Software.version)\"}".utf8)
    let now = Moment.now
    let head = Recorder.Head(
      position: appending.nextPosition, channel: nil, time: now, recordedTime: now,
      direction: .out, tier: .local, person: nil)
    let written = try recorder.write(ours: body.span, as: LedgerTypes.started, head)
    return try append(written, channel: nil, nil, .new, &appending)
  }

  /// Forgets what was only known of the commit before.
  mutating func beginCommit() {
    keyedReceipts.removeAll(keepingCapacity: true)
    namedKeys.removeAll(keepingCapacity: true)
  }

  /// Writes the records of one capture. A refusal keeps what was written before it, and fails
  /// nobody else's.
  mutating func write(_ capture: Capture, _ appending: inout Appending) throws -> CaptureOutcome {
    var outcome = CaptureOutcome()
    let keyed = keyedContent(of: capture)
    let match = try keyed.map { try appending.match($0.stored) } ?? .new
    if case .recorded(let place) = match {
      outcome.receipts = [try firstReceipt(at: place)]
      return outcome
    }
    do throws(LedgerError) {
      try write(capture, keyed, match, &appending, &outcome)
    } catch {
      guard error.code == .refused else { throw error }
      outcome.refusal = error
    }
    if capture.idempotencyKey != nil, keyed == nil {
      for index in outcome.receipts.indices { outcome.receipts[index].ignoredKey = true }
    }
    return outcome
  }

  private mutating func write(
    _ capture: Capture, _ keyed: Keyed?, _ match: KeyMatch, _ appending: inout Appending,
    _ outcome: inout CaptureOutcome
  ) throws(LedgerError) {
    guard let description = Providers.description(of: capture.provider),
      let surface = description.surface(
        for: SurfaceName(capture.surface, frame: capture.frame))
    else {
      throw LedgerError(.refused, "\(capture.provider.rawValue) has no such surface or frame.")
    }
    do {
      var channel = capture.channel.flatMap { channels[$0] }
      if let channel, !fits(channel, capture, surface), !capture.opensChannel {
        throw CaptureRefusal(
          "The channel is open for another surface than the capture's; give it a name of its "
            + "own, or say that it opens a new one.")
      }
      let hasMessage = capture.surface != .request && capture.body != nil
      if let types = description.channels[surface], needsOpening(capture, channel) {
        // A key is that of the message, and of the opening where there is none.
        let opened = try open(
          capture, surface, types, hasMessage ? nil : keyed, match, &appending)
        outcome.receipts.append(opened.receipt)
        channel = opened.channel
      }
      if capture.surface != .request, let body = capture.body {
        guard let format = description.formats[surface] else {
          throw CaptureRefusal("Nothing is received on this surface.")
        }
        outcome.receipts.append(
          try write(body, of: capture, as: format, channel, keyed, match, &appending))
      }
      if capture.closesChannel {
        let isNoted = !outcome.receipts.isEmpty
        try close(capture, channel, isNoted ? nil : keyed, match, &appending, &outcome)
      }
      if outcome.receipts.isEmpty {
        throw CaptureRefusal(
          "There is nothing to record: no body, and no channel to open or close.")
      }
    } catch {
      throw LedgerError(error)
    }
  }

  private mutating func write(
    _ body: [UInt8], of capture: Capture, as format: MessageFormat, _ channel: OpenChannel?,
    _ keyed: Keyed?, _ match: KeyMatch, _ appending: inout Appending
  ) throws -> Receipt {
    let key = capture.person == nil ? channel?.key ?? newKey() : key(for: capture)
    var head = head(capture, channel?.position, key, appending.nextPosition)
    head.keyed = keyed?.digests
    var refusal: WebhookRefusal?
    if capture.surface == .webhook {
      switch capture.verdict ?? .refused(.noKey) {
      case .verified: head.tier = .signed
      case .refused(let reason): refusal = reason
      }
    }
    let written =
      if let refusal {
        try recorder.write(refused: body.span, because: refusal.rawValue, as: format, head)
      } else {
        try recorder.write(body.span, as: format, head)
      }
    var receipt = try append(written, channel: channel?.position, keyed, match, &appending)
    receipt.refusal = refusal
    return receipt
  }

  /// Whether a capture may be of an open channel. A page's messages are of its own channel; what an
  /// SDK, a server or the host says may be of any channel of the provider.
  private func fits(
    _ channel: OpenChannel, _ capture: Capture, _ surface: SurfaceName
  ) -> Bool {
    guard channel.provider == capture.provider else { return false }
    switch capture.surface {
    case .frame, .element: return channel.surface == surface
    case .request: return true
    case .callback, .redirect, .webhook, .read, .host: return true
    }
  }

  /// Takes back what a commit that failed had opened and closed.
  mutating func forgetChannels(since before: [String: OpenChannel]) { channels = before }

  private func needsOpening(_ capture: Capture, _ channel: OpenChannel?) -> Bool {
    switch capture.surface {
    case .request: capture.body != nil
    case .frame, .element: capture.opensChannel || channel == nil && !capture.closesChannel
    case .callback, .host:
      capture.opensChannel
        || channel == nil && capture.channel != nil && !capture.closesChannel
    case .redirect, .webhook, .read: false
    }
  }

  private mutating func open(
    _ capture: Capture, _ surface: SurfaceName, _ types: ChannelTypes, _ keyed: Keyed?,
    _ match: KeyMatch, _ appending: inout Appending
  ) throws -> (channel: OpenChannel, receipt: Receipt) {
    guard capture.channel != nil || capture.surface == .request else {
      throw CaptureRefusal("A page's message needs the name of its channel.")
    }
    let key = capture.person == nil ? newKey() : key(for: capture)
    let position = appending.nextPosition
    var head = head(capture, position, key, position)
    head.direction = .out
    head.tier = .local
    head.sender = nil
    head.keyed = keyed?.digests
    let isUnlisted = surface.frame == SurfaceName.unlistedFrame
    let body = try OpeningBody.bytes(of: capture, frame: isUnlisted ? capture.frame : nil)
    let written = try recorder.write(ours: body.span, as: types.opened, head)
    let receipt = try append(written, channel: position, keyed, match, &appending)
    let channel = OpenChannel(
      position: position, provider: capture.provider, surface: surface, types: types, key: key)
    if let word = capture.channel { channels[word] = channel }
    return (channel, receipt)
  }

  private mutating func close(
    _ capture: Capture, _ channel: OpenChannel?, _ keyed: Keyed?, _ match: KeyMatch,
    _ appending: inout Appending, _ outcome: inout CaptureOutcome
  ) throws {
    guard let channel, !channel.isClosed, let word = capture.channel else {
      throw CaptureRefusal("No channel of this name is open, so none can be closed.")
    }
    var head = head(capture, channel.position, channel.key, appending.nextPosition)
    head.direction = .out
    head.tier = .local
    head.keyed = keyed?.digests
    let body = OpeningBody.empty
    let written = try recorder.write(ours: body.span, as: channel.types.closed, head)
    outcome.receipts.append(
      try append(written, channel: channel.position, keyed, match, &appending))
    channels[word] = nil
    if capture.ownsChannelName { keep(channel, closedAs: word) }
  }

  /// Keeps a closed channel for what its page says late. Memory does not grow: the channel that was
  /// closed first is forgotten.
  private mutating func keep(_ channel: OpenChannel, closedAs word: String) {
    channels[word] = channel
    channels[word]?.isClosed = true
    closedNames.append(word)
    guard closedNames.count > Scribe.closedNamesMax else { return }
    let first = closedNames.removeFirst()
    if channels[first]?.isClosed == true { channels[first] = nil }
  }

  private func head(
    _ capture: Capture, _ channel: Position?, _ key: SealingKey?, _ position: Position
  ) -> Recorder.Head {
    let now = Moment.now
    let direction = capture.direction ?? .in
    var head = Recorder.Head(
      position: position, channel: channel, time: capture.time ?? now, recordedTime: now,
      direction: direction, person: key)
    head.sender = capture.sender
    return head
  }

  private mutating func append(
    _ written: Recorder.Written, channel: Position?, _ keyed: Keyed?, _ match: KeyMatch,
    _ appending: inout Appending
  ) throws -> Receipt {
    let position = appending.nextPosition
    var leafHash: Digest?
    try recorder.withRecord { leafHash = try appending.append($0) }
    guard let leafHash else { throw CaptureRefusal("The record was not appended.") }
    var receipt = Receipt(
      event: EventName(origin: store.origin, position: position), type: written.type,
      leafHash: leafHash, channel: channel, durability: .synced, unreadable: written.unreadable,
      keptLengthsOnly: written.hasOmitted)
    if let keyed {
      appending.noteKey(keyed.stored, at: position)
      keyedReceipts[position] = receipt
      if case .conflict(let first) = match {
        receipt.verdict = .conflicting(first: eventName(of: first))
      }
    }
    return receipt
  }

  // MARK: Keys

  /// The key of the person that the host named, made and durable before its first use.
  ///
  /// - Returns: `nil` where keys cannot be reached: capture goes on, and lengths are kept.
  private mutating func key(for capture: Capture) -> SealingKey? {
    guard let name = capture.person else { return newKey() }
    if let key = namedKeys[name] { return key }
    let key = key(ofPersonNamed: name)
    if let key { namedKeys[name] = key }
    return key
  }

  private mutating func key(ofPersonNamed name: String) -> SealingKey? {
    guard let keys, let redactionKeys else { return nil }
    let digest = redactionKeys.digest(ofPersonNamed: name)
    do {
      if let id = try keys.person(named: digest) {
        if let known = sealingKeys[id.description] { return known }
        guard let secret = try keys.personKey(id: id) else { return nil }
        return keep(try SealingKey(id: id.description, secret: secret))
      }
      let made = try keys.makePerson(named: digest)
      return keep(try SealingKey(id: made.id.description, secret: made.secret))
    } catch {
      // As below: no failure to reach a key may fail a capture, or those that share its commit.
      return nil
    }
  }

  /// The key of a person without a name: a channel's own, until it is linked to somebody.
  private func newKey() -> SealingKey? {
    guard let keys, redactionKeys != nil else { return nil }
    do {
      let made = try keys.makePerson(named: nil)
      return try SealingKey(id: made.id.description, secret: made.secret)
    } catch {
      // The keys cannot be reached: the record keeps lengths, and its receipt says so.
      return nil
    }
  }

  /// Keeps a prepared key for the next capture. A full cache is emptied: keys come back from their
  /// files, and memory does not grow with the number of persons.
  private mutating func keep(_ key: SealingKey) -> SealingKey {
    if sealingKeys.count == Scribe.keptKeysMax { sealingKeys.removeAll() }
    sealingKeys[key.id] = key
    return key
  }
}

extension Moment {
  /// The time of the system's clock.
  static var now: Moment {
    Moment(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
  }
}
