import Cryptography
import Testing

@Suite struct SHA256Tests {
  /// The examples that NIST publishes for FIPS 180-4, and the hash of nothing.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `a message of FIPS 180-4 has the hash given there`(message: String, hash: String) {
    #expect(SHA256.hash(utf8(message).span).description == hash)
  }

  @Test func `a million times the letter a has the hash of FIPS 180-4`() {
    let message = [UInt8](repeating: 0x61, count: 1_000_000)
    let hash = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(SHA256.hash(message.span).description == hash)
  }

  /// Lengths around one and two blocks, where padding changes its shape.
  @Test(arguments: [0, 1, 54, 55, 56, 62, 63, 64, 65, 118, 119, 120, 127, 128, 129])
  func `a prefix is hashed as the message's first byte`(count: Int) {
    let message = (0..<count).map { UInt8($0) }
    #expect(
      SHA256.hash(prefix: 0xA5, message.span) == SHA256.hash(([0xA5] + message).span))
  }

  @Test func `a prefix and two digests are hashed as their bytes in order`() {
    let left = SHA256.hash(utf8("left").span)
    let right = SHA256.hash(utf8("right").span)
    let whole = [0x01] + left.bytes + right.bytes
    #expect(SHA256.hash(prefix: 0x01, left, right) == SHA256.hash(whole.span))
    #expect(SHA256.hash(prefix: 0x01, right, left) != SHA256.hash(whole.span))
  }

  @Test func `a part of an array is hashed without what surrounds it`() {
    let message = utf8("--abc--")
    #expect(SHA256.hash(message.span.extracting(2..<5)) == SHA256.hash(utf8("abc").span))
  }
}
