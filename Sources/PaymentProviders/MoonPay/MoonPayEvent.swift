import Payments
import Recording

/// What a MoonPay frame said, as an app acts on it. Not evidence: the record is.
public enum MoonPayEvent: Hashable, Sendable {
  /// The page asks for a channel; the session has answered `ack`.
  case handshake
  /// The page is rendered.
  case ready
  /// The customer tapped the button. An intent, no outcome.
  case buttonPressed
  /// An attempt ended.
  case complete(Completion)
  /// The transaction exists; the customer may still have to prove something.
  case transactionCreated(id: String?, status: String?)
  /// A check or connect ended.
  case connection(Connection)
  /// A card was taken and is kept.
  case cardAdded(Card)
  /// The customer has to prove something: open this URL, as it is, in a challenge frame.
  case challenge(url: String)
  /// The page cannot go on; with `quoteExpired` it can, after `setQuote`.
  case error(code: String?, message: String?)
  /// The customer left a challenge. What became of the payment is not known.
  case cancelled
  /// A kind that is not listed here.
  case unlisted
  /// A message for another page channel, or of a page that is not the provider's: somebody else's.
  /// It is recorded and says nothing.
  case notForThisFrame
  /// No JSON object.
  case unreadable

  /// How an attempt ended, in the page's words.
  public struct Completion: Hashable, Sendable {
    /// MoonPay's id of the transaction; absent where it failed.
    public let transactionID: String?
    /// The page's word: `completed`, `pending`, `failed`, or one that is not listed.
    public let status: String?
    /// The code of a failure, to branch on.
    public let failureCode: String?
    /// A text of a failure, to show where there is none for the code.
    public let failureReason: String?
  }

  /// How a check or connect ended, in the page's words.
  public struct Connection: Hashable, Sendable {
    /// `active`, `connectionRequired`, `pending`, `unavailable`, `failed`, or one not listed.
    public let status: String?
    /// The sealed credentials, where there are some. Secret.
    public let credentials: String?
    /// When they expire, ISO 8601.
    public let expiresAt: String?
  }

  /// A card that MoonPay keeps.
  public struct Card: Hashable, Sendable {
    /// MoonPay's id of the card.
    public let id: String?
    /// The network.
    public let brand: String?
    /// The last four digits.
    public let last4: String?
  }
}

/// The protocol of a MoonPay frame, without any input or output: reads what the page says and
/// makes what the page is told. Source: MoonPay's frames protocol and its iOS guide.
package struct MoonPayConversation: Sendable {
  /// The frame that the page is.
  package let frame: MoonPayFrame
  /// The channel id that the host gave the page.
  package let pageChannel: String
  /// The web origin that the page was loaded from, where that is known.
  package let sender: String?

  package init(_ frame: MoonPayFrame, pageChannel: String, sender: String? = nil) {
    self.frame = frame
    self.pageChannel = pageChannel
    self.sender = sender
  }

  /// What a body says; a body may be JSON, or JSON inside a JSON string.
  ///
  /// - Parameter origin: the web origin that it came from, where the web view says so.
  package func event(in body: [UInt8], from origin: String? = nil) -> MoonPayEvent {
    if let origin, let sender {
      guard let from = WebOrigin(origin)?.description,
        ChannelOpening(surface: .frame, sender: sender).admits(from)
      else { return .notForThisFrame }
    }
    var message: RecordValue
    do throws(JSONScanError) {
      message = try JSONReader.value(of: body)
      if case .text(let inner) = message { message = try JSONReader.value(of: Array(inner.utf8)) }
    } catch {
      return .unreadable
    }
    guard case .object = message else { return .unreadable }
    guard message["meta"]?["channelId"]?.text == pageChannel else { return .notForThisFrame }
    let payload = message["payload"] ?? .null
    switch message["kind"]?.text {
    case "handshake": return .handshake
    case "ready": return .ready
    case "buttonPressed": return .buttonPressed
    case "cancelled": return .cancelled
    case "error":
      return .error(code: payload["code"]?.text, message: payload["message"]?.text)
    case "challenge": return payload["url"]?.text.map { .challenge(url: $0) } ?? .unlisted
    case "complete": return complete(payload)
    case "transactionCreated" where frame == .widget:
      let transaction = payload["transaction"] ?? .null
      return .transactionCreated(
        id: MoonPayConversation.text(transaction["id"]),
        status: MoonPayConversation.text(transaction["status"]))
    default: return .unlisted
    }
  }

  private func complete(_ payload: RecordValue) -> MoonPayEvent {
    func text(_ value: RecordValue?) -> String? { MoonPayConversation.text(value) }
    switch frame {
    case .checkConnection, .connect:
      return .connection(
        MoonPayEvent.Connection(
          status: text(payload["status"]), credentials: text(payload["credentials"]),
          expiresAt: text(payload["expiresAt"])))
    case .addCard:
      let card = payload["card"] ?? .null
      return .cardAdded(
        MoonPayEvent.Card(
          id: text(card["id"]), brand: text(card["brand"]), last4: text(card["last4"])))
    case .applePay, .googlePay, .buy, .buyButton, .challenge, .widget:
      let transaction = payload["transaction"] ?? .null
      return .complete(
        MoonPayEvent.Completion(
          transactionID: text(transaction["id"]), status: text(transaction["status"]),
          failureCode: text(transaction["failureCode"]),
          failureReason: text(transaction["failureReason"])))
    }
  }

  /// A text that says something: the vendor's own sample makes empty ones of what is missing.
  private static func text(_ value: RecordValue?) -> String? {
    value?.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The message that opens the channel.
  package var ack: String { message(kind: "ack") }

  /// The message that gives the page another quote.
  package func setQuote(signature: String) -> String {
    message(
      kind: "setQuote", payload: "{\"quote\":{\"signature\":\(JSONReader.literal(signature))}}")
  }

  private func message(kind: String, payload: String? = nil) -> String {
    let payload = payload.map { ",\"payload\":\($0)" } ?? ""
    return "{\"version\":2,\"meta\":{\"channelId\":\(JSONReader.literal(pageChannel))},"
      + "\"kind\":\"\(kind)\"\(payload)}"
  }
}
