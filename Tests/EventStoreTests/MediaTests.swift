import EventStore
import Foundation
import MerkleLog
import Testing

/// File systems that are full or cannot be written to.
@Suite struct MediaTests {
  /// Whether this process may mount; tests that have to are skipped where it may not.
  static let canMount: Bool = {
    do {
      let directory = try TemporaryDirectory()
      let mount = try Mount(at: directory.path, size: "1m")
      return mount.works
    } catch {
      return false
    }
  }()

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(.enabled(if: MediaTests.canMount, "Mounting a small file system needs root."))
  func `a full disk is said to be full, keeps what it has, and takes more after room is made`()
    throws
  {
    let mount = try Mount(at: directory.path, size: "2m")
    try withExtendedLifetime(mount) {
      try Data(count: 600_000).write(to: URL(filePath: directory("ballast")))
      let store = try makeStore(at: directory("ledger"))
      let kept = try fill(store)
      #expect(kept > 100)
      #expect(try store.records() == (0..<kept).map(record))
      let again = try fill(store)
      #expect(again >= kept)
      try FileManager.default.removeItem(atPath: directory("ballast"))
      try expectIntact(store, again)
    }
  }

  @Test(.enabled(if: MediaTests.canMount, "Mounting a small file system needs root."))
  func `a ledger on read-only media can be read`() throws {
    let mount = try Mount(at: directory.path, size: "8m")
    try withExtendedLifetime(mount) {
      for removesLock in [false, true] {
        let path = directory("ledger \(removesLock)")
        let store = try makeStore(at: path)
        try store.append((0..<50).map(record))
        store.close()
        if removesLock {
          try FileManager.default.removeItem(atPath: path + "/journal.mdb-lock")
        }
      }
      // A program that another test is starting has the files open for a moment.
      var attempts = 0
      while try mount.run("mount", "-o", "remount,ro", directory.path) != 0, attempts < 100 {
        attempts += 1
        usleep(10_000)
      }
      let before = try listing(directory.path)
      for name in ["ledger false", "ledger true"] {
        let reader = try EventLog.open(at: directory(name), mode: .reading)
        #expect(try reader.records() == (0..<50).map(record))
        reader.close()
        expectError(.permissionDenied) {
          _ = try EventLog.open(at: directory(name), mode: .writing)
        }
      }
      #expect(try listing(directory.path) == before)
    }
  }

  @Test func `a ledger in a directory that one may not write to can be read`() async throws {
    let path = directory("ledger")
    let store = try makeStore(at: path)
    try store.append((0..<50).map(record))
    store.close()
    try FileManager.default.removeItem(atPath: path + "/journal.mdb-lock")
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path + "/journal.mdb")
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    await #expect(processExitsWith: .success) { [path = path as String] in
      // The superuser may write anywhere; nobody may not.
      if geteuid() == 0 { #expect(setgid(65534) == 0 && setuid(65534) == 0) }
      let reader = try EventLog.open(at: path, mode: .reading)
      #expect(try reader.records() == (0..<50).map(record))
      reader.close()
      expectError(.permissionDenied) { _ = try EventLog.open(at: path, mode: .writing) }
    }
    #expect(try listing(path).keys.sorted() == ["journal.mdb", "writer.lock"])
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }
}

/// A small file system in memory, unmounted when this goes.
final class Mount {
  private let path: String
  private(set) var works = false

  init(at path: String, size: String) throws {
    self.path = path
    guard geteuid() == 0 else { return }
    works = try run("mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path) == 0
  }

  /// Runs a program to its end and returns its status.
  @discardableResult
  func run(_ arguments: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  deinit {
    guard works else { return }
    do {
      try run("umount", "-l", path)
    } catch {
      print("A file system was left mounted: \(path)")
    }
  }
}
