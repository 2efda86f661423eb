import Foundation
import Testing

@testable import Recording

@Suite struct URLScannerTests {
  /// The parts as text, `nil` as `-`: scheme, authority, path, query, fragment.
  private func parts(_ url: String) throws -> [String] {
    let bytes = Array(url.utf8)
    let parts = try scan(bytes)
    return [parts.scheme, parts.authority, parts.path, parts.query, parts.fragment].map { range in
      range.map { String(decoding: bytes[$0], as: UTF8.self) } ?? "-"
    }
  }

  /// The parameters as text: `name=value`, or `name` where there is no value.
  private func parameters(_ url: String) throws -> [String] {
    let bytes = Array(url.utf8)
    return try scan(bytes).parameters.map { parameter in
      let value = parameter.value.map { "=" + String(decoding: bytes[$0], as: UTF8.self) }
      return String(decoding: bytes[parameter.name], as: UTF8.self) + (value ?? "")
    }
  }

  private func scan(_ bytes: [UInt8]) throws -> URLParts {
    var parts = URLParts()
    try URLScanner.scan(bytes.span, into: &parts)
    return parts
  }

  private func decoded(_ part: String) -> [UInt8] {
    var buffer = ByteBuffer()
    URLScanner.decode(Array(part.utf8).span, into: &buffer)
    return buffer.bytes
  }

  @Test(arguments: [
    ("app://pay?a=1#f", ["app", "pay", "", "a=1", "f"]),
    ("https://u@h:8/p/q?x#y?z#w", ["https", "u@h:8", "/p/q", "x", "y?z#w"]),
    ("app:", ["app", "-", "", "-", "-"]), ("app:///x", ["app", "", "/x", "-", "-"]),
    ("app://", ["app", "", "", "-", "-"]), ("mailto:a@b?c", ["mailto", "-", "a@b", "c", "-"]),
    ("a+1-.b:/x", ["a+1-.b", "-", "/x", "-", "-"]), ("app://h?", ["app", "h", "", "", "-"]),
    ("app://h#", ["app", "h", "", "-", ""]), ("app://h?#", ["app", "h", "", "", ""]),
    ("app://h?u=https://x/y?z", ["app", "h", "", "u=https://x/y?z", "-"]),
    ("app://é{}|\\?\"", ["app", "é{}|\\", "", "\"", "-"]), ("a:?b", ["a", "-", "", "b", "-"]),
  ])
  func `splits into the parts of RFC 3986`(_ url: String, _ expected: [String]) throws {
    #expect(try parts(url) == expected)
  }

  @Test(arguments: [
    ("a:?x=1&x=2&y", ["x=1", "x=2", "y"]), ("a:?x=&y", ["x=", "y"]), ("a:?=1", ["=1"]),
    ("a:?x=a=b", ["x=a=b"]), ("a:?&&x&", ["x"]), ("a:?", []), ("a:", []), ("a:#?x=1", []),
    ("a:?x=1#&y=2", ["x=1"]), ("a:?x;y=1", ["x;y=1"]), ("a:?=", ["="]),
  ])
  func `keeps parameters in order with duplicates and absent values`(
    _ url: String, _ expected: [String]
  ) throws {
    #expect(try parameters(url) == expected)
  }

  @Test(arguments: [
    ("", URLScanError.Reason.missingScheme, 0), ("app", .missingScheme, 3),
    ("/p:x", .missingScheme, 0), (":x", .missingScheme, 0), ("a/b:c", .missingScheme, 1),
    ("1a:", .badScheme, 0), ("a_b:", .badScheme, 1), ("é:", .badScheme, 0),
    ("app://a b", .spaceOrControl, 7), ("app:\n", .spaceOrControl, 4),
  ])
  func `refuses with a reason and an offset`(
    _ url: String, _ reason: URLScanError.Reason, _ offset: Int
  ) {
    #expect(throws: URLScanError(reason: reason, offset: offset)) { try scan(Array(url.utf8)) }
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("a%20b+c", "a b+c"), ("%C3%a9%E2%82%AC", "é€"),
    ("%", "%"), ("%4", "%4"), ("%zz%41", "%zzA"), ("%%34", "%4"), ("100%25", "100%"),
    ("abcdefgh%41", "abcdefghA"),
  ])
  func `undoes percent-encoding and leaves bad escapes`(_ part: String, _ expected: String) {
    #expect(decoded(part) == Array(expected.utf8))
  }

  @Test func `decodes every byte`() {
    for byte in UInt8.min...UInt8.max {
      #expect(decoded("x" + text { $0.appendPercent(byte) } + "y") == [0x78, byte, 0x79])
    }
  }

  @Test func `reads the MONEI samples`() throws {
    for (name, bytes) in try sharedFiles("samples/monei", suffix: ".url") {
      let url = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
      let items = URLComponents(string: url)?.percentEncodedQueryItems ?? []
      let expected = items.map { item in item.name + (item.value.map { "=" + $0 } ?? "") }
      #expect(try parameters(url) == expected, "\(name)")
      #expect(try parts(url)[0] == (name.contains("open-url") ? "https" : parts(url)[0]))
      #expect(try !parts(url)[1].isEmpty, "\(name)")
    }
  }

  @Test func `takes or refuses any bytes inside their bounds`() {
    var random = Seeded(for: "URL")
    var parts = URLParts()
    for _ in 0..<rounds(5000) {
      let bytes =
        Array("a:".utf8.prefix(random.below(3)))
        + Array(random.pick(random.below(30), of: "ab:/?#&=%+1é ").utf8)
      do throws(URLScanError) {
        try URLScanner.scan(bytes.span, into: &parts)
        let ranges = [parts.scheme, parts.authority, parts.path, parts.query, parts.fragment]
        #expect(ranges.compactMap(\.self).allSatisfy { $0.upperBound <= bytes.count })
        for parameter in parts.parameters {
          #expect(parameter.name.upperBound <= (parameter.value?.lowerBound ?? bytes.count))
        }
      } catch {
        #expect(0...bytes.count ~= error.offset && parts == URLParts())
      }
    }
  }
}

extension ByteBuffer {
  fileprivate mutating func appendPercent(_ byte: UInt8) {
    append(0x25)
    append(ByteBuffer.hexDigit(byte >> 4))
    append(ByteBuffer.hexDigit(byte & 15))
  }
}
