import Cryptography
import Foundation

extension Survivors {
  /// Reads the records with `mdb_dump`, a program of LMDB's authors that shares no code of ours,
  /// and holds them against those that the last look found. No process may have the ledger open.
  ///
  /// - Returns: `false` where there is no such program.
  func compare(withDumpOf directory: String) throws -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let program = folders.split(separator: ":").map { $0 + "/mdb_dump" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let program else { return false }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-n", "-s", "events", directory + "/journal.mdb"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    var dump = Dump()
    while true {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      for byte in data { dump.take(byte) }
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Violation("mdb_dump failed with \(process.terminationStatus)")
    }
    let positions = (0..<leaves.count).map { position in
      (0..<8).map { UInt8(truncatingIfNeeded: position >> (8 * (7 - $0))) }
    }
    guard dump.keys == positions, dump.leaves == leaves else {
      throw Violation("mdb_dump reads other records than the store")
    }
    return true
  }
}

/// What `mdb_dump` prints: a heading, then for each entry two lines of a blank and hexadecimal
/// digits, the key and the value.
struct Dump {
  private(set) var keys: [[UInt8]] = []
  private(set) var leaves: [Digest] = []
  private var line: [UInt8] = []
  private var high: UInt8?
  private var isEntry = false
  private var isAtStart = true
  private var isKey = true

  mutating func take(_ byte: UInt8) {
    if byte == 0x0A {
      if isEntry { endEntryLine() }
      isAtStart = true
      isEntry = false
      return
    }
    if isAtStart {
      isAtStart = false
      isEntry = byte == 0x20
    } else if isEntry {
      let digit = byte < 0x3A ? byte &- 0x30 : byte &- 0x57
      if let first = high {
        line.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
  }

  private mutating func endEntryLine() {
    if isKey { keys.append(line) } else { leaves.append(NaiveTree.leafHash(of: line.span)) }
    line.removeAll(keepingCapacity: true)
    isKey.toggle()
  }
}
