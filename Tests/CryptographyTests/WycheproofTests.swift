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

  /// Those with the sizes that `AES256GCM` takes; with other nonces it refuses to work.
  @Test func `AES-256-GCM seals and opens what is valid and refuses the rest`() throws {
    guard let file = try WycheproofFile<GCMGroup>.read("aes_gcm_test") else { return }
    var count = 0
    for group in file.testGroups where (group.keySize, group.tagSize) == (256, 128) {
      for value in group.tests {
        let cipher = try AES256GCM(key: bytes(value.key))
        let (nonce, data) = (try bytes(value.iv), try bytes(value.aad))
        let (plaintext, sealed) = (try bytes(value.msg), try bytes(value.ct + value.tag))
        guard group.ivSize == 96 else {
          #expect(throws: CryptographyError.wrongLength, "case \(value.tcId)") {
            try cipher.open(sealed.span, nonce: nonce.span, additionalData: data.span)
          }
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
    #expect(count > 0)
    print("Wycheproof AES-256-GCM: \(count) cases")
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
    #expect(count > 0)
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
    #expect(count > 0)
    print("Wycheproof Ed25519: \(count) cases")
  }
}
