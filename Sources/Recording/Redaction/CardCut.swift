/// Cuts card numbers to their last four digits in what is about to be sealed: even encrypted, a
/// whole number must not be kept (PCI DSS 3.x, requirement 3).
enum CardCut {
  /// Adds a text as a JSON string, each card number in it replaced by `****` and its last four.
  static func appendLiteral(_ text: Span<UInt8>, to buffer: inout ByteBuffer) {
    buffer.append(0x22)
    var written = 0
    while let match = CardGate.firstMatch(in: text, from: written) {
      JSONText.appendLiteralContent(text.extracting(written..<match.range.lowerBound), to: &buffer)
      for _ in 0..<4 { buffer.append(UInt8(ascii: "*")) }
      match.appendLastFour(to: &buffer)
      written = match.range.upperBound
    }
    JSONText.appendLiteralContent(text.extracting(written..<text.count), to: &buffer)
    buffer.append(0x22)
  }

  /// Adds the value at a token as it was spelled, but with card numbers cut and the values of
  /// members that are named like a security code left out.
  static func append(
    _ index: Int, of tape: borrowing JSONTape, in text: Span<UInt8>, scratch: inout ByteBuffer,
    to buffer: inout ByteBuffer
  ) {
    let whole = tape[index].literalRange
    append(index..<Int(tape[index].next), whole, of: tape, in: text, scratch: &scratch, to: &buffer)
  }

  /// Adds a member, its key and its value, in the same way.
  static func appendMember(
    _ key: Int, of tape: borrowing JSONTape, in text: Span<UInt8>, scratch: inout ByteBuffer,
    to buffer: inout ByteBuffer
  ) {
    let value = tape[key + 1]
    let whole = tape[key].literalRange.lowerBound..<value.literalRange.upperBound
    append(key..<Int(value.next), whole, of: tape, in: text, scratch: &scratch, to: &buffer)
  }

  private static func append(
    _ tokens: Range<Int>, _ whole: Range<Int>, of tape: borrowing JSONTape, in text: Span<UInt8>,
    scratch: inout ByteBuffer, to buffer: inout ByteBuffer
  ) {
    var written = whole.lowerBound
    var current = tokens.lowerBound
    let last = tokens.upperBound
    while current < last {
      let token = tape[current]
      current += 1
      switch token.kind {
      case .object, .array, .true, .false, .null: continue
      case .number where !CardGate.contains(in: text.extracting(token.range)): continue
      case .string, .escapedString, .key, .escapedKey, .number: break
      }
      scratch.removeAll()
      if token.kind == .number {
        scratch.append(text.extracting(token.range))
      } else {
        JSONText.append(token, of: text, to: &scratch)
      }
      let isKey = token.kind == .key || token.kind == .escapedKey
      if isKey, current < last, isSecurityCode(scratch) {
        let value = tape[current]
        buffer.append(text.extracting(written..<value.literalRange.lowerBound))
        buffer.append(omitted)
        written = value.literalRange.upperBound
        current = Int(value.next)
      } else if CardGate.contains(in: scratch.storage.span.extracting(0..<scratch.count)) {
        buffer.append(text.extracting(written..<token.literalRange.lowerBound))
        appendLiteral(scratch.storage.span.extracting(0..<scratch.count), to: &buffer)
        written = token.literalRange.upperBound
      }
    }
    buffer.append(text.extracting(written..<whole.upperBound))
  }

  private static let omitted = Array(#"{"$omitted":"security code"}"#.utf8)

  private static let securityCodeNames: [[UInt8]] = [
    "cvv", "cvc", "cvv2", "cvc2", "csc", "cid", "cardcvv", "cardcvc", "securitycode",
    "cardsecuritycode", "verificationvalue", "cardverificationvalue",
  ].map { Array($0.utf8) }

  /// Whether a name is one of a security code, its case, dashes and underscores aside.
  private static func isSecurityCode(_ name: borrowing ByteBuffer) -> Bool {
    guard (3...32).contains(name.count) else { return false }
    return securityCodeNames.contains { expected in
      var matched = 0
      for index in 0..<name.count {
        var byte = name.storage[index]
        if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") { continue }
        if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { byte |= 0x20 }
        guard matched < expected.count, expected[matched] == byte else { return false }
        matched += 1
      }
      return matched == expected.count
    }
  }
}
