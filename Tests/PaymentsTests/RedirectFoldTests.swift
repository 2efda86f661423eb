import FoldHistories
import MerkleLog
import Payments
import Testing

@Suite struct RedirectFoldTests {
  @Test func `a redirect belongs to the one request that is open`() throws {
    var history = try History()
    let request = history.request()
    let redirect = history.redirect(id: "m1")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.places[redirect] == request)
    #expect(store.transactions.map(\.status) == [.completed])
    #expect(store.anomalies.isEmpty)
  }

  @Test func `with two requests open a redirect binds to neither`() throws {
    var history = try History()
    let first = history.request()
    let second = history.request()
    let redirect = history.redirect(id: "m1")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.anomalies == [Anomaly(event: redirect, kind: .unboundRedirect)])
    #expect(store.transactions.map(\.name) == [first, second, redirect])
    #expect(store.transactions.map(\.status) == [.initiated, .initiated, .completed])
  }

  @Test func `with two requests open the host's reference decides`() throws {
    var history = try History()
    _ = history.request(reference: "a")
    let second = history.request(reference: "b")
    let redirect = history.redirect(id: "m1", reference: "b")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.places[redirect] == second)
    #expect(store.transactions.map(\.status) == [.initiated, .completed])
  }

  @Test func `a redirect after a restart still completes its request`() throws {
    var history = try History()
    let request = history.request()
    history.started()
    let interrupted = try MemoryFoldStore(folding: history.inputs)
    #expect(interrupted.transactions.map(\.status) == [.unknown])
    #expect(interrupted.attempts[request]?.state == .interrupted)
    let redirect = history.redirect(id: "m1")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.transactions.map(\.status) == [.completed])
    #expect(store.anomalies == [Anomaly(event: redirect, kind: .lateRedirect)])
  }

  @Test func `a restart closes frames but no attempt that has ended`() throws {
    var history = try History()
    let frame = history.frame()
    history.progress(on: frame)
    history.result(.pending, on: frame, id: "p1")
    let other = history.frame()
    history.progress(on: other)
    history.started()
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.transactions.map(\.status) == [.pending, .unknown])
    #expect(store.channels[other]?.isClosed == true)
  }

  @Test func `success without an id is unknown`() throws {
    var history = try History()
    let request = history.request(.unknown)
    history.redirect(.unknown, on: request)
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.transactions.map(\.status) == [.unknown])
  }

  @Test func `success means what its request asked for`() throws {
    var history = try History()
    let request = history.request(.authorized)
    history.redirect(on: request, id: "m1")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.transactions.map(\.status) == [.authorized])
    #expect(store.transactions.map(\.money) == [.possible])
  }

  @Test func `a second redirect is doubled or late`() throws {
    var history = try History()
    let request = history.request()
    history.redirect(on: request, id: "m1")
    history.redirect(on: request, id: "m1")
    history.redirect(.failed, on: request, id: "m1")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.kinds.filter { $0 != .conflict } == [.duplicate, .lateRedirect])
    #expect(store.transactions.map(\.status) == [.completed])
    #expect(store.transactions.map(\.isConflict) == [true])
  }

  @Test func `another amount than the one asked for is odd`() throws {
    var history = try History()
    let request = history.request(amount: "5749")
    let redirect = history.redirect(on: request, id: "m1", amount: "5750")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.anomalies == [Anomaly(event: redirect, kind: .amountMismatch)])
    #expect(store.transactions.first?.amount?.value?.description == "57.49")
  }
}
