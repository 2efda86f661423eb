import Foundation
import Recording

/// What a MoonPay frame is opened with. Tokens and signatures go into the URL and nowhere else.
public struct MoonPayParameters: Sendable {
  /// The client token of the connect flow. Secret.
  public var clientToken: String
  /// The quote's signature, as the quote endpoint returned it. Secret.
  public var signature: String
  /// The host's own id of the transaction, which MoonPay keeps with it.
  public var externalTransactionID: String?
  /// `dark` or `light`; absent follows the system.
  public var theme: String?

  /// The parameters of a frame that takes a payment.
  public init(
    clientToken: String, signature: String, externalTransactionID: String? = nil,
    theme: String? = nil
  ) {
    self.clientToken = clientToken
    self.signature = signature
    self.externalTransactionID = externalTransactionID
    self.theme = theme
  }

  private func members(pageChannel: String) -> [(String, String)] {
    var members = [
      ("clientToken", clientToken), ("channelId", pageChannel), ("signature", signature),
    ]
    if let externalTransactionID {
      members.append(("externalTransactionId", externalTransactionID))
    }
    if let theme { members.append(("theme", theme)) }
    return members
  }

  /// The parameters as the record of the opening takes them, before redaction.
  package func json(pageChannel: String) -> String {
    let members = members(pageChannel: pageChannel).map { name, value in
      "\"\(name)\":\(JSONReader.literal(value))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// The URL to load.
  package func url(of frame: MoonPayFrame, pageChannel: String) -> String {
    let query = members(pageChannel: pageChannel).map { name, value in
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
