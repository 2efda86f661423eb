import FoldHistories
import MerkleLog
import Payments
import Testing

@Suite struct FrameFoldTests {
  @Test func `a press and a pending result are one pending transaction`() throws {
    var history = try History()
    let frame = history.frame(reference: "order")
    let press = history.progress(on: frame)
    let result = history.result(.pending, on: frame, id: "p1", code: "slow")
    let store = try MemoryFoldStore(folding: history.inputs)
    let transaction = try #require(store.transactions.first)
    #expect(store.transactions.count == 1)
    #expect(transaction.status == .pending)
    #expect(transaction.money == .possible)
    #expect(transaction.name == press)
    #expect(transaction.evidence == result)
    #expect(transaction.lastEvent == result)
    #expect(transaction.code == "slow")
    #expect(transaction.sealedReference == "sealed")
    #expect(!transaction.isConfirmed)
    #expect(store.places[frame] == .some(nil))
    #expect(store.places[result] == press)
    #expect(store.anomalies.isEmpty)
  }

  @Test func `a declined try and its retry on one channel are one transaction`() throws {
    var history = try History()
    let frame = history.frame()
    let first = history.progress(on: frame)
    history.result(.failed, on: frame)
    let second = history.progress(on: frame)
    history.result(.pending, on: frame, id: "p1")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.transactions.map(\.status) == [.pending])
    #expect(store.transactions.map(\.attempts) == [[first, second]])
  }

  @Test func `the same result twice counts once`() throws {
    var history = try History()
    let frame = history.frame()
    let press = history.progress(on: frame)
    history.result(.pending, on: frame, id: "p1")
    let again = history.result(.pending, on: frame, id: "p1")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.attempts[press]?.assertions.count == 2)
    #expect(store.anomalies == [Anomaly(event: again, kind: .duplicate)])
    #expect(store.places[again] == press)
  }

  @Test func `a message about no payment leaves the attempt open`() throws {
    var history = try History()
    let frame = history.frame()
    let press = history.progress(on: frame)
    var expired = Interpretation()
    expired.code = "quoteExpired"
    let message = history.add(expired, on: frame)
    history.result(.completed, on: frame, id: "p1")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.places[message] == press)
    #expect(store.transactions.map(\.attempts) == [[press]])
    #expect(store.transactions.map(\.status) == [.completed])
  }

  @Test func `a challenge's frame speaks for the attempt that asked for it`() throws {
    var history = try History()
    let frame = history.frame()
    let press = history.progress(on: frame)
    history.progress(.challenged, on: frame, token: "t1")
    let challenge = history.challengeFrame(token: "t1")
    let result = history.result(.completed, on: challenge, id: "p1")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.places[challenge] == press)
    #expect(store.places[result] == press)
    #expect(store.transactions.map(\.status) == [.completed])
    #expect(store.attempts[press]?.state == .ended)
    #expect(store.channels[frame]?.openAttempt == nil)
  }

  @Test func `a challenge of another journal is not answered`() throws {
    var asking = History(of: try testOrigin(1))
    let frame = asking.frame()
    asking.progress(.challenged, on: frame, token: "t1")
    var other = History(of: try testOrigin(2))
    let challenge = other.challengeFrame(token: "t1")
    let result = other.result(.completed, on: challenge, id: "p1")
    let store = try MemoryFoldStore(folding: asking.inputs + other.inputs)
    #expect(store.transactions.map(\.status) == [.challenged, .completed])
    #expect(store.places[result] == result)
  }

  @Test func `nobody can say how a cancelled challenge ended`() throws {
    var history = try History()
    let frame = history.frame()
    history.progress(on: frame)
    history.progress(.challenged, on: frame, token: "t1")
    let challenge = history.challengeFrame(token: "t1")
    history.progress(.unknown, on: challenge)
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.transactions.map(\.status) == [.unknown])
    #expect(store.transactions.map(\.money) == [.possible])
  }

  @Test func `a message that names another payment belongs to neither`() throws {
    var history = try History()
    let frame = history.frame()
    history.progress(.pending, on: frame, id: "p1")
    let other = history.result(.completed, on: frame, id: "p2")
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.anomalies == [Anomaly(event: other, kind: .contradictedLink)])
    #expect(store.transactions.map(\.status) == [.pending, .completed])
  }

  @Test func `a page that names another channel asserts nothing`() throws {
    var history = try History()
    let frame = history.add(
      .opening(ChannelOpening(surface: .frame, pageChannel: "c1"), nil), tier: .local)
    var said = Interpretation.saying(.result(.completed), .payment("p1"))
    said.pageChannel = "c2"
    let message = history.add(said, on: frame)
    let store = try MemoryFoldStore(folding: history.inputs)
    #expect(store.transactions.isEmpty)
    #expect(store.anomalies == [Anomaly(event: message, kind: .channelMismatch)])
  }
}
