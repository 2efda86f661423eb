import Foundation
import Testing

/// A reader who follows links arrives, and arrives everywhere.
@Suite struct LinkTests {
  let site = Site(paths: Repository.paths, documents: Repository.documents)

  @Test func `a relative link leads to a file and a heading`() {
    #expect(site.broken == [])
  }

  @Test func `every file under docs can be reached by links`() {
    guard site.paths.contains("README.md") else { return }
    #expect(site.unreached(from: Site.entrances, in: "docs") == [])
  }

  // MARK: The rules themselves

  private func planted(_ texts: [String: String], beside paths: [String] = []) -> Site {
    Site(
      paths: Array(texts.keys) + paths,
      documents: texts.map { TextFile(path: $0.key, text: $0.value) })
  }

  @Test func `planted dead links are found`() {
    let site = planted([
      "README.md": "[a](docs/a.md#one-two)\n[b](docs/b.md)\n[c](docs/a.md#three)\n[d](docs)",
      "docs/a.md": "# One, `two`\n[up](../README.md) [here](#one-two) [out](../../x.md)",
    ])
    #expect(
      site.broken.map(\.description) == [
        "README.md:2: there is no docs/b.md", "README.md:3: docs/a.md has no heading for #three",
        "docs/a.md:2: there is no ../../x.md",
      ])
  }

  @Test func `what is no link to a file is left alone`() {
    let site = planted([
      "README.md":
        "[a](https://example.org/b) `[c](d)`\n```text\n[e](f)\n```\n[g](mailto:h@example.org)"
    ])
    #expect(site.broken == [])
  }

  @Test func `planted unlinked pages are found`() {
    let site = planted(
      [
        "README.md": "[a](docs/a.md) [samples](docs/samples)", "docs/a.md": "[b][b]\n\n[b]: b.md",
        "docs/b.md": "", "docs/island.md": "[c](coast.md)", "docs/coast.md": "[i](island.md)",
      ], beside: ["docs/samples/day/1.ndjson", "docs/picture.svg"])
    #expect(
      site.unreached(from: Site.entrances, in: "docs")
        == ["docs/coast.md", "docs/island.md", "docs/picture.svg"])
  }

  @Test(arguments: [
    ("One, two", "one-two"), ("`daybook init`", "daybook-init"), ("A [b](c.md) – d", "a-b--d"),
  ])
  func `a heading has the anchor it is shown with`(heading: String, anchor: String) {
    #expect(Markdown.slug(heading) == anchor)
  }

  @Test func `a heading that comes twice has two anchors`() {
    let page = Markdown(TextFile(path: "a.md", text: "## Added\n## Added\n<a id=\"b\"></a>"))
    #expect(page.anchors == ["added", "added-1", "b"])
  }
}

/// The files of the repository as a reader sees them: pages and the links between them.
struct Site {
  /// Where a reader comes in.
  static let entrances = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]

  var paths: Set<String>
  var folders: Set<String>
  var pages: [String: Markdown]

  init(paths: [String], documents: [TextFile]) {
    self.paths = Set(paths)
    folders = Set(
      paths.flatMap { path in
        let names = path.split(separator: "/").dropLast()
        return names.indices.map { names[...$0].joined(separator: "/") }
      })
    pages = [:]
    for document in documents { pages[document.path] = Markdown(document) }
  }

  /// The path that a link names, seen from the root, and its anchor. Nil for a link elsewhere.
  private func destination(of link: String, on page: String) -> (path: String, anchor: String)? {
    guard !link.contains(/^[a-z][a-z0-9+.\-]*:/) else { return nil }
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts[0]).removingPercentEncoding ?? String(parts[0])
    let anchor = parts.count > 1 ? String(parts[1]) : ""
    guard !path.isEmpty else { return (page, anchor) }

    var names = page.split(separator: "/").dropLast().map(String.init)
    for name in path.split(separator: "/") where name != "." {
      if name != ".." {
        names.append(String(name))
      } else if names.popLast() == nil {
        return ("..", anchor)
      }
    }
    return (names.joined(separator: "/"), anchor)
  }

  var broken: [Finding] {
    pages.values.sorted { $0.path < $1.path }.flatMap { page in
      page.links.compactMap { link -> Finding? in
        guard let (path, anchor) = destination(of: link.target, on: page.path) else { return nil }
        let problem: String
        if !path.isEmpty && !paths.contains(path) && !folders.contains(path) {
          problem = "there is no \(link.target)"
        } else if !anchor.isEmpty, let target = pages[path], !target.anchors.contains(anchor) {
          problem = "\(path) has no heading for #\(anchor)"
        } else {
          return nil
        }
        return Finding(path: page.path, line: link.line, problem: problem)
      }
    }
  }

  /// The files in a folder that no chain of links leads to. A link to a folder leads to all of it.
  func unreached(from entrances: [String], in folder: String) -> [String] {
    var reached: Set<String> = []
    var waiting = entrances
    while let path = waiting.popLast() {
      guard reached.insert(path).inserted else { continue }
      if folders.contains(path) {
        waiting += paths.filter { $0.hasPrefix(path + "/") }
      }
      for link in pages[path]?.links ?? [] {
        if let target = destination(of: link.target, on: path) { waiting.append(target.path) }
      }
    }
    return paths.filter { $0.hasPrefix(folder + "/") && !reached.contains($0) }.sorted()
  }
}
