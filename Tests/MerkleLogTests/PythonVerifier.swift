import Foundation

/// The independent verifier of `tools/`, run with the Python of the tests.
struct PythonVerifier {
  struct Result {
    let status: Int32
    let output: String
  }

  /// The folder that holds the sources.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private let python: URL
  /// A folder for the files of one test, removed after it.
  let folder: URL

  /// Runs the body with the verifier; says so and leaves it out where there is no Python for it.
  static func use(_ body: (PythonVerifier) throws -> Void) throws {
    let named = ProcessInfo.processInfo.environment["DAYBOOK_PYTHON"]
    let own = root.appending(path: ".venv/bin/python").path()
    guard
      let python = [named, own].compactMap({ $0 }).first(where: {
        FileManager.default.isExecutableFile(atPath: $0)
      })
    else {
      print("Skipped: no Python with the package cryptography; run tools/setup test")
      return
    }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "daybook-proof-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(PythonVerifier(python: URL(fileURLWithPath: python), folder: folder))
  }

  /// The path of a file in the folder with this content.
  func file(_ name: String, _ content: [UInt8]) throws -> String {
    let url = folder.appending(path: name)
    try Data(content).write(to: url)
    return url.path()
  }

  /// Runs the script as a user runs it.
  func callAsFunction(_ words: String...) throws -> Result {
    try run([PythonVerifier.root.appending(path: "tools/verify_proof.py").path()] + words)
  }

  /// What it says of each of many proofs, in one process.
  func verdicts(_ cases: [(proof: String, record: [UInt8], key: String)]) throws -> [String] {
    let lines = cases.map { one in
      let words = [Array(one.proof.utf8), one.record, Array(one.key.utf8)]
      return words.map { Data($0).base64EncodedString() }.joined(separator: " ")
    }
    let input = try file("cases", Array(lines.joined(separator: "\n").utf8))
    let driver = """
      import base64, sys
      sys.path.insert(0, sys.argv[1])
      import verify_proof
      for line in open(sys.argv[2]):
          proof, record, key = map(base64.b64decode, line.rstrip("\\n").split(" "))
          print(verify_proof.verdict(proof, record, key.decode()))
      """
    let tools = PythonVerifier.root.appending(path: "tools").path()
    let result = try run(["-c", driver, tools, input])
    return result.output.split(separator: "\n").map(String.init)
  }

  private func run(_ words: [String]) throws -> Result {
    let output = try file("out", [])
    let process = Process()
    process.executableURL = python
    process.arguments = ["-I", "-B"] + words
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let data = try Data(contentsOf: URL(fileURLWithPath: output))
    return Result(
      status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }
}
