import Foundation

/// Another program, run to its end.
struct Subprocess {
  var status: Int32
  var output: String

  /// Standard output and standard error arrive as one text. A pipe that is read before the wait
  /// cannot fill up and stall the program.
  static func run(_ words: String...) throws -> Subprocess { try run(words) }

  static func run(_ words: [String]) throws -> Subprocess {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Subprocess(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }
}

/// Where the package that holds these tests was built.
enum Products {
  static let folder: URL = {
    let bundle = CommandLine.arguments.map { URL(filePath: $0) }
      .first { $0.pathExtension == "xctest" }
    return bundle?.deletingLastPathComponent()
      ?? Repository.root.appending(path: ".build/debug")
  }()
}
