/// The text of JSON strings (RFC 8259 section 7): reading, comparing and writing it.
package enum JSONText {
  /// Adds the text of a string or key token, unescaped.
  ///
  /// Escaped surrogate pairs become one character; a lone surrogate becomes U+FFFD, so that what is
  /// written is always well-formed UTF-8. An escaped NUL becomes a NUL.
  ///
  /// - Precondition: the token is a string or key of a scan of `text`.
  package static func append(
    _ token: JSONToken, of text: Span<UInt8>, to buffer: inout ByteBuffer
  ) {
    let content = text.extracting(token.range)
    if token.hasEscapes { unescape(content, into: &buffer) } else { buffer.append(content) }
  }

  /// Adds the text that a string's content, without its quotes, stands for.
  ///
  /// - Precondition: the content of a string that a scan accepted.
  package static func unescape(_ content: Span<UInt8>, into buffer: inout ByteBuffer) {
    var index = 0
    while index < content.count {
      let run = firstIndex(of: 0x5C, in: content, from: index)
      buffer.append(content.extracting(index..<run))
      index = run
      if index < content.count {
        let scalar = EncodedScalar(takeEscape(content, &index))
        for position in 0..<scalar.count { buffer.append(scalar[position]) }
      }
    }
  }

  /// Whether the text of a string or key token is exactly these bytes.
  ///
  /// A token without escapes costs a comparison of lengths first; one with escapes is unescaped on
  /// the way, without a buffer.
  ///
  /// - Precondition: the token is a string or key of a scan of `text`.
  package static func matches(
    _ token: JSONToken, of text: Span<UInt8>, _ expected: Span<UInt8>
  ) -> Bool {
    if !token.hasEscapes {
      let length = Int(token.length)
      guard length == expected.count else { return false }
      let start = Int(token.start)
      for index in 0..<length where text[start &+ index] != expected[index] { return false }
      return true
    }
    let content = text.extracting(token.range)
    var index = 0
    var matched = 0
    while index < content.count {
      if content[index] != 0x5C {
        guard matched < expected.count, content[index] == expected[matched] else { return false }
        index &+= 1
        matched &+= 1
        continue
      }
      let scalar = EncodedScalar(takeEscape(content, &index))
      guard matched &+ scalar.count <= expected.count else { return false }
      for position in 0..<scalar.count where scalar[position] != expected[matched &+ position] {
        return false
      }
      matched &+= scalar.count
    }
    return matched == expected.count
  }

  /// Adds a text as a JSON string with its quotes.
  ///
  /// Escaped are `"`, `\` and the controls below 0x20, and nothing else. A byte that is no part of
  /// well-formed UTF-8 becomes U+FFFD: what is written is always a string that a scan accepts.
  package static func appendLiteral(_ bytes: Span<UInt8>, to buffer: inout ByteBuffer) {
    buffer.append(0x22)
    appendLiteralContent(bytes, to: &buffer)
    buffer.append(0x22)
  }

  /// Adds a text as ``appendLiteral(_:to:)`` does, without the quotes.
  package static func appendLiteralContent(_ bytes: Span<UInt8>, to buffer: inout ByteBuffer) {
    var index = 0
    var written = 0
    while index < bytes.count {
      if index &+ 8 <= bytes.count {
        let stops = ByteWord(bytes, at: index).stringStops
        if stops == 0 {
          index &+= 8
          continue
        }
        index &+= ByteWord.firstMark(stops)
      }
      let byte = bytes[index]
      let length = UTF8Sequence.length(in: bytes, at: index)
      if byte >= 0x20, byte != 0x22, byte != 0x5C, length > 0 {
        index &+= length
        continue
      }
      buffer.append(bytes.extracting(written..<index))
      appendEscape(of: byte, to: &buffer)
      index &+= 1
      written = index
    }
    buffer.append(bytes.extracting(written..<bytes.count))
  }

  @inline(never)
  private static func appendEscape(of byte: UInt8, to buffer: inout ByteBuffer) {
    guard byte < 0x80 else {
      let replacement = EncodedScalar(0xFFFD)
      for position in 0..<replacement.count { buffer.append(replacement[position]) }
      return
    }
    buffer.append(0x5C)
    switch byte {
    case 0x08: buffer.append(0x62)
    case 0x09: buffer.append(0x74)
    case 0x0A: buffer.append(0x6E)
    case 0x0C: buffer.append(0x66)
    case 0x0D: buffer.append(0x72)
    case 0x22, 0x5C: buffer.append(byte)
    default:
      buffer.append(0x75)
      buffer.append(0x30)
      buffer.append(0x30)
      buffer.append(ByteBuffer.hexDigit(byte >> 4))
      buffer.append(ByteBuffer.hexDigit(byte & 15))
    }
  }

  /// The index of the first such byte from `start` on, or the count where there is none.
  @inline(__always)
  static func firstIndex(of byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index &+ 8 <= bytes.count {
      let marks = ByteWord(bytes, at: index).matches(byte)
      if marks != 0 { return index &+ ByteWord.firstMark(marks) }
      index &+= 8
    }
    while index < bytes.count, bytes[index] != byte { index &+= 1 }
    return index
  }

  /// Takes the escape at `index` and moves past it, and past the second half of a pair.
  private static func takeEscape(_ content: Span<UInt8>, _ index: inout Int) -> UInt32 {
    let letter = content[index &+ 1]
    index &+= 2
    switch letter {
    case 0x62: return 0x08
    case 0x66: return 0x0C
    case 0x6E: return 0x0A
    case 0x72: return 0x0D
    case 0x74: return 0x09
    case 0x75: break
    default: return UInt32(letter)
    }
    let unit = codeUnit(content, at: index)
    index &+= 4
    guard 0xD800...0xDFFF ~= unit else { return unit }
    guard unit < 0xDC00, index &+ 6 <= content.count, content[index] == 0x5C,
      content[index &+ 1] == 0x75
    else { return 0xFFFD }
    let second = codeUnit(content, at: index &+ 2)
    guard 0xDC00...0xDFFF ~= second else { return 0xFFFD }
    index &+= 6
    return 0x10000 &+ (unit &- 0xD800) << 10 &+ (second &- 0xDC00)
  }

  private static func codeUnit(_ content: Span<UInt8>, at index: Int) -> UInt32 {
    var value: UInt32 = 0
    for position in index..<index &+ 4 {
      value = value << 4 | UInt32(Hexadecimal.value(content[position]) ?? 0)
    }
    return value
  }
}
