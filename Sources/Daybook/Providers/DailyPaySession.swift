import Foundation

extension Ledger {
  /// DailyPay's elements.
  public var dailyPay: DailyPay { DailyPay(ledger: self) }
}

/// Opens DailyPay's elements on a ledger.
public struct DailyPay: Sendable {
  let ledger: Ledger

  /// Opens an element: records the opening, and makes the URL to load. It does not throw: the app
  /// goes on when recording failed, and `opening` says so.
  ///
  /// - Parameters:
  ///   - reference: the host's own reference; sealed, and matched by its fingerprint.
  ///   - person: the host's own name for the customer; never stored.
  public func openElement(
    _ element: DailyPayElement, clientID: String, implementationID: String,
    environment: DailyPayEnvironment = .production, reference: String? = nil,
    person: String? = nil
  ) async -> DailyPaySession {
    let query =
      "client_id=\(URLEncoding.encode(clientID))"
      + "&implementation_id=\(URLEncoding.encode(implementationID))"
    var parameters = JSONBuilder()
    parameters.add("element", element.rawValue)
    parameters.add("sender", environment.rawValue)
    parameters.add("client_id", clientID)
    parameters.add("implementation_id", implementationID)
    return await DailyPaySession(
      on: ledger, url: "\(environment.rawValue)/v1/\(element.rawValue)?\(query)",
      sender: environment.rawValue, parameters: parameters.text, reference: reference,
      person: person)
  }
}

/// One DailyPay element on screen. It has no protocol: it is heard, and nothing is answered.
public final class DailyPaySession: Sendable {
  /// What became of one message.
  public struct Reply: Sendable {
    /// What the page said.
    public let event: DailyPayEvent
    /// Whether the message is recorded.
    public let recording: RecordingResult
  }

  /// The URL to load into the web view. It names the host at DailyPay: do not log it.
  public let url: String
  /// Whether the opening is recorded.
  public let opening: RecordingResult

  private let ledger: Ledger
  private let page: ChannelOpening
  private let channel = UUID().uuidString

  init(
    on ledger: Ledger, url: String, sender: String, parameters: String, reference: String?,
    person: String?
  ) async {
    self.ledger = ledger
    self.url = url
    page = ChannelOpening(surface: .element, sender: sender)
    var capture = Capture(.dailyPay, .element)
    capture.channel = channel
    capture.opensChannel = true
    capture.parameters = parameters
    capture.reference = reference
    capture.person = person
    opening = await ledger.recording([capture])
  }

  /// Takes a message of the page's script handler: records it before anything is looked at. It runs
  /// on the caller's actor, so that messages are recorded in the order that they came in.
  ///
  /// - Parameters:
  ///   - body: as WebKit gives it: a text, or a dictionary.
  ///   - origin: the origin of the frame that sent it; any script of the page can post.
  public func receive(_ body: Any, from origin: String? = nil) async -> Reply {
    let text = WebBody.json(of: body)
    var capture = Capture(.dailyPay, .element, body: text)
    capture.channel = channel
    capture.sender = origin
    let isForeign = origin.map { WebOrigin($0).map { !page.admits($0.description) } ?? true }
    let event = isForeign == true ? .notForThisElement : DailyPayEvent(Array(text.utf8))
    return Reply(event: event, recording: await ledger.recording([capture]))
  }

  /// Records that the element left the screen. What its page says late is still taken.
  @discardableResult
  public func close() async -> RecordingResult {
    var capture = Capture(.dailyPay, .element)
    capture.channel = channel
    capture.closesChannel = true
    capture.ownsChannelName = true
    return await ledger.recording([capture])
  }
}
