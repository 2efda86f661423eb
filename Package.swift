// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is held to the same rules: Swift 6 mode, warnings are errors, and each
/// expression that leaves memory safety says `unsafe`.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A library target in `Sources/`, with the modules that it may import. `RepositoryTests` holds
/// the sources to exactly this list.
func library(_ name: String, imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings)
}

func tests(of name: String, imports: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: name)] + imports,
    swiftSettings: settings)
}

let package = Package(
  name: "daybook",
  products: [
    .library(name: "Daybook", targets: ["Daybook"]),
    .executable(name: "daybook", targets: ["DaybookCommand"]),
  ],
  targets: [
    .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

    library("Cryptography", imports: ["CLibCrypto"]),
    library("MerkleLog", imports: ["Cryptography"]),
    library("Payments", imports: ["MerkleLog"]),
    library("Recording", imports: ["Payments", "MerkleLog", "Cryptography"]),
    library("PaymentProviders", imports: ["Recording", "Payments", "MerkleLog", "Cryptography"]),
    library("EventStore", imports: ["CLMDB", "MerkleLog", "Cryptography"]),
    library("Projections", imports: ["CSQLite", "Payments", "MerkleLog", "Cryptography"]),
    library(
      "Daybook",
      imports: [
        "Projections", "EventStore", "PaymentProviders", "Recording", "Payments", "MerkleLog",
        "Cryptography",
      ]),

    .executableTarget(
      name: "DaybookCommand", dependencies: ["Daybook"], path: "tools/daybook",
      swiftSettings: settings),
    .executableTarget(
      name: "DaybookBench",
      dependencies: [
        "Daybook", "Recording", "PaymentProviders", "Payments", "EventStore", "MerkleLog",
        "Cryptography", "CLMDB",
      ],
      path: "tools/bench", swiftSettings: settings),
    .executableTarget(
      name: "DaybookCrashTest",
      dependencies: ["Daybook", "EventStore", "MerkleLog", "Cryptography"],
      path: "tools/crash", swiftSettings: settings),

    // Histories that the fold's tests and those of its store in SQLite share.
    .target(
      name: "FoldHistories", dependencies: ["Payments", "MerkleLog"], path: "Tests/FoldHistories",
      swiftSettings: settings),
    tests(of: "Cryptography"),
    tests(of: "MerkleLog", imports: ["Cryptography"]),
    tests(of: "Payments", imports: ["FoldHistories", "MerkleLog", "Cryptography"]),
    tests(of: "Recording", imports: ["Payments", "MerkleLog", "Cryptography"]),
    tests(
      of: "PaymentProviders", imports: ["Recording", "Payments", "MerkleLog", "Cryptography"]),
    tests(of: "EventStore", imports: ["MerkleLog", "Cryptography"]),
    tests(of: "Projections", imports: ["FoldHistories", "Payments", "MerkleLog", "Cryptography"]),
    tests(of: "Daybook"),
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "DaybookCommand", "DaybookCrashTest", "Daybook", "EventStore", "MerkleLog", "Cryptography",
      ],
      swiftSettings: settings),
    .testTarget(name: "RepositoryTests", dependencies: ["Daybook"], swiftSettings: settings),
  ]
)
