package import Cryptography
import Foundation
public import Payments

/// Checks that a webhook is its provider's: an HMAC-SHA-256 over the exact bytes of the body, under
/// a key that the provider and the host's backend share.
///
/// The bytes are those that came over the wire. JSON that was parsed and written again is refused,
/// whatever it says. A code is compared in constant time. No age is checked: a retry may come hours
/// after the first try, with the same time in its header.
public struct WebhookVerifier: Sendable {
  /// How a provider writes its signature.
  public enum Scheme: Hashable, Sendable {
    /// `t=<unix time>,<field>=<hex>`: the code is of the time, a dot and the body.
    case timed(field: String)
    /// The code of the body alone.
    case plain(Encoding)
  }

  /// How a bare code is written.
  public enum Encoding: Hashable, Sendable {
    /// Base64 with padding.
    case base64
    /// Hexadecimal digits in lower case, behind a prefix such as `sha256=`, often an empty one.
    case hexadecimal(prefix: String)
  }

  /// Whose webhooks it checks.
  public let provider: Provider
  let scheme: Scheme
  let code: HMACSHA256

  /// A verifier of this provider's webhooks.
  public init(_ provider: Provider, key: String, scheme: Scheme) {
    self.provider = provider
    self.scheme = scheme
    code = HMACSHA256(key: Array(key.utf8))
  }

  /// MoonPay's: the header `Moonpay-Signature-V2`, under the account's webhook API key.
  public static func moonPay(_ key: String, scheme: Scheme = .timed(field: "s")) -> Self {
    Self(.moonPay, key: key, scheme: scheme)
  }

  /// MONEI's: the header `MONEI-Signature`, under the account's API key.
  public static func monei(_ key: String) -> Self {
    Self(.monei, key: key, scheme: .timed(field: "v1"))
  }

  /// Payrails': the header `X-Signature`, under the notification's secret.
  public static func payrails(_ secret: String, scheme: Scheme = .plain(.base64)) -> Self {
    Self(.payrails, key: secret, scheme: scheme)
  }

  /// What tells this key from others, and nobody what it is.
  package var keyIdentity: Digest { code.authenticate(Array("daybook webhook key".utf8).span) }

  /// Whether the body is the provider's.
  ///
  /// - Parameters:
  ///   - header: the value of the signature's header; `nil` where it was not there.
  ///   - isProven: whether the key has verified a webhook before. It only makes the reason of a
  ///     refusal a better guess.
  package func verdict(
    on body: [UInt8], header: String?, isProven: Bool = false
  ) -> WebhookVerdict {
    guard let header, !header.isEmpty else { return .refused(.missingHeader) }
    guard let signature = WebhookSignature(header, scheme) else {
      return .refused(.malformedHeader)
    }
    if signature.isValid(for: body, under: code) { return .verified }
    return .refused(
      WebhookDiagnosis(body: body, signature: signature, code: code).reason
        ?? (isProven ? .alteredBody : .wrongKey))
  }
}

/// What a check of a webhook came to.
package enum WebhookVerdict: Hashable, Sendable {
  /// It is its provider's.
  case verified
  /// It is not, or nobody could say so.
  case refused(WebhookRefusal)
}

/// Why a webhook was refused. That it was is certain; what was done to it is a guess where only the
/// code shows it, since a code that does not fit says nothing more than that.
public enum WebhookRefusal: String, Hashable, Sendable, CaseIterable {
  /// The host gave no key to check it with.
  case noKey
  /// It came without a signature.
  case missingHeader
  /// The signature is none of the provider's kind.
  case malformedHeader
  /// The code fits the body written without the space between its JSON tokens: something parsed it
  /// and wrote it again.
  case reserializedBody
  /// The code fits the body and a time of up to a minute before or after the header's.
  case alteredTime
  /// The code fits nothing, and the key has verified others before: most likely the body is
  /// another.
  case alteredBody
  /// The code fits nothing, and the key has verified none so far: most likely it is the wrong one.
  case wrongKey
}
