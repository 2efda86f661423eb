package import Cryptography
import Foundation
import Recording

/// The key pair that one check or connect seals its credentials for. Made for one frame, kept in
/// memory, and never written.
///
/// MoonPay's iOS guide: X25519, then HKDF-SHA-256 with neither salt nor info, then AES-256-GCM with
/// the tag at the end of the ciphertext.
public struct MoonPayKeyPair: Sendable, CustomStringConvertible, CustomReflectable {
  private let privateKey: [UInt8]
  /// The public half in hexadecimal, as the frame takes it.
  public let publicKey: String

  /// A fresh pair.
  ///
  /// - Throws: `noKey` where the system gives no random bytes.
  public init() throws(MoonPayCredentialsError) {
    do throws(CryptographyError) {
      try self.init(privateKey: try X25519.generatePrivateKey())
    } catch {
      throw .noKey
    }
  }

  package init(privateKey: [UInt8]) throws(CryptographyError) {
    self.privateKey = privateKey
    publicKey = Hexadecimal.text(try X25519.publicKey(of: privateKey))
  }

  /// The public half alone.
  public var description: String { "MoonPayKeyPair(\(publicKey))" }
  /// Has no children.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Opens the credentials of a `complete`.
  ///
  /// They are base64 of a JSON object with `ephemeralPublicKey`, `iv` and `ciphertext` in
  /// hexadecimal. The JSON itself, members in base64, and `nonce` for `iv` are taken too, as they
  /// are seen in the field.
  ///
  /// - Throws: `malformed`, or `notForThisKey` where they were changed or sealed for another.
  public func open(_ credentials: String) throws(MoonPayCredentialsError) -> MoonPayTokens {
    let box = try MoonPayKeyPair.object(in: credentials)
    guard let ephemeralKey = MoonPayKeyPair.bytes(box["ephemeralPublicKey"]),
      let nonce = MoonPayKeyPair.bytes(box["iv"] ?? box["nonce"]),
      let ciphertext = MoonPayKeyPair.bytes(box["ciphertext"])
    else { throw .malformed }
    let tokens: RecordValue
    do {
      let secret = try X25519.sharedSecret(of: privateKey, with: ephemeralKey)
      let key = try HKDFSHA256.deriveKey(from: secret, salt: [], info: [], byteCount: 32)
      let nothing: [UInt8] = []
      let text = try AES256GCM(key: key)
        .open(ciphertext.span, nonce: nonce.span, additionalData: nothing.span)
      tokens = try JSONReader.value(of: text)
    } catch is JSONScanError {
      throw .malformed
    } catch {
      throw .notForThisKey
    }
    guard let clientToken = tokens["clientToken"]?.text else { throw .malformed }
    return MoonPayTokens(accessToken: tokens["accessToken"]?.text, clientToken: clientToken)
  }

  private static func object(
    in credentials: String
  ) throws(MoonPayCredentialsError) -> RecordValue {
    let text = Data(base64Encoded: credentials).map(Array.init) ?? Array(credentials.utf8)
    do throws(JSONScanError) {
      var value = try JSONReader.value(of: text)
      if case .text(let inner) = value { value = try JSONReader.value(of: Array(inner.utf8)) }
      return value
    } catch {
      throw .malformed
    }
  }

  private static func bytes(_ value: RecordValue?) -> [UInt8]? {
    guard let text = value?.text else { return nil }
    return Hexadecimal.bytes(text.lowercased()) ?? Data(base64Encoded: text).map(Array.init)
  }
}

/// What MoonPay's credentials open to. For memory alone: neither printing nor dumping it shows a
/// token.
public struct MoonPayTokens: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// For MoonPay's API; absent where the customer is anonymous.
  public let accessToken: String?
  /// For its frames.
  public let clientToken: String

  /// Says what it is, and nothing of what it holds.
  public var description: String { "MoonPayTokens" }
  /// The same.
  public var debugDescription: String { description }
  /// Has no children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why credentials could not be opened. Carries none of them.
public enum MoonPayCredentialsError: Error, Hashable, Sendable {
  /// They do not have the form that MoonPay gives them.
  case malformed
  /// They were changed, or sealed for another key.
  case notForThisKey
  /// The system gives no random bytes to make a key of.
  case noKey
}
