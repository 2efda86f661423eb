import Foundation
import Testing

@testable import Recording

@Suite struct JSONTextTests {
  private func matches(_ token: JSONToken, of source: [UInt8], _ expected: [UInt8]) -> Bool {
    JSONText.matches(token, of: source.span, expected.span)
  }

  @Test(arguments: [
    (#""""#, ""), (#""plain""#, "plain"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00E9\u20ac""#, "Aé€"), (#""\uD83D\uDE00!""#, "😀!"), (#""\u0000""#, "\u{0}"),
    (#""\uD800""#, "\u{FFFD}"), (#""\uDC00x""#, "\u{FFFD}x"), (#""\uD800\n""#, "\u{FFFD}\n"),
    (#""\uD800\u0041""#, "\u{FFFD}A"), (#""\uD800\uD83D\uDE00""#, "\u{FFFD}😀"),
    (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\ud800\udc00""#, "\u{10000}"),
  ])
  func `unescapes to UTF-8`(_ literal: String, _ expected: String) throws {
    let bytes = Array(literal.utf8)
    let token = try scanned(bytes)[0]
    #expect(JSONDocument.content(token, of: bytes) == expected)
    let wanted = Array(expected.utf8)
    #expect(matches(token, of: bytes, wanted))
    #expect(!matches(token, of: bytes, wanted + [0x61]))
    #expect(wanted.isEmpty || !matches(token, of: bytes, wanted.dropLast()))
  }

  @Test func `comparing agrees with unescaping on random strings`() throws {
    var random = Seeded(for: "JSONText")
    for _ in 0..<rounds(1000) {
      let first = Array(JSONDocument.string(&random, prefix: "").utf8)
      let second = Array(JSONDocument.string(&random, prefix: "").utf8)
      let token = try scanned(first)[0]
      let other = Array(JSONDocument.content(try scanned(second)[0], of: second).utf8)
      let own = Array(JSONDocument.content(token, of: first).utf8)
      #expect(matches(token, of: first, own))
      #expect(matches(token, of: first, other) == (own == other))
    }
  }

  @Test func `writes string literals that escape what must be and nothing else`() {
    func literal(_ value: String) -> String {
      text { JSONText.appendLiteral(Array(value.utf8).span, to: &$0) }
    }
    #expect(literal("") == #""""#)
    #expect(literal("a/é€😀\u{7F}\u{2028}") == "\"a/é€😀\u{7F}\u{2028}\"")
    #expect(literal("say \"hi\\\"") == #""say \"hi\\\"""#)
    #expect(literal("\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1F}") == #""\u0000\b\t\n\u000b\f\r\u001f""#)
  }

  @Test func `a literal of any bytes is a string that the scanner accepts`() throws {
    var random = Seeded(for: "JSON literals")
    for _ in 0..<rounds(2000) {
      let bytes = (0..<random.below(40)).map { _ in UInt8.random(in: 0...255, using: &random) }
      var buffer = ByteBuffer()
      JSONText.appendLiteral(bytes.span, to: &buffer)
      let token = try scanned(buffer.bytes)[0]
      guard isUTF8(bytes) else { continue }
      #expect(Array(JSONDocument.content(token, of: buffer.bytes).utf8) == bytes)
    }
    #expect(text { JSONText.appendLiteral([0x61, 0xFF, 0x62].span, to: &$0) } == "\"a\u{FFFD}b\"")
  }
}
