extension CardGate {
  /// The first stretch that may hold a card number: 13 digits with no breaker between them, from
  /// after the breaker before them to some byte after the thirteenth.
  ///
  /// A breaker is an ASCII byte from `:` on, so every letter: none can be inside a number. This
  /// pass only spares the next one; what is no breaker need not be a separator.
  static func denseStretch(in text: Span<UInt8>, from start: Int) -> Range<Int>? {
    var begin = start
    var digits = 0
    var index = start
    while index &+ 8 <= text.count {
      let word = ByteWord(text, at: index)
      let breakers = word.breakers
      let marks = word.digits
      if breakers == 0 {
        digits &+= ByteWord.count(marks)
      } else {
        let first = breakers & (0 &- breakers)
        digits &+= ByteWord.count(marks & (first &- 1))
        if digits >= digitsMin { return begin..<index &+ 8 }
        let after = 8 &- breakers.leadingZeroBitCount >> 3
        begin = index &+ after
        digits = ByteWord.count(marks >> UInt64(8 &* after))
      }
      if digits >= digitsMin { return begin..<index &+ 8 }
      index &+= 8
    }
    while index < text.count {
      let byte = text[index]
      index &+= 1
      if isDigit(byte) {
        digits &+= 1
        if digits >= digitsMin { return begin..<index }
      } else if 0x3A..<0x80 ~= byte {
        digits = 0
        begin = index
      }
    }
    return nil
  }
}
