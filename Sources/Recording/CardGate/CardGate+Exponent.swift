extension CardGate {
  /// The card number that a floating-point number in scientific notation spells, if it does.
  ///
  /// `4.242424242424242E15` is how Java and others print a number that was kept as a double. One
  /// digit stands before the dot; zeros at the end may be missing.
  ///
  /// - Parameter digits: those of the number, of which one is before the dot.
  /// - Parameter end: the index after them.
  static func exponentMatch(
    in text: Span<UInt8>, of digits: LuhnDigits, from start: Int, to end: Int
  ) -> CardMatch? {
    guard start &+ 1 < end, text[start &+ 1] == 0x2E, end &- start == digits.count &+ 1,
      end < text.count, text[end] | 0x20 == 0x65
    else { return nil }
    var index = end &+ 1
    if index < text.count, text[index] == 0x2B { index &+= 1 }
    let exponentEnd = groupEnd(in: text, from: index)
    guard exponentEnd &- index == 2 else { return nil }
    let exponent = Int(text[index] &- 0x30) &* 10 &+ Int(text[index &+ 1] &- 0x30)
    guard exponent < digitsMax, digits.count <= exponent &+ 1 else { return nil }
    var whole = digits
    while whole.count <= exponent { whole.append(0) }
    guard whole.isCard, !CardNetworks.isUATP(firstSix: whole.firstSix) else { return nil }
    return CardMatch(range: start..<exponentEnd, lastFourBits: whole.lastFourBits)
  }
}
