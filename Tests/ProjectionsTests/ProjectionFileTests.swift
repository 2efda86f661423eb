import FoldHistories
import Foundation
import MerkleLog
import Payments
import Testing

@testable import Projections

@Suite struct ProjectionFileTests {
  private struct Stopped: Error {}

  @Test func `a batch that fails leaves neither rows nor position`() throws {
    let history = try sampleHistory()
    let projection = try PaymentProjection(path: "")
    #expect(throws: Stopped.self) {
      try projection.project(history.origin) { _, take in
        for input in history.inputs { try take(input) }
        throw Stopped()
      }
    }
    #expect(try projection.nextPosition(of: history.origin) == Position(0))
    #expect(try projection.transactions().isEmpty)
    try projection.project(history.inputs.dropLast(), of: history.origin)
    let before = try projection.transactions()
    #expect(throws: Stopped.self) {
      try projection.project(history.origin) { _, take in
        for input in history.inputs.suffix(1) { try take(input) }
        throw Stopped()
      }
    }
    #expect(try projection.nextPosition(of: history.origin) == Position(7))
    #expect(try projection.transactions() == before)
    try projection.project(history.inputs, of: history.origin)
    let memory = try MemoryFoldStore(folding: history.inputs)
    #expect(try projection.transactions() == memory.transactions)
  }

  @Test func `an origin whose first batch failed is numbered by its next`() throws {
    let directory = try TemporaryDirectory()
    let history = try sampleHistory()
    let other = History(of: try testOrigin(2))
    do {
      let projection = try PaymentProjection(path: directory("p.sqlite"))
      #expect(throws: Stopped.self) {
        try projection.project(other.origin) { _, _ in throw Stopped() }
      }
      try projection.project(history.inputs, of: history.origin)
    }
    let projection = try PaymentProjection(path: directory("p.sqlite"))
    #expect(try projection.nextPosition(of: history.origin) == Position(8))
    #expect(try projection.nextPosition(of: other.origin) == Position(0))
    let memory = try MemoryFoldStore(folding: history.inputs)
    #expect(try projection.transactions() == memory.transactions)
  }

  @Test func `a file that is opened again goes on where it was`() throws {
    let directory = try TemporaryDirectory()
    let history = try sampleHistory()
    for count in 1...history.inputs.count {
      let projection = try PaymentProjection.open(at: directory("p.sqlite"))
      #expect(try projection.nextPosition(of: history.origin) == Position(UInt64(count - 1)))
      try projection.project(Array(history.inputs.prefix(count)), of: history.origin)
    }
    let projection = try PaymentProjection(path: directory("p.sqlite"))
    let memory = try MemoryFoldStore(folding: history.inputs)
    #expect(try projection.transactions() == memory.transactions)
  }

  @Test func `two connections share the position`() throws {
    let directory = try TemporaryDirectory()
    let history = try sampleHistory()
    let one = try PaymentProjection(path: directory("p.sqlite"))
    let other = try PaymentProjection(path: directory("p.sqlite"))
    for count in 1...history.inputs.count {
      let records = Array(history.inputs.prefix(count))
      try (count.isMultiple(of: 2) ? one : other).project(records, of: history.origin)
    }
    let memory = try MemoryFoldStore(folding: history.inputs)
    #expect(try one.transactions() == memory.transactions)
    #expect(try other.transactions() == memory.transactions)
  }

  @Test(arguments: [0, 7]) func `tables of another version are made anew`(_ version: Int) throws {
    let directory = try TemporaryDirectory()
    let history = try sampleHistory()
    do {
      let projection = try PaymentProjection(path: directory("p.sqlite"))
      try projection.project(history.inputs, of: history.origin)
      let connection = try Connection(path: directory("p.sqlite"))
      try connection.execute(
        "CREATE TABLE \"an odd \"\"name\" (x); PRAGMA user_version = \(version)")
    }
    let projection = try PaymentProjection(path: directory("p.sqlite"))
    #expect(try projection.nextPosition(of: history.origin) == Position(0))
    #expect(try projection.transactions().isEmpty)
    let odd = try Connection(path: directory("p.sqlite"))
      .prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'an odd%'").rows { $0.text(0) }
    #expect(odd.isEmpty)
    try projection.project(history.inputs, of: history.origin)
    #expect(try projection.transactions().count == 2)
  }

  @Test func `a reset projection begins again`() throws {
    let history = try sampleHistory()
    let projection = try PaymentProjection(path: "")
    try projection.project(history.inputs, of: history.origin)
    let before = try projection.transactions()
    try projection.reset()
    #expect(try projection.nextPosition(of: history.origin) == Position(0))
    try projection.project(history.inputs, of: history.origin)
    #expect(try projection.transactions() == before)
  }

  @Test func `a file that is no database is left as it is`() throws {
    let directory = try TemporaryDirectory()
    let bytes = Data((0..<9000).map { UInt8($0 % 251) })
    try bytes.write(to: URL(filePath: directory("p.sqlite")))
    let error = try #require(throws: ProjectionError.self) {
      try PaymentProjection.open(at: directory("p.sqlite"))
    }
    #expect(error.code == .damaged)
    #expect(try Data(contentsOf: URL(filePath: directory("p.sqlite"))) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["p.sqlite"])
  }

  @Test func `where no file can be made a temporary database serves`() throws {
    let directory = try TemporaryDirectory()
    let path = directory("missing/p.sqlite")
    let error = try #require(throws: ProjectionError.self) { try PaymentProjection(path: path) }
    #expect(error.code == .inputOutput)
    let history = try sampleHistory()
    let projection = try PaymentProjection.open(at: path)
    try projection.project(history.inputs, of: history.origin)
    #expect(try projection.transactions().count == 2)
  }

  @Test(arguments: ["transactions_1 SET status", "attempts_1 SET state", "amounts_1 SET value"])
  func `a word that no version wrote is damage`(_ column: String) throws {
    let directory = try TemporaryDirectory()
    let history = try sampleHistory()
    let projection = try PaymentProjection(path: directory("p.sqlite"))
    try projection.project(history.inputs, of: history.origin)
    try Connection(path: directory("p.sqlite")).execute("UPDATE \(column) = 'nonsense'")
    let error = try #require(throws: ProjectionError.self) {
      try projection.forEachTransaction { _ = try projection.attempts(of: $0.name) }
    }
    #expect(error.code == .damaged)
  }
}
