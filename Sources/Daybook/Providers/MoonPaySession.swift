import Foundation

extension Ledger {
  /// MoonPay's frames.
  public var moonPay: MoonPay { MoonPay(ledger: self) }
}

/// Opens MoonPay's frames on a ledger.
public struct MoonPay: Sendable {
  let ledger: Ledger

  /// Opens a frame: records the opening with its parameters, each by its class, and makes the URL
  /// to load. It does not throw: a checkout goes on when recording failed, and `opening` says so.
  ///
  /// - Parameters:
  ///   - parameters: those of this frame: another's are a broken precondition.
  ///   - reference: the host's order id; sealed, and matched by its fingerprint.
  ///   - person: the host's own name for the customer; never stored.
  public func openFrame(
    _ frame: MoonPayFrame, parameters: MoonPayParameters, reference: String? = nil,
    person: String? = nil
  ) async -> MoonPaySession {
    precondition(parameters.fit(frame), "These are not the parameters of the frame \(frame)")
    let pageChannel = UUID().uuidString
    return await MoonPaySession(
      on: ledger, frame: frame, pageChannel: pageChannel,
      parameters: parameters.json(of: frame, pageChannel: pageChannel),
      url: parameters.url(of: frame, pageChannel: pageChannel), reference: reference,
      person: person)
  }
}

/// One MoonPay frame on screen. Every message is recorded before anything is done with it, and the
/// page is answered even if recording failed.
public final class MoonPaySession: Sendable {
  /// What became of one message.
  public struct Reply: Sendable {
    /// What the page said.
    public let event: MoonPayEvent
    /// What to post to the page, each as the argument of `window.postMessage`: a JSON text.
    public let outbound: [String]
    /// Whether the message, and what is posted, are recorded.
    public let recording: RecordingResult
  }

  /// The URL to load into the web view. It holds secrets: neither log nor keep it.
  public let url: String
  /// Whether the opening is recorded.
  public let opening: RecordingResult

  private let ledger: Ledger
  private let frame: MoonPayFrame
  private let conversation: MoonPayConversation

  init(
    on ledger: Ledger, frame: MoonPayFrame, pageChannel: String, parameters: String, url: String,
    reference: String?, person: String?
  ) async {
    self.ledger = ledger
    self.frame = frame
    self.url = url
    conversation = MoonPayConversation(frame, pageChannel: pageChannel)
    var capture = Capture(.moonPay, .frame, frame: frame.rawValue)
    capture.channel = pageChannel
    capture.opensChannel = true
    capture.reference = reference
    capture.person = person
    capture.parameters = parameters
    opening = await ledger.recording([capture])
  }

  /// Takes a message of the page's script handler: records it, and gives what it means and what to
  /// post back.
  public func receive(_ body: String) async -> Reply {
    let event = conversation.event(in: Array(body.utf8))
    var outbound: [String] = []
    if case .handshake = event { outbound.append(conversation.ack) }
    let captures = [capture(body)] + outbound.map { capture($0, .out) }
    return Reply(event: event, outbound: outbound, recording: await ledger.recording(captures))
  }

  /// Gives the page another quote, after `quoteExpired` or a change of the order.
  ///
  /// - Parameter signature: as the quote endpoint returned it. Secret; its fingerprint is kept.
  public func setQuote(signature: String) async -> Reply {
    let message = conversation.setQuote(signature: signature)
    let recording = await ledger.recording([capture(message, .out)])
    return Reply(event: .ready, outbound: [message], recording: recording)
  }

  /// Opens the frame of a challenge. It is tied to this frame's attempt by the token in the URL,
  /// which is taken as it is; a channel id is appended only where there is none.
  public func openChallenge(_ url: String) async -> MoonPaySession {
    let items = URLComponents(string: url)?.queryItems ?? []
    let given = items.first { $0.name == "channelId" }?.value
    let pageChannel = given ?? UUID().uuidString
    let separator = url.contains("?") ? "&" : "?"
    let full = given == nil ? "\(url)\(separator)channelId=\(pageChannel)" : url
    let members =
      "{\"channelId\":\(JSONReader.literal(pageChannel)),\"url\":\(JSONReader.literal(full))}"
    return await MoonPaySession(
      on: ledger, frame: .challenge, pageChannel: pageChannel, parameters: members, url: full,
      reference: nil, person: nil)
  }

  /// Records that the frame left the screen.
  @discardableResult
  public func close() async -> RecordingResult {
    var capture = Capture(.moonPay, .frame, frame: frame.rawValue)
    capture.channel = conversation.pageChannel
    capture.closesChannel = true
    return await ledger.recording([capture])
  }

  private func capture(_ body: String, _ direction: Direction = .in) -> Capture {
    var capture = Capture(.moonPay, .frame, frame: frame.rawValue, body: body)
    capture.channel = conversation.pageChannel
    capture.direction = direction
    return capture
  }
}
