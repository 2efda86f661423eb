import Foundation

/// The command's two voices.
enum Console {
  /// A line of data.
  static func print(_ line: String) { write(line + "\n") }

  /// Data as it is, its last newline included.
  static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

  /// Lines of data in one write.
  static func print(_ lines: [String]) {
    if lines.isEmpty { return }
    print(lines.joined(separator: "\n"))
  }

  /// A line of talk.
  static func talk(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

/// A JSON object of one line, its members in the order they are added.
struct JSONLine {
  private var members: [String] = []

  mutating func add(_ name: String, literal: String) { members.append("\"\(name)\":\(literal)") }
  mutating func add(_ name: String, _ text: String?) {
    add(name, literal: text.map(JSONLine.quoted) ?? "null")
  }
  mutating func add(_ name: String, _ flag: Bool) { add(name, literal: flag ? "true" : "false") }
  mutating func add(_ name: String, _ number: UInt64?) {
    add(name, literal: number.map(String.init) ?? "null")
  }
  mutating func add(_ name: String, _ list: [String]) {
    add(name, literal: "[" + list.joined(separator: ",") + "]")
  }

  var text: String { "{" + members.joined(separator: ",") + "}" }

  /// A text as JSON writes it.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// A table for people: columns as wide as their widest cell.
struct TextTable {
  private var rows: [[String]]

  init(heading: [String]) { rows = [heading] }

  mutating func add(_ row: [String]) { rows.append(row) }

  var lines: [String] {
    guard let heading = rows.first else { return [] }
    let widths = heading.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += column == row.count - 1 ? cell : cell.padding(to: widths[column] + 2)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
