import Foundation

/// The built command, run as a user runs it.
enum Command {
  struct Result {
    let status: Int32
    let output: String
    let talk: String
  }

  /// The folder that holds the sources.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The executable beside the running tests.
  static var executable: URL {
    let folder =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      ?? URL(fileURLWithPath: CommandLine.arguments[0])
    var candidate = folder.deletingLastPathComponent()
    while candidate.path != "/" {
      let file = candidate.appendingPathComponent("daybook")
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
      if attributes?[.type] as? FileAttributeType == .typeRegular { return file }
      candidate = candidate.deletingLastPathComponent()
    }
    return root.appendingPathComponent(".build/debug/daybook")
  }

  /// The verbs that the help lists.
  static func verbs() throws -> [String] {
    try run(["--help"]).output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// A Python with the project's packages; `nil`, with a notice, where there is none.
  static let python: URL? = {
    let named = ProcessInfo.processInfo.environment["DAYBOOK_PYTHON"]
    let own = root.appendingPathComponent(".venv/bin/python").path
    let found = [named, own].compactMap { $0 }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    if found == nil {
      print("notice: no Python of the project's; run tools/setup test. Its tests are skipped.")
    }
    return found.map { URL(fileURLWithPath: $0) }
  }()

  static func run(
    _ words: [String], input: String? = nil, executable: URL = Command.executable
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
    try Data((input ?? "").utf8).write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = executable
    process.arguments = words
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
      talk: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
  }

  /// Runs the body with a path where nothing is, and cleans up after it.
  static func withPath(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-ledger-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }
}
