/// One token of a scanned JSON text: where it is and where the next value starts. 16 bytes.
package struct JSONToken: Equatable, Sendable {
  /// What a token is. Strings and keys with backslash escapes are kinds of their own.
  package enum Kind: UInt8, Sendable {
    case object, array
    case string, escapedString
    case key, escapedKey
    case number, `true`, `false`, null
  }

  /// The offset of the first byte: after the quote for strings and keys, at the bracket for
  /// containers.
  package var start: UInt32

  /// The number of bytes: without the quotes for strings and keys, with both brackets for
  /// containers.
  package var length: UInt32

  /// The index of the token after this value and all inside it. For a key, the index of its value.
  package var next: UInt32

  /// What the token is.
  package var kind: Kind

  /// Where the token's bytes are in the scanned text.
  @inline(__always)
  package var range: Range<Int> { Int(start)..<Int(start) &+ Int(length) }

  /// Where the whole value is in the scanned text, quotes included.
  package var literalRange: Range<Int> {
    switch kind {
    case .string, .escapedString, .key, .escapedKey: range.lowerBound - 1..<range.upperBound + 1
    default: range
    }
  }

  /// Whether this is a string or key that has to be unescaped before it is looked at.
  package var hasEscapes: Bool { kind == .escapedString || kind == .escapedKey }

  /// Whether this is a string, escaped or not. A key is not one.
  package var isString: Bool { kind == .string || kind == .escapedString }

  static let empty = JSONToken(start: 0, length: 0, next: 0, kind: .null)
}

/// The tokens of one JSON text in order, in storage that is kept from one text to the next: 8 KiB
/// and 8 bytes for each byte of the longest text so far.
///
/// Token 0 is the text's value. The tokens of an object follow it: key, value, key, value; those
/// of an array follow it: value, value. ``JSONToken/next`` of the container ends the walk:
///
/// ```swift
/// var key = object + 1
/// while key < Int(tape[object].next) {
///   let value = key + 1
///   key = Int(tape[value].next)
/// }
/// ```
package struct JSONTape: Sendable {
  /// The tokens are the first ``count`` of these; what follows them is left over.
  package internal(set) var storage: [JSONToken]

  /// The number of tokens; 0 before a scan and after one that failed.
  package internal(set) var count = 0

  /// A tape that scans texts of up to `byteCount` bytes without allocating.
  package init(byteCount: Int = 1024) {
    storage = [JSONToken](
      repeating: .empty, count: JSONTape.tokenCountMax(byteCount: byteCount))
  }

  /// The token at an index.
  ///
  /// - Precondition: the index is below ``count``.
  @inline(__always)
  package subscript(index: Int) -> JSONToken {
    precondition(index < count, "No such token")
    return storage[index]
  }

  /// Empties the tape and makes room for the tokens of any text of this length.
  mutating func prepare(byteCount: Int) {
    count = 0
    let wanted = JSONTape.tokenCountMax(byteCount: byteCount)
    if wanted > storage.count {
      storage.append(contentsOf: repeatElement(.empty, count: wanted - storage.count))
    }
  }

  /// At least as many tokens as a text can make before it is finished or refused: every token but
  /// an opening bracket is followed by a byte that makes none.
  private static func tokenCountMax(byteCount: Int) -> Int {
    byteCount / 2 + JSONScanner.depthMax + 2
  }
}
