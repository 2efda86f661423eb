import Cryptography

/// A line of a note, as bytes: a `String` would take texts for equal that differ in their bytes,
/// and a carriage return with its newline for one character.
typealias NoteLine = ArraySlice<UInt8>

/// What the lines of notes, checkpoints and proofs are made of.
enum NoteLines {
  static let newline = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")

  /// The lines of a text without their newlines. Linear.
  ///
  /// - Throws: `controlCharacter`, or `noFinalNewline` unless the last byte is a newline.
  static func split(_ text: ArraySlice<UInt8>, firstLine: Int) throws(ProofError) -> [NoteLine] {
    var lines: [NoteLine] = []
    var start = text.startIndex
    for index in text.indices where text[index] < space {
      guard text[index] == newline else {
        throw ProofError(.controlCharacter, line: firstLine + lines.count)
      }
      lines.append(text[start..<index])
      start = index + 1
    }
    guard start == text.endIndex else {
      throw ProofError(.noFinalNewline, line: firstLine + lines.count)
    }
    return lines
  }

  /// A number in ASCII decimal, without a sign and without leading zeros; `nil` for any other text.
  static func number(_ line: NoteLine) -> UInt64? {
    guard line.allSatisfy({ (0x30...0x39).contains($0) }), line.first != 0x30 || line.count == 1
    else { return nil }
    return UInt64(String(decoding: line, as: UTF8.self))
  }

  /// A hash in base64; `nil` for any other text.
  static func hash(_ line: NoteLine) -> Digest? { Base64.bytes(line).flatMap(Digest.init) }

  /// Whether a text can name a key: not empty, without Unicode white space, plus signs and control
  /// characters (C2SP signed-note).
  static func isKeyName(_ name: NoteLine) -> Bool {
    !name.isEmpty
      && String(decoding: name, as: UTF8.self).unicodeScalars.allSatisfy {
        $0.value >= 0x20 && $0 != "+" && !$0.properties.isWhitespace
      }
  }
}
