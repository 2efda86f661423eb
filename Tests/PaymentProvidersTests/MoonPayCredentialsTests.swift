import Cryptography
import Foundation
import PaymentProviders
import Testing

/// Credentials that a check or connect ends with.
@Suite struct MoonPayCredentialsTests {
  /// The bytes 0 to 31, as a private key.
  private let pair: MoonPayKeyPair

  init() throws { pair = try MoonPayKeyPair(privateKey: (0..<32).map { UInt8($0) }) }

  /// Made with Python's `cryptography` from the private keys of the bytes 0 to 31 and 100 to 131.
  private let members = [
    "ephemeralPublicKey": "7d9c24316539825c1896e57f28197746793ce60cbee3ad47da9d07b85fa55e2a",
    "iv": "000102030405060708090a0b",
    "ciphertext": "8ade7714eda2eb3d0bb22def14fc768d49a7d47315d47ea7c36dcce7b986fd5a8e0f7829d4cff"
      + "dd9905a417580b73ab7f7c62857a7e692f467e8e0932f622ace594784c9b9791be88936ff1a3e63dd18",
  ]

  private func json(_ members: [String: String]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
  }

  private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  private func hexToBase64(_ digits: String) throws -> String {
    Data(try #require(Hexadecimal.bytes(digits))).base64EncodedString()
  }

  @Test func `credentials that another implementation sealed open to their tokens`() throws {
    #expect(
      pair.publicKey == "8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f")
    let whole = try json(members)
    var renamed = members
    renamed["nonce"] = renamed.removeValue(forKey: "iv")
    let inBase64 = try members.mapValues { try hexToBase64($0) }
    let quoted = try JSONEncoder().encode(whole)
    for text in [
      base64(whole), whole, String(decoding: quoted, as: UTF8.self), base64(try json(renamed)),
      base64(try json(inBase64)), base64(try json(members.mapValues { $0.uppercased() })),
    ] {
      let tokens = try pair.open(text)
      #expect(tokens.accessToken == "sample-access")
      #expect(tokens.clientToken == "sample-client")
    }
  }

  @Test func `what was changed, or sealed for another key, does not open`() throws {
    let other = try MoonPayKeyPair()
    #expect(other.publicKey != (try MoonPayKeyPair()).publicKey)
    #expect(throws: MoonPayCredentialsError.notForThisKey) {
      try other.open(base64(try json(members)))
    }
    for (name, value) in members {
      var changed = members
      let digit = value.hasSuffix("0") ? "1" : "0"
      changed[name] = value.dropLast() + digit
      #expect(throws: MoonPayCredentialsError.notForThisKey) {
        try pair.open(base64(try json(changed)))
      }
      changed[name] = nil
      #expect(throws: MoonPayCredentialsError.malformed) {
        try pair.open(base64(try json(changed)))
      }
    }
    var weak = members
    weak["ephemeralPublicKey"] = String(repeating: "0", count: 64)
    #expect(throws: MoonPayCredentialsError.notForThisKey) {
      try pair.open(base64(try json(weak)))
    }
    for text in ["", "{", "[]", "7", "bm9uc2Vuc2U=", "{\"iv\":1}"] {
      #expect(throws: MoonPayCredentialsError.malformed) { try pair.open(text) }
    }
  }

  @Test func `tokens show in no text that is made of them`() throws {
    let tokens = try pair.open(base64(try json(members)))
    var dumped = ""
    dump(tokens, to: &dumped)
    for text in ["\(tokens)", String(reflecting: tokens), dumped, "\([tokens])"] {
      #expect(!text.contains("sample"))
    }
    #expect(!"\(pair)".contains("0, 1, 2, 3"))
  }
}
