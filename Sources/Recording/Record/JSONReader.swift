/// Reads a JSON text into values, for whoever needs to look at one as a whole: capture lines,
/// frame messages. The hot path has no use for it.
package enum JSONReader {
  /// The value of a strict JSON text (RFC 8259); redaction markers are not looked for.
  package static func value(of text: [UInt8]) throws(JSONScanError) -> RecordValue {
    var tape = JSONTape(byteCount: text.count)
    try JSONScanner.scan(text.span, into: &tape)
    return TapeReader().value(at: 0, of: tape, in: text.span)
  }

  /// A text as a JSON string, quotes included.
  package static func literal(_ text: String) -> String {
    var buffer = ByteBuffer(capacity: text.utf8.count + 16)
    let bytes = Array(text.utf8)
    JSONText.appendLiteral(bytes.span, to: &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// A member of an object, its value as bytes.
  package struct Member: Sendable {
    package let name: String
    /// The text of a string, unescaped; any other value as it was spelled.
    package let bytes: [UInt8]
    package let isString: Bool
  }

  /// The members of a JSON object, in their order; `nil` where the text is another value.
  package static func members(of text: [UInt8]) throws(JSONScanError) -> [Member]? {
    var tape = JSONTape(byteCount: text.count)
    try JSONScanner.scan(text.span, into: &tape)
    guard tape[0].kind == .object else { return nil }
    var members: [Member] = []
    var buffer = ByteBuffer(capacity: 256)
    var key = 1
    while key < Int(tape[0].next) {
      let value = tape[key + 1]
      buffer.removeAll()
      JSONText.append(tape[key], of: text.span, to: &buffer)
      let name = String(decoding: buffer.bytes, as: UTF8.self)
      buffer.removeAll()
      if value.isString {
        JSONText.append(value, of: text.span, to: &buffer)
      } else {
        buffer.append(text.span.extracting(value.literalRange))
      }
      members.append(Member(name: name, bytes: buffer.bytes, isString: value.isString))
      key = Int(value.next)
    }
    return members
  }
}
