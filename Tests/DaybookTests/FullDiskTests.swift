import Daybook
import Foundation
import Testing

/// A disk that is full while a ledger is recorded in.
@Suite struct FullDiskTests {
  /// A small file system in memory.
  private struct SmallDisk: ~Copyable {
    let path: String

    /// `nil` where this process may not mount one.
    init?(size: String) throws {
      path =
        FileManager.default.temporaryDirectory
        .appendingPathComponent("daybook-disk-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      guard try SmallDisk.run("mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path) else {
        try FileManager.default.removeItem(atPath: path)
        return nil
      }
    }

    private static func run(_ words: String...) throws -> Bool {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus == 0
    }

    deinit {
      do {
        _ = try SmallDisk.run("umount", "-l", path)
        try FileManager.default.removeItem(atPath: path)
      } catch {
        print("A file system was left mounted: \(path)")
      }
    }
  }

  /// What one task was given receipts for, until its first error.
  private struct Filling: Sendable {
    var receipts: [Receipt] = []
    var code: LedgerError.Code?
  }

  /// Records from several tasks until each is refused.
  private func fill(_ ledger: Ledger) async -> [Filling] {
    await withTaskGroup(of: Filling.self) { group in
      for task in 0..<8 {
        group.addTask {
          var filling = Filling()
          var number = 0
          while filling.code == nil, number < 100_000 {
            number += 1
            var capture = Sample.redirect("task=\(task)&n=\(number)&fill=\(task)\(number)")
            capture.person = "somebody"
            do {
              filling.receipts += try await ledger.record(capture)
            } catch {
              filling.code = (error as? LedgerError)?.code
            }
          }
          return filling
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test
  func `a full disk is said to be full, loses nothing, and is recorded on after room is made`()
    async throws
  {
    guard let disk = try SmallDisk(size: "4m") else {
      print("notice: mounting a small file system needs root; the full disk is not tried.")
      return
    }
    let path = disk.path + "/ledger"
    let ballast = URL(fileURLWithPath: disk.path + "/ballast")
    try Data(count: 2_000_000).write(to: ballast)
    try Ledger.create(at: path)
    let ledger = try await Ledger.open(at: path)
    // Twice: what has failed once must fail no other way later.
    let fillings = await fill(ledger) + fill(ledger)
    #expect(fillings.allSatisfy { $0.code == .outOfDiskSpace }, "\(fillings.map(\.code))")
    let acknowledged = fillings.flatMap(\.receipts)
    #expect(acknowledged.count > 100)
    let target = disk.path + "/backup"
    #expect(await code { try await ledger.backUp(to: target) } == .outOfDiskSpace)
    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [])

    try FileManager.default.removeItem(at: ballast)
    // The same process, the same ledger: nothing has to be opened anew.
    let later = try await ledger.record(Sample.redirect("success=true&transaction_id=tx_1"))
    let head = try await ledger.head()
    #expect(Set((acknowledged + later).map(\.event.position)).count == acknowledged.count + 1)
    let records = try await ledger.events(limit: Int(head.size)).map(\.record)
    for receipt in acknowledged + later {
      let record = records[Int(receipt.event.position.index)]
      #expect(MerkleHash.leafHash(of: record.span) == receipt.leafHash)
    }
    #expect(try await ledger.verify().isClean)
    #expect(try await ledger.fetch(.transactions()).last?.status == .completed)
    await ledger.close()
    let reread = try await Ledger.verify(at: path)
    #expect(reread.isClean)
    #expect(reread.journals.map(\.signedSize) == [head.size])
  }
}
