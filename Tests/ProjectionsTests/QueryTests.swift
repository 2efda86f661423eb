import FoldHistories
import Foundation
import MerkleLog
import Payments
import Testing

@testable import Projections

@Suite struct QueryTests {
  private let history: History
  private let projection: PaymentProjection

  init() throws {
    history = try sampleHistory()
    projection = try PaymentProjection(path: "")
    try projection.project(history.inputs, of: history.origin)
  }

  private func name(_ index: UInt64) -> EventName {
    EventName(origin: history.origin, position: Position(index))
  }

  @Test func `any asserting event finds its transaction`() throws {
    for index in [2, 3, 4, 5] as [UInt64] {
      #expect(try projection.transaction(named: name(index))?.name == name(2))
    }
    #expect(try projection.transaction(named: name(0)) == nil)
    #expect(try projection.transactions(identifiedBy: "m1").map(\.name) == [name(6)])
    #expect(try projection.transactions(identifiedBy: "nobody's").isEmpty)
  }

  @Test func `a transaction's events say what they assert`() throws {
    let events = try projection.events(of: name(2))
    #expect(events.map(\.event) == [2, 3, 4, 5].map(name))
    #expect(events.map(\.attempt) == [2, 2, 4, 4].map(name))
    #expect(events.map(\.status) == [.inProgress, .failed, .inProgress, .pending])
    #expect(events.map(\.code) == [nil, "declined", nil, nil])
    #expect(events.map(\.tier) == [.claim, .claim, .claim, .claim])
    #expect(events.map(\.time) == history.inputs[2...5].map(\.time))
  }

  @Test func `a transaction's sums and oddities are found`() throws {
    #expect(try projection.amounts(of: name(6)).map(\.amount.literal) == ["5749", "5750"])
    #expect(
      try projection.anomalies(of: name(6))
        == [Anomaly(event: name(7), kind: .amountMismatch)])
    #expect(try projection.attempts(of: name(6)).map(\.state) == [.ended])
  }

  @Test func `a name of no journal finds nothing`() throws {
    let names = [
      EventName(origin: try testOrigin(9), position: Position(2)), name(1 << 40), name(.max),
    ]
    for name in names {
      #expect(try projection.transaction(named: name) == nil)
      #expect(try projection.events(of: name).isEmpty)
      #expect(try projection.attempts(of: name).isEmpty)
      #expect(try projection.amounts(of: name).isEmpty)
      #expect(try projection.anomalies(of: name).isEmpty)
    }
  }

  @Test func `the body that is given each transaction may ask again`() throws {
    var seen: [EventName] = []
    try projection.forEachTransaction { transaction in
      seen.append(transaction.name)
      let all = try projection.transactions()
      #expect(all.count == 2)
    }
    #expect(seen == [name(2), name(6)])
  }

  @Test func `ids that differ after a NUL are two`() throws {
    var history = History(of: try testOrigin(5))
    for id in ["p\u{0}1", "p\u{0}2"] { history.result(.completed, on: history.frame(), id: id) }
    let projection = try PaymentProjection(path: "")
    try projection.project(history.inputs, of: history.origin)
    #expect(
      try projection.transactions().flatMap(\.identifiers).map(\.value) == ["p\u{0}1", "p\u{0}2"])
  }

  @Test(arguments: [
    "SELECT attempt FROM attempts_1 WHERE state = 'open' AND state <> 'ended' AND attempt >= ?"
  ])
  func `open attempts are found by an index`(_ sql: String) throws {
    let plan = try projection.store.statement("EXPLAIN QUERY PLAN " + sql).rows { $0.text(3) ?? "" }
    #expect(plan.contains { $0.contains("attempts_1_without_end") })
  }

  @Test func `the schema's page has the same tables`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../schemas/projections/payments-v1.sql")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("--") }.joined(separator: " ")
    func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
    #expect(words(code) == words(PaymentSchema.tables))
  }
}
