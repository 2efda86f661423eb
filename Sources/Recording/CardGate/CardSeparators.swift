/// Groups of digits with nothing but separators between them: all that follow, or as many as make
/// more digits than a card number has.
struct CardSequence {
  /// From the first digit to after the last one.
  let range: Range<Int>

  /// The number of digits.
  let digits: Int

  /// The sequence that starts with the digit at `start`.
  @inline(__always)
  init(in text: Span<UInt8>, from start: Int) {
    var end = CardGate.groupEnd(in: text, from: start)
    var digits = end &- start
    while end < text.count, digits <= CardGate.digitsMax {
      let separators = CardSeparators(in: text, at: end)
      guard separators.leadsToDigit else { break }
      end = CardGate.groupEnd(in: text, from: separators.end)
      digits &+= end &- separators.end
    }
    range = start..<end
    self.digits = digits
  }
}

/// What stands between two groups of digits.
struct CardSeparators {
  /// The index after the separators.
  let end: Int

  /// Whether there is a dot among them.
  let hasDot: Bool

  /// Whether there are separators, not too many, and a digit after them.
  let leadsToDigit: Bool

  /// The separators from `start` on.
  @inline(__always)
  init(in text: Span<UInt8>, at start: Int) {
    var index = start
    var hasDot = false
    while index < text.count, index &- start <= CardGate.separatorBytesMax {
      let length = CardSeparators.length(in: text, at: index)
      if length == 0 { break }
      if text[index] == 0x2E { hasDot = true }
      index &+= length
    }
    end = index
    self.hasDot = hasDot
    leadsToDigit =
      index > start && index &- start <= CardGate.separatorBytesMax && index < text.count
      && CardGate.isDigit(text[index])
  }

  /// The length in bytes of the separator that starts here, or 0.
  @inline(__always)
  private static func length(in text: Span<UInt8>, at index: Int) -> Int {
    let byte = text[index]
    switch byte {
    case 0x20, 0x09...0x0D, 0x2B, 0x2D, 0x2E:
      return 1
    case ..<0x80:
      return 0
    default:
      return wideLength(in: text, at: index)
    }
  }

  /// The length in bytes of the separator outside ASCII that starts here, or 0.
  private static func wideLength(in text: Span<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case 0xC2:
      guard index &+ 1 < text.count else { return 0 }
      let second = text[index &+ 1]
      return second == 0x85 || second == 0xA0 || second == 0xAD ? 2 : 0
    case 0xE2, 0xE3, 0xEF:
      guard index &+ 2 < text.count else { return 0 }
      let pair = UInt16(text[index &+ 1]) << 8 | UInt16(text[index &+ 2])
      return isWide(text[index], pair) ? 3 : 0
    default:
      return 0
    }
  }

  /// Spaces, joiners, marks and dashes of three bytes, given the first and the other two.
  private static func isWide(_ first: UInt8, _ pair: UInt16) -> Bool {
    switch (first, pair) {
    case (0xE2, 0x8080...0x8095): true  // U+2000 to U+2015: spaces, zero-width, dashes
    case (0xE2, 0x80A8...0x80AF): true  // U+2028 to U+202F: line and paragraph, narrow space
    case (0xE2, 0x819F...0x81A0): true  // U+205F, U+2060: mathematical space, word joiner
    case (0xE2, 0x8892): true  // U+2212: minus
    case (0xE3, 0x8080): true  // U+3000: ideographic space
    case (0xEF, 0xBBBF), (0xEF, 0xBC8D): true  // U+FEFF, U+FF0D: no-break, full-width hyphen
    default: false
    }
  }
}
