/// A card number found in a text.
package struct CardMatch: Equatable, Sendable {
  /// Where the number is, from its first digit to after its last one.
  package let range: Range<Int>

  /// The number's last four digits in ASCII, the first in the highest bits.
  ///
  /// Where the range can be read as a number followed by its security code, these are the
  /// number's.
  package let lastFourBits: UInt32

  /// Adds the last four digits.
  package func appendLastFour(to buffer: inout ByteBuffer) {
    for shift in [24, 16, 8, 0] as [UInt32] {
      buffer.append(UInt8(truncatingIfNeeded: lastFourBits >> shift))
    }
  }
}

/// Finds card numbers in text, so that they can be cut before anything is stored.
///
/// A card number is 13 to 19 ASCII digits that pass the Luhn check (ISO/IEC 7812-1 annex B), with
/// first digits and a length that some network issues (``CardNetworks``). Callers undo JSON
/// escapes and percent-encoding first.
///
/// - **Separators.** Between two digits there may be up to ``separatorBytesMax`` bytes of white
///   space and line breaks, dashes, `+` (a space in forms), and their Unicode kin such as U+00A0,
///   U+2009, U+200B and U+2011. Or dots, if they are in all gaps and there is more than one gap:
///   one dot makes a decimal number, and its fraction alone is no card either. What doubles print
///   as, `4.242424242424242E15`, is found.
/// - **Neighbours.** A digit beside the number, unseparated, makes it another number: 20 digits in
///   a row are an id, whatever is in them. Letters and all other characters may touch it.
/// - **Longer sequences.** In separated digits, each stretch from one group's start to another's
///   end is looked at. A UATP number (any 15 digits after a 1) must be the whole sequence, or dates
///   would be taken for it.
/// - **Ids.** A number inside a UUID, or inside a run of 24, 32, 40, 48, 56, 64, 96 or 128
///   hexadecimal digits with a letter among them, is no card.
///
/// False positives among a million random ids of each kind: UUID v4, 24, 32, 40 and 64 hexadecimal
/// digits, ULID, base 36, base64url, seconds to nanoseconds since 1970, ISO 8601 times, one or two
/// dates, decimal fractions, pairs of IPv4 addresses: none. 16 hexadecimal digits: 71; 20: 133.
/// What is nothing but digits cannot be told apart: 13 random ones 1.5 %, 16 of them 3.5 %, 19 of
/// them 2.6 %, a spaced Spanish IBAN 10 %, three dates in a row 1.8 %.
package enum CardGate {
  /// The most bytes between two digits of a number.
  package static let separatorBytesMax = 16

  static let digitsMin = 13
  static let digitsMax = 19

  /// Whether there is a card number.
  package static func contains(in text: Span<UInt8>) -> Bool {
    firstMatch(in: text, from: 0) != nil
  }

  /// The first card number that starts at or after `start`; of several with one start, the longest.
  ///
  /// To cut all of them, search again from the end of each. Text without 13 digits between two
  /// letters costs one pass, eight bytes at a time: 20 ns for a UUID. In any other, each group of
  /// digits costs at most 19 digits with their separators, twice. Allocates nothing.
  ///
  /// - Precondition: `start` is at most the count.
  package static func firstMatch(in text: Span<UInt8>, from start: Int = 0) -> CardMatch? {
    guard text.count &- start >= digitsMin else { return nil }
    var index = start
    if index > 0, isDigit(text[index &- 1]) { index = groupEnd(in: text, from: index) }
    var startsSequence = true
    while let stretch = denseStretch(in: text, from: index) {
      let group = firstDigit(in: text, from: stretch.lowerBound)
      if group != index { startsSequence = true }
      index = group
      while index < stretch.upperBound {
        let sequence = CardSequence(in: text, from: index)
        if sequence.digits < digitsMin {
          index = firstDigit(in: text, from: sequence.range.upperBound)
          startsSequence = true
          continue
        }
        let whole = startsSequence ? sequence.range : nil
        if let match = match(in: text, at: index, whole: whole) { return match }
        let end = groupEnd(in: text, from: index)
        let separators = CardSeparators(in: text, at: end)
        startsSequence = !separators.leadsToDigit
        index = startsSequence ? firstDigit(in: text, from: end) : separators.end
      }
    }
    return nil
  }

  /// The longest card number that starts with the group of digits at `start`; `whole` is the
  /// sequence that starts there, unless that is part of another.
  private static func match(
    in text: Span<UInt8>, at start: Int, whole: Range<Int>?
  ) -> CardMatch? {
    var digits = LuhnDigits()
    var gaps = 0
    var dotted = 0
    var shortest: LuhnDigits?
    var end = start
    var index = start
    while true {
      while index < text.count, isDigit(text[index]) {
        guard digits.count < digitsMax else { return found(start..<end, shortest) }
        digits.append(text[index] &- 0x30)
        index &+= 1
      }
      if dotted == 0 || dotted == gaps && gaps > 1, digits.isCard,
        !CardNetworks.isUATP(firstSix: digits.firstSix) || start..<index == whole,
        !(index &- start == digits.count && isFraction(text, start)),
        !CardIdentifiers.contain(start..<index, in: text)
      {
        end = index
        if shortest == nil { shortest = digits }
      }
      if gaps == 1, let match = exponentMatch(in: text, of: digits, from: start, to: index) {
        return match
      }
      let separators = CardSeparators(in: text, at: index)
      guard separators.leadsToDigit else { return found(start..<end, shortest) }
      gaps &+= 1
      if separators.hasDot { dotted &+= 1 }
      index = separators.end
    }
  }

  private static func found(_ range: Range<Int>, _ digits: LuhnDigits?) -> CardMatch? {
    digits.map { CardMatch(range: range, lastFourBits: $0.lastFourBits) }
  }

  /// Whether a digit and a dot stand before `start`, and that digit's group is no fraction itself.
  private static func isFraction(_ text: Span<UInt8>, _ start: Int) -> Bool {
    guard start >= 2, text[start &- 1] == 0x2E, isDigit(text[start &- 2]) else { return false }
    var whole = start &- 2
    while whole > 0, isDigit(text[whole &- 1]) { whole &-= 1 }
    return whole == 0 || text[whole &- 1] != 0x2E
  }

  static func firstDigit(in text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index &+ 8 <= text.count {
      let digits = ByteWord(text, at: index).digits
      if digits != 0 { return index &+ ByteWord.firstMark(digits) }
      index &+= 8
    }
    while index < text.count, !isDigit(text[index]) { index &+= 1 }
    return index
  }

  /// The index after the digits at `start`, if there are any.
  @inline(__always)
  static func groupEnd(in text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, isDigit(text[index]) { index &+= 1 }
    return index
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
