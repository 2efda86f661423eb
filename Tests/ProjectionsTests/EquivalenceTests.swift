import FoldHistories
import MerkleLog
import Payments
import Projections
import Testing

@Suite struct EquivalenceTests {
  @Test func `the database knows what the dictionaries know`() throws {
    var random = Seeded(for: "EquivalenceTests.database")
    for _ in 0..<12 {
      let journal = RandomHistory(of: try testOrigin(1), count: 150, random: &random).history
      let memory = try MemoryFoldStore(folding: journal.inputs)
      let projection = try PaymentProjection(path: "")
      try projection.project(journal.inputs, of: journal.origin)
      try expectEqual(projection, memory)
    }
  }

  @Test func `batches of any size give what one batch gives`() throws {
    var random = Seeded(for: "EquivalenceTests.batches")
    for _ in 0..<8 {
      let journal = RandomHistory(of: try testOrigin(1), count: 120, random: &random).history
      let memory = try MemoryFoldStore(folding: journal.inputs)
      for size in [1, 2 + random.below(40)] {
        let projection = try PaymentProjection(path: "")
        try projection.project(journal.inputs, of: journal.origin, batches: size)
        try expectEqual(projection, memory)
      }
    }
  }

  @Test func `journals may arrive in any order`() throws {
    var random = Seeded(for: "EquivalenceTests.order")
    for _ in 0..<8 {
      let journals = try [3, 1, 2].map {
        RandomHistory(of: try testOrigin($0), count: 60, random: &random).history
      }
      let memory = try MemoryFoldStore(folding: journals.flatMap(\.inputs))
      let other = try MemoryFoldStore(folding: random.interleaved(journals))
      #expect(other.transactions == memory.transactions)
      #expect(other.anomalies == memory.anomalies)
      #expect(other.attempts == memory.attempts)
      let projection = try PaymentProjection(path: "")
      let arrivals = random.interleaved(journals)
      var first = 0
      while first < arrivals.count {
        let origin = arrivals[first].event.origin
        let batch = arrivals[first...].prefix { $0.event.origin == origin }
        try projection.project(origin) { from, take in
          #expect(from == batch.first?.event.position)
          for input in batch { try take(input) }
          return Position(from.index + UInt64(batch.count))
        }
        first = batch.endIndex
      }
      try expectEqual(projection, memory)
    }
  }

  /// Compares what can be asked, transaction by transaction.
  private func expectEqual(_ projection: PaymentProjection, _ memory: MemoryFoldStore) throws {
    let transactions = try projection.transactions()
    #expect(transactions == memory.transactions)
    for transaction in transactions {
      let attempts = try projection.attempts(of: transaction.name)
      #expect(attempts == transaction.attempts.compactMap { memory.attempts[$0] })
      #expect(
        try projection.amounts(of: transaction.name)
          == attempts.flatMap { $0.amounts })
      let events = try projection.events(of: transaction.name)
      let placed = memory.places.filter { place in
        place.value.map { transaction.attempts.contains($0) } ?? false
      }
      let said = Set(attempts.flatMap(\.assertions).map(\.event))
      #expect(events.map(\.event) == said.union(placed.keys).sorted())
      #expect(Set(events.filter { $0.status != nil }.map(\.event)) == said)
      let odd = memory.anomalies.filter { said.union(placed.keys).contains($0.event) }
      #expect(try Set(projection.anomalies(of: transaction.name)) == odd)
      for event in said {
        let sharing = transactions.filter { other in
          other.attempts.contains { name in
            memory.attempts[name]?.assertions.contains { $0.event == event } ?? false
          }
        }
        let found = try projection.transaction(named: event)
        #expect(found == (sharing.count == 1 ? transaction : nil))
      }
      for identifier in transaction.identifiers where identifier.kind == .transaction {
        #expect(try projection.transactions(identifiedBy: identifier.value).contains(transaction))
      }
    }
  }
}
