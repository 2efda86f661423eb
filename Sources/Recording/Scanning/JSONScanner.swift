/// A strict scan of JSON text (RFC 8259) into a tape of tokens.
///
/// Accepts exactly the grammar: one value between optional white space, no byte order mark, no
/// trailing commas, no leading zeros, no control characters in strings, UTF-8 without overlong
/// forms or surrogates. An escaped lone surrogate is grammatical and accepted. Containers nest
/// ``depthMax`` deep. Duplicate keys are all kept.
package enum JSONScanner {
  /// The deepest nesting of objects and arrays.
  package static let depthMax = 512

  /// Scans one text, replacing what the tape held.
  ///
  /// Allocates only when the text is longer than any before it on this tape. Iterative: depth costs
  /// no stack. About 0.6 ns per byte of a payment message.
  ///
  /// - Throws: a reason and offset; the tape is empty then.
  package static func scan(
    _ text: Span<UInt8>, into tape: inout JSONTape
  ) throws(JSONScanError) {
    guard text.count <= Int(UInt32.max) else {
      tape.count = 0
      throw JSONScanError(reason: .tooLong, offset: Int(UInt32.max))
    }
    tape.prepare(byteCount: text.count)
    var scan = JSONScan()
    var tokens = tape.storage.mutableSpan
    try scan.text(text, &tokens)
    tape.count = scan.count
  }
}

/// The state of one scan. The open containers are chained through their tokens' `next`.
struct JSONScan {
  private static let noContainer = UInt32.max

  var offset = 0
  var count = 0
  private var container = JSONScan.noContainer
  private var depth = 0
  private var closer: UInt8 = 0

  mutating func text(
    _ text: Span<UInt8>, _ tokens: inout MutableSpan<JSONToken>
  ) throws(JSONScanError) {
    while true {
      if closer == 0x7D { try key(text, &tokens) }
      skipWhiteSpace(text)
      guard offset < text.count else { throw error(.unexpectedEnd) }
      switch text[offset] {
      case 0x22:
        try string(text, &tokens, .string, .escapedString)
      case 0x7B:
        if try open(.object, text, &tokens) { continue }
      case 0x5B:
        if try open(.array, text, &tokens) { continue }
      case 0x2D, 0x30...0x39:
        try number(text, &tokens)
      case 0x74:
        try literal(0x6575_7274, 4, .true, text, &tokens)
      case 0x66:
        try literal(0x65_736C_6166, 5, .false, text, &tokens)
      case 0x6E:
        try literal(0x6C6C_756E, 4, .null, text, &tokens)
      default:
        throw error(.unexpectedCharacter)
      }
      if try afterValue(text, &tokens) { return }
    }
  }

  /// Takes the comma or the closing brackets after a value.
  ///
  /// - Returns: whether the text is at its end.
  @inline(__always)
  private mutating func afterValue(
    _ text: Span<UInt8>, _ tokens: inout MutableSpan<JSONToken>
  ) throws(JSONScanError) -> Bool {
    while true {
      skipWhiteSpace(text)
      if closer == 0 {
        guard offset == text.count else { throw error(.trailingContent) }
        return true
      }
      guard offset < text.count else { throw error(.unexpectedEnd) }
      let byte = text[offset]
      guard byte == 0x2C || byte == closer else { throw error(.unexpectedCharacter) }
      offset &+= 1
      if byte == 0x2C { return false }
      close(&tokens)
    }
  }

  /// Opens a container, and closes it at once where it is empty.
  ///
  /// - Returns: whether it is still open.
  @inline(__always)
  private mutating func open(
    _ kind: JSONToken.Kind, _ text: Span<UInt8>, _ tokens: inout MutableSpan<JSONToken>
  ) throws(JSONScanError) -> Bool {
    guard depth < JSONScanner.depthMax else { throw error(.nestedTooDeeply) }
    depth &+= 1
    tokens[count] = JSONToken(
      start: UInt32(truncatingIfNeeded: offset), length: 0, next: container, kind: kind)
    container = UInt32(truncatingIfNeeded: count)
    count &+= 1
    closer = kind == .object ? 0x7D : 0x5D
    offset &+= 1
    skipWhiteSpace(text)
    guard offset < text.count else { throw error(.unexpectedEnd) }
    guard text[offset] == closer else { return true }
    offset &+= 1
    close(&tokens)
    return false
  }

  @inline(__always)
  private mutating func close(_ tokens: inout MutableSpan<JSONToken>) {
    var token = tokens[Int(container)]
    let parent = token.next
    token.length = UInt32(truncatingIfNeeded: offset) &- token.start
    token.next = UInt32(truncatingIfNeeded: count)
    tokens[Int(container)] = token
    container = parent
    depth &-= 1
    if parent == JSONScan.noContainer {
      closer = 0
    } else {
      closer = tokens[Int(parent)].kind == .object ? 0x7D : 0x5D
    }
  }

  @inline(__always)
  private mutating func key(
    _ text: Span<UInt8>, _ tokens: inout MutableSpan<JSONToken>
  ) throws(JSONScanError) {
    skipWhiteSpace(text)
    guard offset < text.count else { throw error(.unexpectedEnd) }
    guard text[offset] == 0x22 else { throw error(.unexpectedCharacter) }
    try string(text, &tokens, .key, .escapedKey)
    skipWhiteSpace(text)
    guard offset < text.count else { throw error(.unexpectedEnd) }
    guard text[offset] == 0x3A else { throw error(.unexpectedCharacter) }
    offset &+= 1
  }

  @inline(__always)
  private mutating func skipWhiteSpace(_ text: Span<UInt8>) {
    while offset < text.count {
      let byte = text[offset]
      if byte > 0x20 { return }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset &+= 1
    }
  }

  /// Adds a token from `start` to the current offset.
  @inline(__always)
  mutating func add(
    _ kind: JSONToken.Kind, from start: Int, to end: Int, _ tokens: inout MutableSpan<JSONToken>
  ) {
    tokens[count] = JSONToken(
      start: UInt32(truncatingIfNeeded: start),
      length: UInt32(truncatingIfNeeded: end &- start),
      next: UInt32(truncatingIfNeeded: count &+ 1), kind: kind)
    count &+= 1
  }

  @inline(__always)
  func error(_ reason: JSONScanError.Reason) -> JSONScanError {
    JSONScanError(reason: reason, offset: offset)
  }
}
