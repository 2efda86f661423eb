import Foundation
import Testing

/// What every text file of the repository keeps to.
@Suite struct TextTests {
  @Test func `no path of somebody's machine is written down`() {
    #expect(Repository.texts.flatMap(MachinePaths.findings) == [])
  }

  @Test func `every schema is JSON`() {
    let schemas = Repository.texts.filter { $0.lies(in: ["schemas"]) && $0.path.hasSuffix(".json") }
    #expect(schemas.compactMap(Schemas.finding) == [])
  }

  // MARK: The rules themselves

  @Test func `a planted machine path is found`() {
    for folder in MachinePaths.folders {
      let planted = TextFile(path: "a.md", text: "fine\nsee `/\(folder)/somebody/daybook`")
      #expect(MachinePaths.findings(in: planted).map(\.line) == [2])
    }
    let folder = MachinePaths.folders[0]
    let fine = "https://example.org/\(folder)/page and ./\(folder)/a"
    #expect(MachinePaths.findings(in: TextFile(path: "a.md", text: fine)) == [])
  }

  @Test func `a planted broken schema is found`() {
    #expect(Schemas.finding(in: TextFile(path: "a.json", text: #"{"a": 1}"#)) == nil)
    #expect(Schemas.finding(in: TextFile(path: "a.json", text: #"{"a": 1,"#)) != nil)
  }
}

enum MachinePaths {
  static let folders = ["home", "root", "work", "Users", "mnt", "srv", "opt"]

  static func findings(in file: TextFile) -> [Finding] {
    file.lines.enumerated().compactMap { index, line in
      let path = line.matches(of: /(?:^|[^\w.:\/~*\-])(\/(\w+)\/)/)
        .first { folders.contains(String($0.2)) }
      guard let path else { return nil }
      return Finding(
        path: file.path, line: index + 1, problem: "\(path.1)… exists on one machine only")
    }
  }
}

enum Schemas {
  static func finding(in file: TextFile) -> Finding? {
    do {
      _ = try JSONSerialization.jsonObject(with: Data(file.text.utf8))
      return nil
    } catch {
      return Finding(path: file.path, problem: "not JSON: \(error)")
    }
  }
}
