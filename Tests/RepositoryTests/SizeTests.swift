import Testing

/// A file holds one subject and fits a screen's width.
@Suite struct SizeTests {
  @Test func `a Swift file is short and narrow`() {
    #expect(Repository.swift.flatMap(Size.findings) == [])
  }

  // MARK: The rules themselves

  @Test func `a planted long file is found`() {
    let line = "let a = 1\n"
    let longest = TextFile(path: "A.swift", text: String(repeating: line, count: Size.lines))
    #expect(Size.findings(in: longest) == [])
    let longer = TextFile(path: "A.swift", text: longest.text + line)
    #expect(Size.findings(in: longer).count == 1)
  }

  @Test func `a planted wide line is found`() {
    let widest = String(repeating: "é", count: Size.columns)
    #expect(Size.findings(in: TextFile(path: "A.swift", text: widest)) == [])
    let wider = TextFile(path: "A.swift", text: "\n" + widest + "a")
    #expect(Size.findings(in: wider).map(\.line) == [2])
  }
}

enum Size {
  static let lines = 400
  static let columns = 100

  static func findings(in file: TextFile) -> [Finding] {
    // The newline that ends the last line begins no further one.
    let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
    var found = file.lines.indices.filter { file.lines[$0].count > columns }.map {
      Finding(path: file.path, line: $0 + 1, problem: "wider than \(columns) columns")
    }
    if count > lines {
      found.append(
        Finding(path: file.path, problem: "\(count) lines; split it before it passes \(lines)"))
    }
    return found
  }
}
