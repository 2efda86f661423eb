extension JSONScan {
  /// Scans a string or key whose opening quote is at the current offset.
  @inline(__always)
  mutating func string(
    _ text: Span<UInt8>, _ tokens: inout MutableSpan<JSONToken>,
    _ plain: JSONToken.Kind, _ escaped: JSONToken.Kind
  ) throws(JSONScanError) {
    offset &+= 1
    let start = offset
    var kind = plain
    while true {
      if offset &+ 8 <= text.count {
        let stops = ByteWord(text, at: offset).stringStops
        if stops == 0 {
          offset &+= 8
          continue
        }
        offset &+= ByteWord.firstMark(stops)
      }
      guard offset < text.count else { throw error(.unexpectedEnd) }
      let byte = text[offset]
      if byte == 0x22 { break }
      if byte == 0x5C {
        kind = escaped
        try escape(text)
      } else if byte < 0x20 {
        throw error(.controlCharacter)
      } else if byte < 0x80 {
        offset &+= 1
      } else {
        let length = UTF8Sequence.length(in: text, at: offset)
        guard length > 0 else { throw error(.badUTF8) }
        offset &+= length
      }
    }
    add(kind, from: start, to: offset, &tokens)
    offset &+= 1
  }

  /// Checks an escape whose backslash is at the current offset.
  private mutating func escape(_ text: Span<UInt8>) throws(JSONScanError) {
    guard offset &+ 1 < text.count else {
      offset = text.count
      throw error(.unexpectedEnd)
    }
    switch text[offset &+ 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
      offset &+= 2
    case 0x75:
      guard offset &+ 6 <= text.count else { throw error(.badEscape) }
      for index in offset &+ 2..<offset &+ 6 {
        guard Hexadecimal.value(text[index]) != nil else { throw error(.badEscape) }
      }
      offset &+= 6
    default:
      throw error(.badEscape)
    }
  }

  /// Scans a number: `-`, an integer without leading zeros, a fraction, an exponent.
  @inline(__always)
  mutating func number(
    _ text: Span<UInt8>, _ tokens: inout MutableSpan<JSONToken>
  ) throws(JSONScanError) {
    let start = offset
    if text[offset] == 0x2D { offset &+= 1 }
    if offset < text.count, text[offset] == 0x30 {
      offset &+= 1
      if offset < text.count, text[offset] &- 0x30 < 10 { throw error(.badNumber) }
    } else {
      try digits(text)
    }
    if offset < text.count, text[offset] == 0x2E {
      offset &+= 1
      try digits(text)
    }
    if offset < text.count, text[offset] | 0x20 == 0x65 {
      offset &+= 1
      if offset < text.count, text[offset] == 0x2B || text[offset] == 0x2D { offset &+= 1 }
      try digits(text)
    }
    add(.number, from: start, to: offset, &tokens)
  }

  /// Takes one digit or more.
  @inline(__always)
  private mutating func digits(_ text: Span<UInt8>) throws(JSONScanError) {
    guard offset < text.count else { throw error(.unexpectedEnd) }
    guard text[offset] &- 0x30 < 10 else { throw error(.badNumber) }
    repeat { offset &+= 1 } while offset < text.count && text[offset] &- 0x30 < 10
  }

  /// Takes a literal name, given as its bytes, the first in the lowest bits.
  @inline(__always)
  mutating func literal(
    _ name: UInt64, _ length: Int, _ kind: JSONToken.Kind,
    _ text: Span<UInt8>, _ tokens: inout MutableSpan<JSONToken>
  ) throws(JSONScanError) {
    let start = offset
    for index in 0..<length {
      guard offset < text.count else { throw error(.unexpectedEnd) }
      guard text[offset] == UInt8(truncatingIfNeeded: name >> UInt64(8 &* index)) else {
        throw error(.unexpectedCharacter)
      }
      offset &+= 1
    }
    add(kind, from: start, to: offset, &tokens)
  }
}

/// Hexadecimal digits in either case.
enum Hexadecimal {
  /// The value of a hexadecimal digit; `nil` for any other byte.
  @inline(__always)
  static func value(_ byte: UInt8) -> UInt8? {
    let digit = byte &- 0x30
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }
}
