import Daybook
import Foundation
import Testing

/// A page as MoonPay's frames are: it posts under the channel id of its URL.
struct MoonPayPage: Sendable {
  let session: MoonPaySession
  let channel: String

  static func open(
    _ ledger: Ledger, _ frame: MoonPayFrame = .applePay, quote: MoonPayQuote? = nil,
    reference: String? = nil
  ) async throws -> MoonPayPage {
    let parameters =
      switch frame {
      case .checkConnection:
        MoonPayParameters(sessionToken: "planted-session", publicKey: "0a")
      case .connect: MoonPayParameters(clientToken: "planted-client", publicKey: "0a")
      case .addCard: MoonPayParameters(clientToken: "planted-client")
      default: MoonPayParameters(clientToken: "planted-client", signature: "planted-quote")
      }
    return try MoonPayPage(
      await ledger.moonPay.openFrame(
        frame, parameters: parameters, quote: quote, reference: reference))
  }

  init(_ session: MoonPaySession) throws {
    self.session = session
    let items = try #require(URLComponents(string: session.url)?.queryItems)
    channel = try #require(items.first { $0.name == "channelId" }?.value)
  }

  func message(_ kind: String, _ payload: String? = nil) -> String {
    let payload = payload.map { ",\"payload\":\($0)" } ?? ""
    return "{\"version\":2,\"meta\":{\"channelId\":\"\(channel)\"},"
      + "\"kind\":\"\(kind)\"\(payload)}"
  }

  @discardableResult
  func post(
    _ kind: String, _ payload: String? = nil, from origin: String? = nil
  ) async -> MoonPaySession.Reply {
    await session.receive(message(kind, payload), from: origin)
  }

  /// The end of a payment as a frame tells it.
  @discardableResult
  func complete(
    _ status: String, id: String? = nil, flow: String? = nil
  ) async -> MoonPaySession.Reply {
    let id = id.map { "\"id\":\"\($0)\"," } ?? ""
    let flow = flow.map { "\"flow\":\"\($0)\"," } ?? ""
    return await post("complete", "{\(flow)\"transaction\":{\(id)\"status\":\"\(status)\"}}")
  }

  static let challengeURL =
    "https://blocks.moonpay.com/platform/v1/challenge?challengeToken=planted-challenge"

  /// The page asks for a challenge, and the app opens its frame.
  func challenge(_ url: String = challengeURL) async throws -> MoonPayPage {
    await post("challenge", "{\"kind\":\"frame\",\"url\":\"\(url)\"}")
    return try MoonPayPage(await session.openChallenge(url))
  }
}

/// Webhooks as the providers sign them.
enum Signed {
  static func moonPay(_ body: String, key: String = "planted-key") -> String {
    "t=1602604555,s=\(code("1602604555.\(body)", key))"
  }

  static func monei(_ body: String, key: String = "planted-key") -> String {
    "t=1602604555,v1=\(code("1602604555.\(body)", key))"
  }

  static func payrails(_ body: String, key: String = "planted-key") -> String {
    Data(code(body, key).bytes).base64EncodedString()
  }

  private static func code(_ message: String, _ key: String) -> Digest {
    HMACSHA256(key: Array(key.utf8)).authenticate(Array(message.utf8).span)
  }
}
