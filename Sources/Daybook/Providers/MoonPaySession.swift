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
  ///   - quote: what the customer is asked for. No message tells of it.
  ///   - reference: the host's order id; sealed, and matched by its fingerprint.
  ///   - person: the host's own name for the customer; never stored.
  public func openFrame(
    _ frame: MoonPayFrame, parameters: MoonPayParameters, quote: MoonPayQuote? = nil,
    reference: String? = nil, person: String? = nil
  ) async -> MoonPaySession {
    precondition(parameters.fit(frame), "These are not the parameters of the frame \(frame)")
    let pageChannel = UUID().uuidString
    return await MoonPaySession(
      on: ledger, frame: frame, pageChannel: pageChannel,
      parameters: parameters.json(of: frame, pageChannel: pageChannel),
      url: parameters.url(of: frame, pageChannel: pageChannel), quote: quote,
      reference: reference, person: person)
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

  /// What to post to the page on the host's own account.
  public struct Posting: Sendable {
    /// What to post, each as the argument of `window.postMessage`: a JSON text.
    public let outbound: [String]
    /// Whether it is recorded.
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
    quote: MoonPayQuote? = nil, reference: String? = nil, person: String? = nil
  ) async {
    self.ledger = ledger
    self.frame = frame
    self.url = url
    conversation = MoonPayConversation(
      frame, pageChannel: pageChannel, sender: WebOrigin(url)?.description)
    var capture = Capture(.moonPay, .frame, frame: frame.rawValue)
    capture.channel = pageChannel
    capture.opensChannel = true
    capture.reference = reference
    capture.person = person
    capture.parameters = parameters
    var captures = [capture]
    if let quote { captures.append(MoonPaySession.capture(quote, pageChannel)) }
    opening = await ledger.recording(captures)
  }

  /// Takes a message of the page's script handler: records it before anything is looked at, and
  /// gives what it means and what to post back.
  ///
  /// It runs on the caller's actor, so that messages are recorded in the order that they came in.
  ///
  /// - Parameters:
  ///   - body: as WebKit gives it: a text, or a dictionary.
  ///   - origin: the origin of the frame that sent it, `scheme://host[:port]`; `nil` where the web
  ///     view does not say.
  public func receive(_ body: Any, from origin: String? = nil) async -> Reply {
    let text = WebBody.json(of: body)
    let event = conversation.event(in: Array(text.utf8), from: origin)
    var outbound: [String] = []
    if case .handshake = event { outbound.append(conversation.ack) }
    var message = capture(text)
    message.sender = origin
    let captures = [message] + outbound.map { capture($0, .out) }
    return Reply(event: event, outbound: outbound, recording: await ledger.recording(captures))
  }

  /// Gives the page another quote, after `quoteExpired` or a change of the order.
  ///
  /// - Parameter signature: as the quote endpoint returned it. Secret; its fingerprint is kept.
  public func setQuote(signature: String) async -> Posting {
    await setQuote(MoonPayQuote(signature: signature))
  }

  /// Gives the page another quote, and records what it asks for.
  public func setQuote(_ quote: MoonPayQuote) async -> Posting {
    let message = conversation.setQuote(signature: quote.signature)
    let captures = [
      MoonPaySession.capture(quote, conversation.pageChannel), capture(message, .out),
    ]
    return Posting(outbound: [message], recording: await ledger.recording(captures))
  }

  /// Opens the frame of a challenge. It is tied to this frame's attempt by the token in the URL,
  /// which is taken as it is; a channel id is appended only where there is none.
  public func openChallenge(_ url: String) async -> MoonPaySession {
    let items = URLComponents(string: url)?.queryItems ?? []
    let given = items.first { $0.name == "channelId" }?.value
    let pageChannel = given ?? UUID().uuidString
    let separator = url.contains("?") ? "&" : "?"
    let full = given == nil ? "\(url)\(separator)channelId=\(pageChannel)" : url
    var members = JSONBuilder()
    members.add("sender", WebOrigin(full)?.description)
    members.add("channelId", pageChannel)
    members.add("url", full)
    return await MoonPaySession(
      on: ledger, frame: .challenge, pageChannel: pageChannel, parameters: members.text,
      url: full)
  }

  /// Records that the frame left the screen. What its page says late is still taken.
  @discardableResult
  public func close() async -> RecordingResult {
    var capture = Capture(.moonPay, .frame, frame: frame.rawValue)
    capture.channel = conversation.pageChannel
    capture.closesChannel = true
    capture.ownsChannelName = true
    return await ledger.recording([capture])
  }

  private static func capture(_ quote: MoonPayQuote, _ pageChannel: String) -> Capture {
    var capture = Capture(.moonPay, .host, body: quote.json)
    capture.channel = pageChannel
    return capture
  }

  private func capture(_ body: String, _ direction: Direction = .in) -> Capture {
    var capture = Capture(.moonPay, .frame, frame: frame.rawValue, body: body)
    capture.channel = conversation.pageChannel
    capture.direction = direction
    return capture
  }
}
