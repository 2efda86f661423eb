/// Ids that hold digits by chance: a card number inside one is none.
enum CardIdentifiers {
  /// Whether this stretch of digits overlaps a UUID or is inside a hexadecimal id.
  ///
  /// Asked only of what is otherwise a card number, so seldom.
  static func contain(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    isInHexadecimal(range, text) || overlapsUUID(range, text)
  }

  /// Whether the run of hexadecimal digits around the range has a letter and the length of an id.
  private static func isInHexadecimal(_ range: Range<Int>, _ text: Span<UInt8>) -> Bool {
    let longest = 128
    var start = range.lowerBound
    var end = range.upperBound
    for index in range where !CardGate.isDigit(text[index]) { return false }
    while start > 0, range.lowerBound &- start <= longest,
      Hexadecimal.value(text[start &- 1]) != nil
    {
      start &-= 1
    }
    while end < text.count, end &- range.upperBound <= longest,
      Hexadecimal.value(text[end]) != nil
    {
      end &+= 1
    }
    return [24, 32, 40, 48, 56, 64, 96, longest].contains(end &- start)
      && hasLetter(text, start..<end)
  }

  private static func overlapsUUID(_ range: Range<Int>, _ text: Span<UInt8>) -> Bool {
    let length = 36
    let last = min(range.upperBound &- 1, text.count &- length)
    var start = max(0, range.lowerBound &- length &+ 1)
    while start <= last {
      if isUUID(text, start) { return true }
      start &+= 1
    }
    return false
  }

  /// Whether 8-4-4-4-12 hexadecimal digits (RFC 9562) with a letter among them start here.
  private static func isUUID(_ text: Span<UInt8>, _ start: Int) -> Bool {
    for index in 0..<36 {
      let byte = text[start &+ index]
      let isRight =
        switch index {
        case 8, 13, 18, 23: byte == 0x2D
        default: Hexadecimal.value(byte) != nil
        }
      if !isRight { return false }
    }
    return hasLetter(text, start..<start &+ 36)
  }

  private static func hasLetter(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where text[index] >= 0x41 { return true }
    return false
  }
}
