/// Splits URLs into the parts of RFC 3986 section 3, tolerantly: after a proper scheme, any byte
/// from 0x21 on is taken as it is, whatever the RFC would have had encoded. Nothing is normalised,
/// and no name is looked up.
package enum URLScanner {
  /// Splits one URL, replacing what `parts` held.
  ///
  /// A query is split at `&`; each part at its first `=`. Parts between two `&` that hold nothing
  /// are not parameters. Allocates only when there are more parameters than ever before.
  ///
  /// - Throws: a reason and offset; `parts` are empty then.
  package static func scan(
    _ url: Span<UInt8>, into parts: inout URLParts
  ) throws(URLScanError) {
    parts.removeAll()
    for offset in 0..<url.count where url[offset] < 0x21 {
      throw URLScanError(reason: .spaceOrControl, offset: offset)
    }
    let colon = try schemeEnd(url)
    parts.scheme = 0..<colon
    var index = colon + 1

    if index + 1 < url.count, url[index] == 0x2F, url[index + 1] == 0x2F {
      let start = index + 2
      index = start
      while index < url.count, !isPathEnd(url[index]), url[index] != 0x2F { index += 1 }
      parts.authority = start..<index
    }
    let pathStart = index
    while index < url.count, !isPathEnd(url[index]) { index += 1 }
    parts.path = pathStart..<index

    if index < url.count, url[index] == 0x3F {
      let start = index + 1
      index = JSONText.firstIndex(of: 0x23, in: url, from: start)
      parts.query = start..<index
      addParameters(url, start..<index, to: &parts)
    }
    if index < url.count { parts.fragment = index + 1..<url.count }
  }

  /// Adds a part of a URL with its percent-encoding undone.
  ///
  /// `+` stays `+`, and a `%` that is not followed by two hexadecimal digits stays as it is. The
  /// result can be any bytes, so not always UTF-8.
  package static func decode(_ text: Span<UInt8>, into buffer: inout ByteBuffer) {
    var index = 0
    while index < text.count {
      let run = JSONText.firstIndex(of: 0x25, in: text, from: index)
      buffer.append(text.extracting(index..<run))
      guard run < text.count else { return }
      if run &+ 2 < text.count, let high = Hexadecimal.value(text[run &+ 1]),
        let low = Hexadecimal.value(text[run &+ 2])
      {
        buffer.append(high << 4 | low)
        index = run &+ 3
      } else {
        buffer.append(0x25)
        index = run &+ 1
      }
    }
  }

  /// The offset of the colon after `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
  private static func schemeEnd(_ url: Span<UInt8>) throws(URLScanError) -> Int {
    for offset in 0..<url.count {
      let byte = url[offset]
      if (byte | 0x20) &- 0x61 < 26 { continue }
      switch byte {
      case _ where offset > 0 && isSchemeMark(byte): continue
      case 0x3A where offset > 0: return offset
      case 0x3A, 0x2F, 0x3F, 0x23: throw URLScanError(reason: .missingScheme, offset: offset)
      default: throw URLScanError(reason: .badScheme, offset: offset)
      }
    }
    throw URLScanError(reason: .missingScheme, offset: url.count)
  }

  private static func isSchemeMark(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte == 0x2B || byte == 0x2D || byte == 0x2E
  }

  private static func isPathEnd(_ byte: UInt8) -> Bool { byte == 0x3F || byte == 0x23 }

  private static func addParameters(
    _ url: Span<UInt8>, _ query: Range<Int>, to parts: inout URLParts
  ) {
    var start = query.lowerBound
    while start < query.upperBound {
      var end = start
      var equals: Int?
      while end < query.upperBound, url[end] != 0x26 {
        if equals == nil, url[end] == 0x3D { equals = end }
        end += 1
      }
      if end > start {
        parts.parameters.append(
          URLParameter(name: start..<(equals ?? end), value: equals.map { $0 + 1..<end }))
      }
      start = end + 1
    }
  }
}
