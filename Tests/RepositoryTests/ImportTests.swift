import Testing

/// The arrows between the targets: what `Package.swift` allows, and nothing else.
@Suite struct ImportTests {
  @Test func `a target imports only what its arrows allow`() throws {
    let manifest = Manifest(try #require(Repository.text("Package.swift")).text)
    #expect(manifest.targets.count >= 10)
    let findings = manifest.targets.flatMap { target in
      Repository.swift.filter { $0.lies(in: [target.folder]) }
        .flatMap { Imports.findings(in: $0, of: target) }
    }
    #expect(findings == [])
  }

  @Test func `a target that the manifest leaves out is found`() throws {
    let manifest = Manifest(try #require(Repository.text("Package.swift")).text)
    let stray = Repository.shipped.filter { !$0.lies(in: manifest.targets.map(\.folder)) }
    #expect(stray.map(\.path) == [])
  }

  @Test func `a C library has one owner`() throws {
    let manifest = Manifest(try #require(Repository.text("Package.swift")).text)
    #expect(Imports.strangers(to: Imports.owners, in: manifest) == [])
    #expect(Repository.swift.flatMap { Imports.strangers(to: Imports.owners, in: $0) } == [])
  }

  // MARK: The rules themselves

  let payments = Manifest.Target(
    name: "Payments", folder: "Sources/Payments", imports: ["MerkleLog"])

  @Test func `a planted import is found`() {
    let file = TextFile(
      path: "Sources/Payments/A.swift",
      text: """
        // import EventStore
        import Foundation
        import MerkleLog
        public import struct EventStore.EventLog
        @preconcurrency import Projections
        """)
    #expect(Imports.findings(in: file, of: payments).map(\.line) == [4, 5])
  }

  @Test func `a platform library stands behind a condition`() {
    let guarded = TextFile(
      path: "Sources/Payments/A.swift",
      text: "#if canImport(Glibc)\nimport Glibc\n#elseif canImport(Darwin)\nimport Darwin\n#endif")
    #expect(Imports.findings(in: guarded, of: payments) == [])
    let bare = TextFile(path: "Sources/Payments/A.swift", text: "#if DEBUG\n#endif\nimport Glibc")
    #expect(Imports.findings(in: bare, of: payments).map(\.line) == [3])
  }

  @Test func `a planted owner of a C library is found`() {
    let manifest = Manifest(#"library("Payments", imports: ["CLMDB"])"#)
    #expect(Imports.strangers(to: Imports.owners, in: manifest).count == 1)
    let file = TextFile(path: "Tests/PaymentsTests/A.swift", text: "import CSQLite")
    #expect(Imports.strangers(to: Imports.owners, in: file).map(\.line) == [1])
    let own = TextFile(path: "Tests/ProjectionsTests/A.swift", text: "import CSQLite")
    #expect(Imports.strangers(to: Imports.owners, in: own) == [])
  }

  @Test func `the manifest is read as it is written`() {
    let manifest = Manifest(
      """
      func library(_ name: String, imports: [String] = []) -> Target { .target(name: name) }
      products: [.library(name: "Daybook", targets: ["Daybook"])]
      library("A"), library(
        "B",
        imports: [
          "A", "C",
        ]),
      .executableTarget(name: "D", dependencies: ["B"], path: "tools/d", swiftSettings: settings)
      """)
    #expect(
      manifest.targets == [
        .init(name: "A", folder: "Sources/A", imports: []),
        .init(name: "B", folder: "Sources/B", imports: ["A", "C"]),
        .init(name: "D", folder: "tools/d", imports: ["B"]),
      ])
  }
}

enum Imports {
  /// Which target, with its tests, may touch a C library.
  static let owners = [
    "CLMDB": "EventStore", "CSQLite": "Projections", "CLibCrypto": "Cryptography",
  ]

  /// Part of every toolchain.
  static let system: Set = ["Foundation", "FoundationEssentials", "Dispatch", "Synchronization"]

  /// Part of one platform: only behind `#if`, so that a port sees what to replace.
  static let platforms: Set = ["Glibc", "Musl", "Darwin", "Android", "WinSDK"]

  static func findings(in file: TextFile, of target: Manifest.Target) -> [Finding] {
    statements(in: file).compactMap { statement in
      let problem: String
      if platforms.contains(statement.module) {
        guard !statement.isConditional else { return nil }
        problem = "\(statement.module) is imported outside `#if canImport(\(statement.module))`"
      } else {
        guard !system.contains(statement.module), !target.imports.contains(statement.module)
        else { return nil }
        problem = "Package.swift has no arrow from \(target.name) to \(statement.module)"
      }
      return Finding(path: file.path, line: statement.line, problem: problem)
    }
  }

  /// The benches hold what is built on a C library beside the library alone.
  static let benchFolder = "tools/bench"

  static func strangers(to owners: [String: String], in file: TextFile) -> [Finding] {
    statements(in: file).compactMap { statement in
      guard let owner = owners[statement.module],
        !file.lies(in: ["Sources/" + owner, "Tests/" + owner + "Tests", benchFolder])
      else { return nil }
      return Finding(
        path: file.path, line: statement.line,
        problem: "only \(owner) and its tests may import \(statement.module)")
    }
  }

  static func strangers(to owners: [String: String], in manifest: Manifest) -> [Finding] {
    manifest.targets.flatMap { target in
      target.imports.sorted().compactMap { module in
        guard let owner = owners[module], owner != target.name, target.folder != benchFolder
        else { return nil }
        return Finding(
          path: "Package.swift", problem: "only \(owner) may import \(module), not \(target.name)")
      }
    }
  }

  struct Statement {
    var line: Int
    var module: String
    var isConditional: Bool
  }

  static func statements(in file: TextFile) -> [Statement] {
    var found: [Statement] = []
    var conditions: [Bool] = []
    let pattern =
      #/
      ^ \s* (?: (?: @\w+ (?: \( [^)]* \) )? | public | package | internal | private ) \s+ )*
      import \s+ (?: (?: struct | class | enum | protocol | func | var | let ) \s+ )? (\w+)
      /#
    for (index, line) in SwiftCode(file.text).lines.enumerated() {
      if line.contains(/^\s*#if\b/) { conditions.append(line.contains(/canImport|os\(/)) }
      if line.contains(/^\s*#endif\b/) { _ = conditions.popLast() }
      guard let module = line.firstMatch(of: pattern)?.1 else { continue }
      found.append(
        Statement(
          line: index + 1, module: String(module), isConditional: conditions.contains(true)))
    }
    return found
  }
}
