import Foundation
import Testing

/// What a document tells the reader to write or to run works.
@Suite struct DocumentCodeTests {
  static let pages = Repository.documents
    .filter { !$0.path.contains("/") || $0.lies(in: ["docs"]) }.map(Markdown.init)

  @Test func `every Swift block of the documents compiles`() throws {
    let sources = Self.pages.flatMap { SwiftSamples($0).sources }
    let findings = try Compiler.findings(in: sources)
    #expect(findings == [])
  }

  @Test func `every shell block of the documents calls tools and verbs that exist`() throws {
    let verbs = try Command.built.map { command in { try command.knows($0) } }
    let findings = try Self.pages.flatMap { page in
      try ShellSamples.findings(
        in: page, isTool: Repository.isTool, isVerb: verbs ?? { _ in true })
    }
    #expect(findings == [])
  }

  // MARK: The rules themselves

  private func page(_ text: String) -> Markdown { Markdown(TextFile(path: "a.md", text: text)) }

  @Test func `a planted mistake is found where it stands`() throws {
    let sources = SwiftSamples(
      page(
        """
        <!-- given directory: URL -->
        ```swift
        import Synchronization
        let one = Mutex(directory.path)
        ```
        Then:
        <!-- continues -->

        ```swift
        let two: Int = one.withLock { $0 }
        ```
        ```swift
        extension Array { func third() -> Element? { missing } }
        ```
        ```text
        let nothing = at all
        ```
        """)
    ).sources
    #expect(sources.map(\.isFile) == [false, true])
    let findings = try Compiler.findings(in: sources)
    #expect(Set(findings.map(\.line)) == [10, 13])
    #expect(findings.allSatisfy { $0.path == "a.md" })
  }

  @Test func `planted unknown tools and verbs are found`() throws {
    let text = """
      ```sh
      tools/run init ledger
      $ tools/run conjure | tools/vanish
      tools/run VERB
      cat tools/vanish
      daybook disappear --help
      ```
      ```text
      tools/vanish
      ```
      """
    let findings = try ShellSamples.findings(
      in: page(text), isTool: { $0 == "tools/run" }, isVerb: { $0 == "init" })
    #expect(
      findings.map(\.description) == [
        "a.md:3: tools/run has no verb conjure", "a.md:3: there is no tools/vanish",
        "a.md:6: daybook has no verb disappear",
      ])
  }
}

enum ShellSamples {
  static func findings(
    in page: Markdown, isTool: (String) -> Bool, isVerb: (String) throws -> Bool
  ) throws -> [Finding] {
    var found: [Finding] = []
    for block in page.blocks where ["sh", "bash", "shell", "console"].contains(block.language) {
      for (offset, line) in block.lines.enumerated() {
        // A tool stands at the start of a command: of the line, or after a pipe and the like.
        let calls = /(?:^|[$|&;(])\s*(tools\/[\w\-]+|daybook\b)(?: +([a-z][a-z\-]*))?/
        for call in line.matches(of: calls) {
          let tool = String(call.1)
          let takesVerb = tool == "tools/run" || tool == "daybook"
          var problem: String?
          if tool != "daybook" && !isTool(tool) {
            problem = "there is no \(tool)"
          } else if takesVerb, let verb = call.2, try !isVerb(String(verb)) {
            problem = "\(tool) has no verb \(verb)"
          }
          if let problem {
            found.append(Finding(path: page.path, line: block.line + offset, problem: problem))
          }
        }
      }
    }
    return found
  }
}

/// The command as the build left it beside these tests.
struct Command {
  var path: String

  /// Nil until there is a command that tells its verbs from other words.
  static var built: Command? {
    get throws {
      let command = Command(path: Products.folder.appending(path: "daybook").path)
      guard FileManager.default.isExecutableFile(atPath: command.path),
        try !command.knows("no-such-verb")
      else { return nil }
      return command
    }
  }

  func knows(_ verb: String) throws -> Bool {
    try verb == "demo" || Subprocess.run(path, verb, "--help").status == 0
  }
}
