/// Swift source with comments and the contents of string literals blanked, so that a rule about
/// code is not tripped by prose. Lines and columns stay where they were; code inside `\(…)` stays.
struct SwiftCode {
  private(set) var lines: [String]

  init(_ source: String) {
    var scanner = Scanner(characters: Array(source))
    scanner.scan()
    lines = String(scanner.output).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The numbers of the lines, from 1, in which the pattern occurs.
  func lines(matching pattern: Regex<Substring>) -> [Int] {
    lines.indices.filter { lines[$0].contains(pattern) }.map { $0 + 1 }
  }
}

extension SwiftCode {
  private struct Scanner {
    /// What surrounds the current character, innermost last.
    enum Place: Equatable {
      case code(parentheses: Int)
      case lineComment
      case blockComment
      case string(hashes: Int, quotes: Int)
    }

    let characters: [Character]
    var output: [Character] = []
    var index = 0
    var places: [Place] = [.code(parentheses: 0)]

    init(characters: [Character]) {
      self.characters = characters
    }

    mutating func scan() {
      while index < characters.count {
        switch places[places.count - 1] {
        case .code(let parentheses): scanCode(parentheses)
        case .lineComment: scanLineComment()
        case .blockComment: scanBlockComment()
        case .string(let hashes, let quotes): scanString(hashes, quotes)
        }
      }
    }

    private func starts(with text: String, at offset: Int = 0) -> Bool {
      characters[min(index + offset, characters.count)...].starts(with: text)
    }

    private mutating func keep(_ count: Int = 1) {
      output += characters[index..<index + count]
      index += count
    }

    private mutating func blank(_ count: Int = 1) {
      for character in characters[index..<min(index + count, characters.count)] {
        output.append(character.isNewline ? "\n" : " ")
      }
      index += count
    }

    private mutating func scanCode(_ parentheses: Int) {
      if starts(with: "//") {
        places.append(.lineComment)
      } else if starts(with: "/*") {
        places.append(.blockComment)
        blank(2)
      } else if let opening = openingOfString() {
        places.append(.string(hashes: opening.hashes, quotes: opening.quotes))
        keep(opening.hashes + opening.quotes)
      } else {
        // Only a `)` without its `(` ends an interpolation; the outermost code has no end.
        switch characters[index] {
        case "(": places[places.count - 1] = .code(parentheses: parentheses + 1)
        case ")" where parentheses == 0 && places.count > 1: places.removeLast()
        case ")": places[places.count - 1] = .code(parentheses: parentheses - 1)
        default: break
        }
        keep()
      }
    }

    private mutating func scanLineComment() {
      if characters[index].isNewline { places.removeLast() }
      blank()
    }

    private mutating func scanBlockComment() {
      if starts(with: "/*") {
        places.append(.blockComment)
        blank(2)
      } else if starts(with: "*/") {
        places.removeLast()
        blank(2)
      } else {
        blank()
      }
    }

    private func openingOfString() -> (hashes: Int, quotes: Int)? {
      let hashes = characters[index...].prefix { $0 == "#" }.count
      guard starts(with: "\"", at: hashes) else { return nil }
      return (hashes, starts(with: "\"\"\"", at: hashes) ? 3 : 1)
    }

    private mutating func scanString(_ hashes: Int, _ quotes: Int) {
      let delimiter = String(repeating: "#", count: hashes)
      let end = String(repeating: "\"", count: quotes) + delimiter
      if starts(with: end) {
        places.removeLast()
        keep(quotes + hashes)
      } else if starts(with: "\\" + delimiter + "(") {
        blank(hashes + 1)
        places.append(.code(parentheses: 0))
        keep()
      } else if starts(with: "\\" + delimiter) {
        blank(hashes + 2)
      } else {
        // A quote in a regular expression opens no string; the end of the line sets that right.
        if quotes == 1 && characters[index].isNewline { places.removeLast() }
        blank()
      }
    }
  }
}
