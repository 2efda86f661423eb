import Foundation
import Testing

@testable import Recording

@Suite struct JSONScannerTests {
  @Test func `JSONTestSuite: every y file is accepted and every n file refused`() throws {
    var accepted: [String] = []
    for (name, bytes) in try sharedFiles("vectors/json/test_parsing", suffix: ".json") {
      let error = refusal(bytes)
      switch name.prefix(2) {
      case "y_": #expect(error == nil, "\(name)")
      case "n_": #expect(error != nil, "\(name)")
      default: if error == nil { accepted.append(name) }
      }
      if let error { #expect(0...bytes.count ~= error.offset, "\(name)") }
    }
    print("Accepted of what an implementation may decide:", accepted.joined(separator: " "))
  }

  @Test(arguments: [
    ("", JSONScanError.Reason.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2),
    ("{", .unexpectedEnd, 1), ("[1,", .unexpectedEnd, 3), (#"{"a""#, .unexpectedEnd, 4),
    (#""abcdefghij"#, .unexpectedEnd, 11), (#""a\"#, .unexpectedEnd, 3), ("tru", .unexpectedEnd, 3),
    ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3),
    ("[1,]", .unexpectedCharacter, 3), (#"{"a":1,}"#, .unexpectedCharacter, 7),
    ("{1:2}", .unexpectedCharacter, 1), ("[1}", .unexpectedCharacter, 2),
    (#"{"a" 1}"#, .unexpectedCharacter, 5), ("nulL", .unexpectedCharacter, 3),
    ("\u{FEFF}1", .unexpectedCharacter, 0), ("\u{A0}1", .unexpectedCharacter, 0),
    ("'a'", .unexpectedCharacter, 0), ("+1", .unexpectedCharacter, 0),
    (".5", .unexpectedCharacter, 0),
    ("1 2", .trailingContent, 2), ("{}}", .trailingContent, 2), ("1/**/", .trailingContent, 1),
    ("01", .badNumber, 1), ("-x", .badNumber, 1), ("1.e1", .badNumber, 2), ("1ex", .badNumber, 2),
    (#""\x""#, .badEscape, 1), (#""\u12g4""#, .badEscape, 1), (#""\u12"#, .badEscape, 1),
    ("\"a\nb\"", .controlCharacter, 2), ("\"abcdefghijk\u{0}\"", .controlCharacter, 12),
  ])
  func `refuses with a reason and an offset`(
    _ text: String, _ reason: JSONScanError.Reason, _ offset: Int
  ) {
    #expect(refusal(Array(text.utf8)) == JSONScanError(reason: reason, offset: offset))
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3],
    ] as [[UInt8]])
  func `refuses ill-formed UTF-8 at any place of a word`(_ sequence: [UInt8]) {
    for lead in 0..<17 {
      let bytes = [0x22] + [UInt8](repeating: 0x61, count: lead) + sequence + [0x22]
      #expect(refusal(bytes) == JSONScanError(reason: .badUTF8, offset: lead + 1))
      #expect(!isUTF8(sequence))
    }
  }

  @Test func `accepts every Unicode scalar unescaped`() {
    for value in UInt32(0x20)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), value != 0x22, value != 0x5C else { continue }
      let bytes = [0x22] + Array(String(Character(scalar)).utf8) + [0x22]
      if value % 97 < 2 || value < 0x900 { #expect(refusal(bytes) == nil, "U+\(value)") }
    }
  }

  @Test func `nests 512 deep and no deeper`() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
      Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
    }
    #expect(try scanned(nested(512, "[", "]")).count == 512)
    let error = JSONScanError(reason: .nestedTooDeeply, offset: 512)
    #expect(refusal(nested(513, "[", "]")) == error)
    #expect(refusal([UInt8](repeating: 0x5B, count: 100_000)) == error)
    let objects = String(repeating: #"{"a":"#, count: 512)
    #expect(refusal(Array((objects + "1" + String(repeating: "}", count: 512)).utf8)) == nil)
  }

  @Test func `the tape tells where values are and where the next one starts`() throws {
    let source = Array(#" {"a":[1,{"b\n":"c"}, []],"d":"\u0041","":-0.5e+1} "#.utf8)
    let tape = try scanned(source)
    let kinds: [JSONToken.Kind] = [
      .object, .key, .array, .number, .object, .escapedKey, .string, .array, .key,
      .escapedString, .key, .number,
    ]
    #expect(tape.storage.prefix(tape.count).map(\.kind) == kinds)
    #expect((0..<tape.count).map { tape[$0].next } == [12, 2, 8, 4, 7, 6, 7, 8, 9, 10, 11, 12])
    func literal(_ index: Int) -> String {
      String(decoding: source[tape[index].literalRange], as: UTF8.self)
    }
    #expect(literal(2) == #"[1,{"b\n":"c"}, []]"#)
    #expect(literal(5) == #""b\n""#)
    #expect(literal(9) == #""\u0041""#)
    #expect(literal(10) == #""""#)
    #expect(literal(11) == "-0.5e+1")
    #expect(MemoryLayout<JSONToken>.stride == 16)
  }

  @Test func `a failed scan leaves an empty tape, and the tape can be used again`() throws {
    var tape = JSONTape(byteCount: 0)
    try JSONScanner.scan(Array("[1,2,3]".utf8).span, into: &tape)
    #expect(tape.count == 4)
    #expect(throws: JSONScanError.self) {
      try JSONScanner.scan(Array("[1,2,".utf8).span, into: &tape)
    }
    #expect(tape.count == 0)
    let long = Array(("[" + String(repeating: "1,", count: 50_000) + "1]").utf8)
    try JSONScanner.scan(long.span, into: &tape)
    #expect(tape.count == 50_002)
  }
}
