import Foundation
import MerkleLog
import Testing

@Suite struct Base64Tests {
  private func bytes(_ text: String) -> [UInt8]? { Base64.bytes(Array(text.utf8)[...]) }

  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of the standard`(plain: String, text: String) {
    #expect(Base64.text(Array(plain.utf8)) == Array(text.utf8))
    #expect(bytes(text) == Array(plain.utf8))
  }

  @Test func `every length agrees with Foundation, in every byte`() {
    for count in 0...300 {
      let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
      let text = Base64.text(plain)
      #expect(String(decoding: text, as: UTF8.self) == Data(plain).base64EncodedString())
      #expect(Base64.bytes(text[...]) == plain)
    }
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "=", "==", "====", "Z===", "Zm8", "Zm8==", "Zm9vYg", "Zg==Zg==",
    "Zm=v", "=m8v", "Zm8=\n", " Zm8=", "Zm 8", "Zm8-", "Zm8_", "Zh==", "Zm9=", "Zm8=====", "Zm8ä",
  ])
  func `any other text is refused`(text: String) {
    #expect(bytes(text) == nil)
  }

  @Test func `two bytes have one text of four characters, among all that end in padding`() {
    let alphabet = Array(UInt8.min...UInt8.max)
    for (ending, count) in [("==", 256), ("=", 4 * 256)] {
      var found: [[UInt8]] = []
      for first in alphabet {
        for second in alphabet where second != UInt8(ascii: "=") {
          let start = ending.utf8.count == 2 ? [first, second] : [0x41, first, second]
          if let bytes = Base64.bytes((start + Array(ending.utf8))[...]) { found.append(bytes) }
        }
      }
      #expect(found.count == count)
      #expect(Set(found).count == count)
    }
  }
}
