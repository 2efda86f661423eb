import Foundation

/// The Swift blocks of one document, as source that the compiler can check.
///
/// A block is the body of an asynchronous, throwing function; it sees `Daybook` and `Foundation`
/// beside its own imports. A block with an `extension`, a `protocol`, `@main` or a `public` or
/// `package` declaration at its left edge is a file instead. One-line comments directly above a
/// block, which the shown page hides, say more:
///
/// - `given directory: URL, user: String`: parameters of the function,
/// - `continues`: the block goes on in the function of the one before it.
struct SwiftSamples {
  /// One source file for the compiler. Its diagnostics name the document and the line there.
  struct Source: Equatable {
    var imports: [String] = ["import Daybook", "import Foundation"]
    var given: [String] = []
    var body: [String] = []
    var isFile = false

    func text(named name: String) -> String {
      let head = isFile ? [] : ["func \(name)(\(given.joined(separator: ", "))) async throws {"]
      return (imports + head + body + ["#sourceLocation()"] + (isFile ? [] : ["}"]))
        .joined(separator: "\n") + "\n"
    }
  }

  var sources: [Source] = []

  init(_ page: Markdown) {
    for block in page.blocks where block.language == "swift" {
      let isFile = block.lines.contains {
        $0.contains(/^(?:final |@\w+ )*(?:extension|protocol|public|package|@main)\b/)
      }
      let continues = block.comments.contains("continues") && sources.last?.isFile == false
      if !continues || isFile { sources.append(Source()) }
      let index = sources.count - 1
      sources[index].isFile = isFile
      sources[index].given += block.comments.compactMap { comment in
        comment.wholeMatch(of: /given\s+(.*)/).map { String($0.1) }
      }
      sources[index].body.append(#"#sourceLocation(file: "\#(page.path)", line: \#(block.line))"#)
      for line in block.lines {
        let isImport = line.contains(/^(?:@\w+ )*import \w/)
        if isImport && !sources[index].imports.contains(line) {
          sources[index].imports.append(line)
        }
        // An empty line stays behind, so that the numbers of the lines after it are right.
        sources[index].body.append(isImport ? "" : line)
      }
    }
  }
}

/// The compiler, asked whether sources fit the modules that were built.
enum Compiler {
  static func findings(in sources: [SwiftSamples.Source]) throws -> [Finding] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "daybook-samples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    // Functions have names of their own and are checked together. Whole files may declare the same
    // names as each other, so each is a module for itself.
    var modules: [[String]] = []
    var functions: [String] = []
    for (index, source) in sources.enumerated() {
      let name = "sample\(index)"
      let file = folder.appending(path: name + ".swift")
      try source.text(named: name).write(to: file, atomically: true, encoding: .utf8)
      if source.isFile { modules.append([file.path]) } else { functions.append(file.path) }
    }
    if !functions.isEmpty { modules.append(functions) }
    return try modules.flatMap(check)
  }

  private static func check(_ files: [String]) throws -> [Finding] {
    let bridges = Repository.paths.filter { $0.hasSuffix("/module.modulemap") }
      .map { Repository.location($0.replacing("/module.modulemap", with: "")) }
    let places = [Products.folder.appending(path: "Modules").path] + bridges
    let run = try Subprocess.run(
      ["swiftc", "-typecheck", "-swift-version", "6", "-wmo", "-parse-as-library"]
        + ["-suppress-warnings", "-diagnostic-style=llvm", "-module-name", "Samples"]
        + ["-module-cache-path", Products.folder.appending(path: "ModuleCache").path]
        + places.flatMap { ["-I", $0] } + files)
    let errors = run.output.split(separator: "\n").compactMap { line -> Finding? in
      guard let error = line.wholeMatch(of: /(.+?):(\d+):\d+: error: (.*)/) else { return nil }
      return Finding(path: String(error.1), line: Int(error.2), problem: String(error.3))
    }
    guard run.status != 0, errors.isEmpty else { return errors }
    return [Finding(path: "swiftc", problem: run.output)]
  }
}
