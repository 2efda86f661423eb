import EventStore
import Foundation
import MerkleLog

extension Survivors {
  /// Looks at a ledger that no process has open, through the store and for reading only.
  mutating func look(atLedger directory: String) throws {
    let store = try EventLog.open(at: directory, mode: .reading)
    defer { store.close() }
    try look { take in
      try store.withSnapshot { snapshot in
        try snapshot.forEachRecord(from: Position(0)) { position, record in
          try take(position.index, record)
          return true
        }
        return snapshot.head
      }
    }
  }

  /// Looks at a copy of the journal, so that the ledger stays as the kill left it.
  mutating func look(atCopyOf directory: String, in folder: URL) throws {
    let files = FileManager.default
    let copy = folder.appendingPathComponent("copy")
    try files.createDirectory(at: copy, withIntermediateDirectories: false)
    let name = "journal.mdb"
    try files.copyItem(
      atPath: directory + "/" + name, toPath: copy.appendingPathComponent(name).path)
    try look(atLedger: copy.path)
    try files.removeItem(at: copy)
  }
}
