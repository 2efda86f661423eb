import Foundation
import Testing

/// Code that leaves what the compiler can check stands in few, known places.
@Suite struct SafetyTests {
  @Test func `unsafe code stands in the bridges to C only`() {
    #expect(Repository.shipped.flatMap { Safety.unsafeOutsideBridges($0) } == [])
  }

  @Test func `an unchecked Sendable says what guards it`() {
    #expect(Repository.shipped.flatMap { Safety.uncheckedWithoutReason($0) } == [])
  }

  @Test func `banned calls are not made`() {
    #expect(Repository.shipped.flatMap { Safety.bannedCalls(in: $0) } == [])
  }

  @Test func `no work is left behind in a comment`() {
    #expect(Repository.swift.flatMap { Safety.leftBehind(in: $0) } == [])
  }

  @Test func `the linter refuses force unwraps in what ships`() throws {
    let rules = try Safety.rules(of: try #require(Repository.text(".swift-format")).text)
    for rule in ["NeverForceUnwrap", "NeverUseForceTry", "NeverUseImplicitlyUnwrappedOptionals"] {
      #expect(rules[rule] == true, "\(rule) is switched off in .swift-format")
    }
  }

  // MARK: The rules themselves

  @Test func `planted unsafe code is found`() {
    let text = """
      // unsafe in a comment is prose
      let a = "unsafe", b: UnsafeRawPointer? = nil
      let c = unsafe d.pointee
      nonisolated(unsafe) var e = 0
      """
    let pure = TextFile(path: "Sources/Payments/A.swift", text: text)
    #expect(Safety.unsafeOutsideBridges(pure).map(\.line) == [3, 4])
    let bridge = TextFile(path: "Sources/EventStore/A.swift", text: text)
    #expect(Safety.unsafeOutsideBridges(bridge) == [])
  }

  @Test func `a planted unchecked Sendable is found`() {
    let file = TextFile(
      path: "Sources/A/A.swift",
      text: """
        // The lock guards every property.
        final class A: @unchecked Sendable {}

        final class B: @unchecked Sendable {}
        """)
    #expect(Safety.uncheckedWithoutReason(file).map(\.line) == [4])
  }

  @Test(arguments: [
    ("try! open()", 1), ("try? open()", 1), ("fatalError(\"no\")", 1), ("let a = b as! C", 1),
    ("print(a)", 1), ("printer(a)", 0), ("a.print(b)", 0), ("// try! this", 0),
    ("let a = b as? C", 0), ("let a = \"\\(try! b())\"", 1),
  ])
  func `a planted call is found`(code: String, count: Int) {
    let file = TextFile(path: "Sources/A/A.swift", text: code)
    #expect(Safety.bannedCalls(in: file).count == count)
  }

  @Test func `a tool may print`() {
    #expect(Safety.bannedCalls(in: TextFile(path: "tools/a/A.swift", text: "print(a)")) == [])
  }

  @Test func `planted left-behind work is found`() {
    let marks = ["TO" + "DO", "FIX" + "ME"]
    for mark in marks {
      let file = TextFile(path: "Sources/A/A.swift", text: "a\n// \(mark): later")
      #expect(Safety.leftBehind(in: file).map(\.line) == [2])
    }
    #expect(Safety.leftBehind(in: TextFile(path: "A.swift", text: "let mastodon = 1")) == [])
  }
}

enum Safety {
  /// The folders that may say `unsafe`: each wraps one C library.
  static let bridges = ["Sources/Cryptography", "Sources/EventStore", "Sources/Projections"]

  /// Single files outside the bridges that may, too. Each needs a reason here.
  static let bridgeFiles: Set<String> = [
    // The block copy that every record is put together with; its bounds are checked beside it.
    "Sources/Recording/Bytes/ByteBuffer.swift",
    // LMDB alone, that the benches hold the journal beside.
    "tools/bench/RawJournal.swift",
  ]

  static func unsafeOutsideBridges(_ file: TextFile) -> [Finding] {
    guard !file.lies(in: bridges), !bridgeFiles.contains(file.path) else { return [] }
    return SwiftCode(file.text).lines(matching: /\bunsafe\b/).map {
      Finding(path: file.path, line: $0, problem: "`unsafe` belongs in a bridge to C")
    }
  }

  static func uncheckedWithoutReason(_ file: TextFile) -> [Finding] {
    let lines = file.lines
    return SwiftCode(file.text).lines(matching: /@unchecked\s+Sendable/).compactMap { number in
      let above = number >= 2 ? lines[number - 2] : ""
      guard !above.contains(/^\s*\/\//) else { return nil }
      return Finding(
        path: file.path, line: number,
        problem: "say in a comment on the line above what guards this type")
    }
  }

  static func bannedCalls(in file: TextFile) -> [Finding] {
    var banned: [(Regex<Substring>, String)] = [
      (/\btry!/, "`try!` ends the process; throw, or state the precondition"),
      (/\btry\?/, "`try?` drops an error; handle it"),
      (/\bfatalError\s*\(/, "`fatalError` says nothing; use a precondition with a sentence"),
      (/\bas!/, "`as!` ends the process; use `as?` and say what happens otherwise"),
    ]
    if file.lies(in: ["Sources"]) {
      banned.append((/(?:^|[^.\w])print\s*\(/, "a library does not print"))
    }
    let code = SwiftCode(file.text)
    return banned.flatMap { pattern, problem in
      code.lines(matching: pattern).map { Finding(path: file.path, line: $0, problem: problem) }
    }
  }

  /// Looks into comments too: that is where such marks are.
  static func leftBehind(in file: TextFile) -> [Finding] {
    let pattern = /\b(?:TO[D]O|FIX[M]E)\b/
    return file.lines.indices.filter { file.lines[$0].contains(pattern) }.map {
      Finding(path: file.path, line: $0 + 1, problem: "finish it, or open an issue")
    }
  }

  static func rules(of configuration: String) throws -> [String: Bool] {
    let object = try JSONSerialization.jsonObject(with: Data(configuration.utf8))
    return (object as? [String: Any])?["rules"] as? [String: Bool] ?? [:]
  }
}
