import Cryptography
import Testing

@Suite struct DigestTests {
  static let bytes = (0..<32).map { UInt8($0 * 8 + $0 / 4) }

  @Test func `a digest gives back its bytes`() throws {
    let digest = try #require(Digest(DigestTests.bytes))
    #expect(digest.bytes == DigestTests.bytes)
    let fromSpan = Digest(DigestTests.bytes.span)
    #expect(fromSpan == digest)
    var output: [UInt8] = [1, 2]
    digest.append(to: &output)
    #expect(output == [1, 2] + DigestTests.bytes)
  }

  @Test(arguments: [0, 1, 31, 33, 64])
  func `a wrong number of bytes is no digest`(count: Int) {
    #expect(Digest([UInt8](repeating: 0, count: count)) == nil)
    let fromSpan = Digest([UInt8](repeating: 0, count: count).span)
    #expect(fromSpan == nil)
  }

  @Test func `a digest is shown as 64 lower-case digits`() throws {
    let digest = try #require(Digest(DigestTests.bytes))
    #expect(digest.description == Hexadecimal.text(DigestTests.bytes))
    var output = utf8("sha256:")
    digest.appendHex(to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "sha256:\(digest)")
  }

  @Test func `digests that differ in one bit differ`() throws {
    let digest = try #require(Digest(DigestTests.bytes))
    for bit in 0..<256 {
      let other = try #require(Digest(flipping(bit: bit, of: DigestTests.bytes)))
      #expect(digest != other)
      #expect(digest.description != other.description)
    }
  }
}

@Suite struct HexadecimalTests {
  @Test func `every byte has its two digits and comes back`() throws {
    for byte in UInt8.min...UInt8.max {
      let text = Hexadecimal.text([byte])
      let plain = String(byte, radix: 16)
      #expect(text == (byte < 16 ? "0" + plain : plain))
      #expect(Hexadecimal.bytes(text) == [byte])
    }
  }

  @Test func `a word has its sixteen digits`() {
    for shift in stride(from: 0, to: 64, by: 4) {
      for digit in UInt64(0)..<16 {
        let word = digit << UInt64(shift)
        var output: [UInt8] = []
        Hexadecimal.append(word, to: &output)
        let plain = String(word, radix: 16)
        let expected = String(repeating: "0", count: 16 - plain.count) + plain
        #expect(String(decoding: output, as: UTF8.self) == expected)
      }
    }
  }

  @Test(arguments: ["0", "000", "0A", "AB", "0g", "0x", " 00", "00 ", "0 0", "/0", ":0", "`0", "é"])
  func `text that is not pairs of lower-case digits is refused`(text: String) {
    #expect(Hexadecimal.bytes(text) == nil)
  }

  @Test func `no digits are no bytes`() {
    #expect(Hexadecimal.bytes("") == [])
    #expect(Hexadecimal.text([]) == "")
  }
}
