import FoldHistories
import MerkleLog
import Payments
import Testing

@Suite struct JoinTests {
  @Test func `two payments under one reference stay two transactions`() throws {
    var history = try History()
    let first = history.frame(reference: "order")
    history.result(.completed, on: first, id: "p1")
    let second = history.frame(reference: "order")
    let charge = history.result(.completed, on: second, id: "p2")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.transactions.map(\.status) == [.completed, .completed])
    #expect(store.anomalies == [Anomaly(event: charge, kind: .possibleDoublePayment)])
  }

  @Test func `an attempt under two references does not make one of two payments`() throws {
    var history = try History()
    let first = history.frame(reference: "a")
    history.result(.completed, on: first, id: "p1")
    let second = history.frame(reference: "b")
    history.result(.completed, on: second, id: "p2")
    let both = history.frame(reference: "a")
    history.add(.saying(.progress(.pressed), .reference("b")), on: both)
    let store = try MemoryFoldStore(folding: history.inputs)
    let payments = store.transactions.map { transaction in
      transaction.identifiers.filter { $0.kind == .transaction }.count
    }
    #expect(payments.max() == 1)
    #expect(payments.filter { $0 == 1 }.count == 2)
  }

  @Test func `a failed and a completed result of one payment are a conflict`() throws {
    var history = try History()
    let frame = history.frame()
    history.result(.failed, on: frame, id: "p1")
    let completed = history.result(.completed, on: frame, id: "p1")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.transactions.map(\.status) == [.completed])
    #expect(store.transactions.map(\.isConflict) == [true])
    #expect(store.anomalies == [Anomaly(event: completed, kind: .conflict)])
  }

  @Test func `a reference joins while it touches one payment`() throws {
    var history = try History()
    let first = history.frame(reference: "order")
    history.progress(on: first)
    let second = history.frame(reference: "order")
    history.result(.completed, on: second, id: "p1")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.transactions.map(\.status) == [.completed])
    #expect(store.transactions.first?.attempts.count == 2)
  }

  @Test func `what was signed decides and a higher claim stands beside it`() throws {
    var history = try History()
    let frame = history.frame()
    history.result(.completed, on: frame, id: "p1")
    history.result(.pending, on: frame, id: "p1", tier: .signed)
    let store = try MemoryFoldStore(folding: history.inputs)
    let transaction = try #require(store.transactions.first)
    #expect(transaction.status == .pending)
    #expect(transaction.claimed == .completed)
    #expect(!transaction.isConfirmed)
  }

  @Test func `a signed end is confirmed`() throws {
    var history = try History()
    let frame = history.frame()
    history.result(.completed, on: frame, id: "p1", tier: .signed)
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.transactions.map(\.isConfirmed) == [true])
  }

  @Test func `one payment seen by two journals is one transaction in either order`() throws {
    var phone = History(of: try testOrigin(2))
    let frame = phone.frame()
    phone.progress(on: frame)
    phone.result(.pending, on: frame, id: "p1")
    var backend = History(of: try testOrigin(1))
    let report = backend.frame()
    backend.result(.completed, on: report, id: "p1", tier: .signed)
    let one = try MemoryFoldStore(folding: phone.inputs + backend.inputs)
    let other = try MemoryFoldStore(folding: backend.inputs + phone.inputs)
    #expect(one.transactions == other.transactions)
    #expect(one.transactions.map(\.status) == [.completed])
    #expect(one.transactions.map(\.isConfirmed) == [true])
  }
}
