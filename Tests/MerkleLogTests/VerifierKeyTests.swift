import Cryptography
import MerkleLog
import Testing

@Suite struct VerifierKeyTests {
  static let go = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"

  /// The key with which the Go implementation of signed notes is tested.
  @Test func `a published key is read, written and found again from its parts`() throws {
    let key = try #require(VerifierKey(VerifierKeyTests.go))
    #expect(key.name == "PeterNeumann")
    #expect(key.keyHash == 0xc74f_20a3)
    #expect(key.publicKey.count == 32)
    #expect(key.description == VerifierKeyTests.go)
    #expect(VerifierKey(name: "PeterNeumann", publicKey: key.publicKey) == key)
  }

  @Test func `no part of a key and no changed character is a key`() {
    let text = Array(VerifierKeyTests.go.utf8)
    for start in 0...text.count {
      for end in start...text.count where end - start < text.count {
        let part = String(decoding: text[start..<end], as: UTF8.self)
        #expect(VerifierKey(part) == nil, "\(part)")
      }
    }
    for index in text.indices {
      for byte in UInt8(0)..<128 where byte != text[index] {
        var changed = text
        changed[index] = byte
        #expect(VerifierKey(String(decoding: changed, as: UTF8.self)) == nil)
      }
    }
    for changed in [
      VerifierKeyTests.go + "\n", " " + VerifierKeyTests.go, VerifierKeyTests.go + "+",
    ] {
      #expect(VerifierKey(changed) == nil)
    }
  }

  @Test func `a key of another type or length is none`() {
    let key = (0..<32).map { UInt8($0) }
    for (type, bytes) in [(2, key), (4, key), (0, key), (1, key + [1]), (1, Array(key[1...]))] {
      let type = UInt8(type)
      let named = Array("name\n".utf8) + [type] + bytes
      let hash = SHA256.hash(named.span).description.prefix(8)
      let text = String(decoding: Base64.text([type] + bytes), as: UTF8.self)
      #expect(VerifierKey("name+\(hash)+\(text)") == nil)
      #expect(VerifierKey(name: "name", publicKey: bytes) == nil || bytes.count == 32)
    }
  }

  @Test(arguments: [
    "", " ", "a b", "a+b", "a\n", "a\tb", "a\u{a0}b", "a\u{2003}", "\u{3000}a", "a\u{85}", "\0",
    "a\r\n", "+\u{301}",
  ])
  func `a name with spaces, a plus or control characters names no key`(name: String) {
    #expect(VerifierKey(name: name, publicKey: Array(repeating: 1, count: 32)) == nil)
  }

  @Test func `names are compared by their bytes`() throws {
    let bytes = [UInt8](repeating: 1, count: 32)
    let one = try #require(VerifierKey(name: "caf\u{e9}", publicKey: bytes))
    let other = try #require(VerifierKey(name: "cafe\u{301}", publicKey: bytes))
    #expect(one != other)
    #expect(one.keyHash != other.keyHash)
    #expect(VerifierKey(other.description) == other)
  }
}
