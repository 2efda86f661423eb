import Cryptography
import Foundation
import Testing

/// A file of Project Wycheproof: cases in which other libraries went wrong.
struct WycheproofFile<Group: Decodable>: Decodable {
  let testGroups: [Group]

  /// The file in a folder beside the package; says so and gives `nil` where it is absent.
  static func read(_ name: String, from file: String = #filePath) throws -> Self? {
    var folder = URL(filePath: file)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let url = folder.appending(path: "shared/vectors/wycheproof/\(name).json")
    guard FileManager.default.fileExists(atPath: url.path()) else {
      print("Skipped: no file ../shared/vectors/wycheproof/\(name).json beside the package")
      return nil
    }
    return try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
  }
}

@Suite struct WycheproofTests {
  struct GCMGroup: Decodable {
    struct Case: Decodable {
      let tcId: Int
      let key, iv, aad, msg, ct, tag, result: String
    }
    let keySize, ivSize, tagSize: Int
    let tests: [Case]
  }

  /// Those with the sizes that `AES256GCM` takes; with other nonces it refuses to work. The rest
  /// are of 128 and 192 bit keys.
  @Test func `AES-256-GCM seals and opens what is valid and refuses the rest`() throws {
    guard let file = try WycheproofFile<GCMGroup>.read("aes_gcm_test") else { return }
    var (count, refused, others) = (0, 0, 0)
    for group in file.testGroups {
      guard (group.keySize, group.tagSize) == (256, 128) else {
        others += group.tests.count
        continue
      }
      for value in group.tests {
        let cipher = try AES256GCM(key: bytes(value.key))
        let (nonce, data) = (try bytes(value.iv), try bytes(value.aad))
        let (plaintext, sealed) = (try bytes(value.msg), try bytes(value.ct + value.tag))
        guard group.ivSize == 96 else {
          #expect(throws: CryptographyError.wrongLength, "case \(value.tcId)") {
            try cipher.open(sealed.span, nonce: nonce.span, additionalData: data.span)
          }
          refused += 1
          continue
        }
        count += 1
        var output: [UInt8] = []
        try cipher.seal(
          plaintext.span, nonce: nonce.span, additionalData: data.span, appendingTo: &output)
        #expect((output == sealed) == (value.result == "valid"), "case \(value.tcId)")
        if value.result == "valid" {
          let opened = try cipher.open(sealed.span, nonce: nonce.span, additionalData: data.span)
          #expect(opened == plaintext, "case \(value.tcId)")
        } else {
          #expect(throws: CryptographyError.authenticationFailed, "case \(value.tcId)") {
            try cipher.open(sealed.span, nonce: nonce.span, additionalData: data.span)
          }
        }
      }
    }
    #expect((count, refused, others) == (66, 39, 211))
    print("Wycheproof AES-256-GCM: \(count) cases, \(refused) with nonces that are refused")
  }

  struct HMACGroup: Decodable {
    struct Case: Decodable {
      let tcId: Int
      let key, msg, tag, result: String
    }
    let tagSize: Int
    let tests: [Case]
  }

  /// A tag of 128 bits is the start of the code (RFC 2104, section 5).
  @Test func `HMAC-SHA-256 gives what is valid and nothing else`() throws {
    guard let file = try WycheproofFile<HMACGroup>.read("hmac_sha256_test") else { return }
    var count = 0
    for group in file.testGroups {
      for value in group.tests {
        count += 1
        let message = try bytes(value.msg)
        let code = HMACSHA256(key: try bytes(value.key)).authenticate(message.span).description
        let start = String(code.prefix(group.tagSize / 4))
        #expect((start == value.tag) == (value.result == "valid"), "case \(value.tcId)")
      }
    }
    #expect(count == 174)
    print("Wycheproof HMAC-SHA-256: \(count) cases")
  }

  struct Ed25519Group: Decodable {
    struct PublicKey: Decodable { let pk: String }
    struct Case: Decodable {
      let tcId: Int
      let msg, sig, result: String
    }
    let publicKey: PublicKey
    let tests: [Case]
  }

  @Test func `Ed25519 takes what is valid and refuses the rest`() throws {
    guard let file = try WycheproofFile<Ed25519Group>.read("ed25519_test") else { return }
    var count = 0
    for group in file.testGroups {
      let key = try bytes(group.publicKey.pk)
      for value in group.tests {
        count += 1
        let (message, signature) = (try bytes(value.msg), try bytes(value.sig))
        let isValid = Ed25519.isValid(signature: signature, of: message.span, publicKey: key)
        #expect(isValid == (value.result == "valid"), "case \(value.tcId)")
      }
    }
    #expect(count == 151)
    print("Wycheproof Ed25519: \(count) cases")
  }

  struct HKDFGroup: Decodable {
    struct Case: Decodable {
      let tcId, size: Int
      let ikm, salt, info, okm, result: String
    }
    let tests: [Case]
  }

  @Test func `HKDF-SHA-256 derives what is valid and refuses to derive too much`() throws {
    guard let file = try WycheproofFile<HKDFGroup>.read("hkdf_sha256_test") else { return }
    var count = 0
    for value in file.testGroups.flatMap(\.tests) {
      count += 1
      func derive() throws -> [UInt8] {
        try HKDFSHA256.deriveKey(
          from: try bytes(value.ikm), salt: try bytes(value.salt), info: try bytes(value.info),
          byteCount: value.size)
      }
      if value.result == "valid" {
        #expect(try derive() == (try bytes(value.okm)), "case \(value.tcId)")
      } else {
        #expect(throws: CryptographyError.wrongLength, "case \(value.tcId)") { try derive() }
      }
    }
    #expect(count == 86)
    print("Wycheproof HKDF-SHA-256: \(count) cases")
  }

  struct X25519Group: Decodable {
    struct Case: Decodable {
      let tcId: Int
      let `public`, `private`, shared, result: String
    }
    let tests: [Case]
  }

  /// "Acceptable" are the keys that an implementation may refuse. Those that are on the twist or
  /// not canonical are taken, as RFC 7748 has it; those that give zero are refused, as it allows.
  @Test func `X25519 agrees on what is valid and refuses a secret of zero`() throws {
    guard let file = try WycheproofFile<X25519Group>.read("x25519_test") else { return }
    var (count, refused) = (0, 0)
    for value in file.testGroups.flatMap(\.tests) {
      let (own, other) = (try bytes(value.private), try bytes(value.public))
      let shared = try bytes(value.shared)
      if shared.allSatisfy({ $0 == 0 }) {
        #expect(value.result == "acceptable")
        #expect(throws: CryptographyError.authenticationFailed, "case \(value.tcId)") {
          try X25519.sharedSecret(of: own, with: other)
        }
        refused += 1
        continue
      }
      count += 1
      #expect(try X25519.sharedSecret(of: own, with: other) == shared, "case \(value.tcId)")
    }
    #expect((count, refused) == (487, 31))
    print("Wycheproof X25519: \(count) cases, \(refused) that are refused")
  }
}
