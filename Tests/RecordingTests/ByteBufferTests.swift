import Cryptography
import Foundation
import Testing

@testable import Recording

@Suite struct ByteBufferTests {
  @Test func `grows from nothing and keeps every byte in order`() {
    var random = Seeded(for: "ByteBuffer")
    var buffer = ByteBuffer(capacity: 0)
    var expected: [UInt8] = []
    for _ in 0..<rounds(500) {
      let piece = (0..<random.below(70)).map { _ in UInt8.random(in: 0...255, using: &random) }
      if piece.count == 1 { buffer.append(piece[0]) } else { buffer.append(piece.span) }
      expected += piece
    }
    #expect(buffer.bytes == expected)
    #expect(buffer.count == expected.count)
    buffer.truncate(to: 7)
    #expect(buffer.withSpan { $0.count } == 7)
    buffer.append("text")
    #expect(buffer.bytes == expected.prefix(7) + Array("text".utf8))
    buffer.removeAll()
    #expect(buffer.isEmpty && buffer.storage.count >= expected.count)
    buffer.removeAll(keepingCapacity: false)
    #expect(buffer.storage.count == 16)
  }

  @Test(arguments: [0, 7, 10, 99, 100, 12_345, UInt64.max])
  func `writes decimals as Swift does`(_ value: UInt64) {
    #expect(text { $0.appendDecimal(value) } == String(value))
  }

  @Test func `writes decimals of a fixed width`() {
    #expect(text { $0.appendDecimal(42, width: 6) } == "000042")
    #expect(text { $0.appendDecimal(1234, width: 2) } == "34")
    #expect(text { $0.appendDecimal(1, width: 0) } == "")
  }

  @Test func `writes Base64 as Foundation does`() {
    var random = Seeded(for: "Base64")
    for length in 0..<100 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(text { $0.appendBase64(bytes.span) } == Data(bytes).base64EncodedString())
    }
  }

  @Test func `writes a digest in hexadecimal`() {
    let digest = Digest(words: (0x0123_4567_89AB_CDEF, 0, UInt64.max, 0xF0))
    #expect(text { $0.appendHex(digest) } == digest.description)
  }
}
