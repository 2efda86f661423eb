import Cryptography
import Testing

@Suite struct HMACSHA256Tests {
  /// RFC 4231, section 4, all cases but the truncated one.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), utf8("Hi There"),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      utf8("Jefe"), utf8("what do ya want for nothing?"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      Array(0x01...0x19), [UInt8](repeating: 0xcd, count: 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      utf8("Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      utf8(
        "This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm."),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ])
  func `a message of RFC 4231 has the code given there`(
    key: [UInt8], message: [UInt8], code: String
  ) {
    #expect(HMACSHA256(key: key).authenticate(message.span).description == code)
  }

  @Test func `the truncated code of RFC 4231 is the start of ours`() {
    let hmac = HMACSHA256(key: [UInt8](repeating: 0x0c, count: 20))
    let code = hmac.authenticate(utf8("Test With Truncation").span)
    #expect(code.description.hasPrefix("a3b6167473100ee06e0c796c2955552b"))
  }

  @Test func `one key gives the same code again and again`() {
    let hmac = HMACSHA256(key: utf8("key"))
    let first = hmac.authenticate(utf8("message").span)
    #expect(hmac.authenticate(utf8("another").span) != first)
    #expect(hmac.authenticate(utf8("message").span) == first)
  }

  @Test func `a domain is the message's first byte`() {
    let hmac = HMACSHA256(key: utf8("key"))
    let code = hmac.authenticate(domain: 7, utf8("message").span)
    #expect(code == hmac.authenticate(([7] + utf8("message")).span))
    #expect(code != hmac.authenticate(domain: 8, utf8("message").span))
  }

  /// By the definition of RFC 2104, for keys on both sides of a block's length.
  @Test(arguments: [0, 1, 31, 32, 63, 64, 65, 128, 200])
  func `a key of any length is used as RFC 2104 says`(count: Int) {
    let key = (0..<count).map { UInt8($0) }
    let message = utf8("message")
    let short = count > 64 ? SHA256.hash(key.span).bytes : key
    let block = short + [UInt8](repeating: 0, count: 64 - short.count)
    let inner = SHA256.hash((block.map { $0 ^ 0x36 } + message).span)
    let outer = SHA256.hash((block.map { $0 ^ 0x5c } + inner.bytes).span)
    #expect(HMACSHA256(key: key).authenticate(message.span) == outer)
    #expect(key == (0..<count).map { UInt8($0) }, "the caller's key is left alone")
  }
}
