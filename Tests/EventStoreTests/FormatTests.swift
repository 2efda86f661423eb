import Cryptography
import EventStore
import Foundation
import MerkleLog
import Testing

/// What `docs/formats/journal-v1.md` says about bytes on the disk. Changing anything here means
/// that older ledgers cannot be read: it needs another format number and a second look.
@Suite struct FormatTests {
  @Test func `the worked example of the tree rows is what is stored`() throws {
    let directory = try TemporaryDirectory()
    let store = try makeStore(at: directory("ledger"))
    let head = try store.append(["a", "b", "c"].map { Array($0.utf8) })
    #expect(
      head.root.description == "36642e73c2540ab121e3a6bf9545b0a24982cd830eb13d3cd19de3ce6c021ec1")
    let last = try store.append([Array("d".utf8)])
    store.close()

    // The bytes of the file itself: each row, and the head, stand in it as specified.
    let bytes = try Data(contentsOf: URL(filePath: directory("ledger/journal.mdb")))
    let reader = try EventLog.open(at: directory("ledger"), mode: .reading)
    let starts = [
      ["022a6979"], ["57eb3561", "b137985f"], ["597fcb31"], ["d070dc5b", "dbbd68c3", "33376a3b"],
    ]
    try reader.withSnapshot { snapshot in
      for (index, expected) in starts.enumerated() {
        let position = Position(UInt64(index))
        var row = Data()
        for (level, start) in expected.enumerated() {
          let node = try #require(try snapshot.nodeHash(endingAt: position, level: level))
          #expect(node.description.hasPrefix(start))
          row.append(contentsOf: node.bytes)
        }
        let beyond = try snapshot.nodeHash(endingAt: position, level: expected.count)
        #expect(beyond == nil)
        let key = Data([0, 0, 0, 0, 0, 0, 0, UInt8(index)])
        #expect(bytes.range(of: key + row) != nil)
      }
    }
    let size = Data([0, 0, 0, 0, 0, 0, 0, 4])
    #expect(bytes.range(of: Data("head".utf8) + size + Data(last.root.bytes)) != nil)
    #expect(last.root.description.hasPrefix("33376a3b"))
    for fact in ["format1", "ownevents", "sourcedaybook/\(reader.origin)"] {
      #expect(bytes.range(of: Data(fact.utf8)) != nil)
    }
    #expect(bytes.range(of: Data("publickey".utf8) + Data(publicKey)) != nil)
  }

  @Test func `a record has at most 256 KiB`() {
    #expect(EventLog.recordByteLimit == 262_144)
  }
}
