import Foundation

/// A text file of the repository, named by its path from the root.
struct TextFile: Sendable {
  var path: String
  var text: String

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// Whether the file lies in one of these folders.
  func lies(in folders: [String]) -> Bool {
    folders.contains { path.hasPrefix($0 + "/") }
  }
}

/// One broken rule: where, and what to do about it.
struct Finding: Equatable, CustomStringConvertible, Sendable {
  var path: String
  var line: Int?
  var problem: String

  var description: String {
    if let line { "\(path):\(line): \(problem)" } else { "\(path): \(problem)" }
  }
}

/// The files that belong to the repository: what git tracks or would track.
enum Repository {
  /// This file lies three folders below the root.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let paths: [String] = (listedByGit() ?? foundInFolders()).filter(exists).sorted()

  /// Every file that is UTF-8 text.
  static let texts: [TextFile] = paths.compactMap { path in
    guard let data = FileManager.default.contents(atPath: location(path)), !data.contains(0),
      let text = String(data: data, encoding: .utf8)
    else { return nil }
    return TextFile(path: path, text: text)
  }

  static let swift = texts.filter { $0.path.hasSuffix(".swift") }

  /// What ships: the library and the tools, without the tests.
  static let shipped = swift.filter { $0.lies(in: ["Sources", "tools"]) }

  static let documents = texts.filter { $0.path.hasSuffix(".md") }

  static func text(_ path: String) -> TextFile? { texts.first { $0.path == path } }

  static func location(_ path: String) -> String { root.appending(path: path).path }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: location(path))
  }

  /// Whether the path is a script that can be started.
  static func isTool(_ path: String) -> Bool {
    paths.contains(path) && FileManager.default.isExecutableFile(atPath: location(path))
  }

  private static func listedByGit() -> [String]? {
    let listing = try? Subprocess.run(
      "git", "-C", root.path, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    guard let listing, listing.status == 0 else { return nil }
    return listing.output.split(separator: "\0").map(String.init)
  }

  private static func foundInFolders() -> [String] {
    let skipped: Set = [".git", ".build", ".venv"]
    let walk = FileManager.default.enumerator(atPath: root.path)
    var found: [String] = []
    while let path = walk?.nextObject() as? String {
      if skipped.contains(path) {
        walk?.skipDescendants()
      } else if walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
        found.append(path)
      }
    }
    return found
  }
}
