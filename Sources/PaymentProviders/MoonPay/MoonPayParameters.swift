import Foundation
import Recording

/// What a MoonPay frame is opened with. Tokens and signatures go into the URL and nowhere else.
/// Source: the frame reference pages.
public struct MoonPayParameters: Sendable {
  /// The session token that a check is made with. Secret.
  public let sessionToken: String?
  /// The client token of the connect flow. Secret.
  public let clientToken: String?
  /// The public key, in hexadecimal, that a check or connect seals its credentials for.
  public let publicKey: String?
  /// The quote's signature, as the quote endpoint returned it. Secret.
  public let signature: String?
  /// Whether a check passes over the customer's identity; absent leaves it to MoonPay.
  public var skipsKYC: Bool?
  /// The host's own id of the transaction, which MoonPay keeps with it.
  public var externalTransactionID: String?
  /// `dark` or `light`; absent follows the system.
  public var theme: String?

  /// The parameters of a frame that takes a payment.
  public init(
    clientToken: String, signature: String, externalTransactionID: String? = nil,
    theme: String? = nil
  ) {
    self.init(client: clientToken, signature: signature)
    self.externalTransactionID = externalTransactionID
    self.theme = theme
  }

  /// The parameters of the frame that takes a card to keep.
  public init(clientToken: String) { self.init(client: clientToken) }

  /// The parameters of the check.
  public init(sessionToken: String, publicKey: String, skipsKYC: Bool? = nil) {
    self.init(session: sessionToken, publicKey: publicKey)
    self.skipsKYC = skipsKYC
  }

  /// The parameters of the frame that connects the customer.
  public init(clientToken: String, publicKey: String, theme: String? = nil) {
    self.init(client: clientToken, publicKey: publicKey)
    self.theme = theme
  }

  private init(
    session: String? = nil, client: String? = nil, publicKey: String? = nil,
    signature: String? = nil
  ) {
    sessionToken = session
    clientToken = client
    self.publicKey = publicKey
    self.signature = signature
  }

  /// Whether these are the parameters of this frame.
  package func fit(_ frame: MoonPayFrame) -> Bool {
    switch frame {
    case .checkConnection: sessionToken != nil
    case .connect: clientToken != nil && publicKey != nil
    case .addCard: clientToken != nil && publicKey == nil && signature == nil
    case .applePay, .googlePay, .buy, .buyButton, .widget: signature != nil
    case .challenge: false
    }
  }

  private func members(of frame: MoonPayFrame, pageChannel: String) -> [(String, String)] {
    let isWidget = frame == .widget
    let all: [(String, String?)] = [
      ("flow", isWidget ? "buy" : nil), ("sessionToken", sessionToken),
      ("clientToken", clientToken), ("publicKey", publicKey), ("channelId", pageChannel),
      (isWidget ? "quoteSignature" : "signature", signature),
      ("skipKyc", skipsKYC.map { $0 ? "true" : "false" }),
      ("externalTransactionId", externalTransactionID), ("theme", theme),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The parameters as the record of the opening takes them, before redaction.
  package func json(of frame: MoonPayFrame, pageChannel: String) -> String {
    var members = JSONBuilder()
    members.add("sender", MoonPayFrame.origin)
    for (name, value) in self.members(of: frame, pageChannel: pageChannel) {
      members.add(name, value)
    }
    return members.text
  }

  /// The URL to load.
  package func url(of frame: MoonPayFrame, pageChannel: String) -> String {
    let query = members(of: frame, pageChannel: pageChannel).map { name, value in
      "\(name)=\(URLEncoding.encode(value))"
    }
    return "\(MoonPayFrame.origin)/platform/v1/\(frame.rawValue)?" + query.joined(separator: "&")
  }
}

/// Percent-encoding of a parameter's value: all but RFC 3986's unreserved characters.
package enum URLEncoding {
  /// The value as it may stand in a query.
  package static func encode(_ value: String) -> String {
    var unreserved = CharacterSet(charactersIn: "-._~0123456789")
    unreserved.insert(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}
