import Daybook
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The queue before the writer: shared commits, bounds, cancelling; and the wait for another
/// writer.
@Suite struct CaptureQueueTests {
  @Test func `whoever is cancelled was either recorded or is not there`() async throws {
    let ledger = try TemporaryLedger()
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SplitMix(state: seed)
    try await ledger.with { ledger in
      let before = try await ledger.head().size
      var tasks: [Task<[Receipt], any Error>] = []
      for number in 0..<200 {
        tasks.append(Task { try await ledger.record(Sample.redirect("n=\(number)")) })
        if random.next() % 3 == 0 { tasks[Int(random.next() % UInt64(tasks.count))].cancel() }
      }
      var positions: [UInt64] = []
      var cancelled = 0
      for task in tasks {
        do {
          positions += try await task.value.map(\.event.position.index)
        } catch let error as LedgerError {
          #expect(error.code == .cancelled)
          cancelled += 1
        }
      }
      let size = try await ledger.head().size
      #expect(positions.sorted() == Array(before..<size))
      #expect(positions.count + cancelled == 200)
    }
  }

  @Test func `a task that is cancelled already records nothing`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      let size = try await ledger.head().size
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return await code { try await ledger.record(Sample.redirect("n=1")) }
      }
      task.cancel()
      #expect(await task.value == .cancelled)
      #expect(try await ledger.head().size == size)
    }
  }

  @Test func `a refused capture fails none of its neighbours`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      var tooLong = Sample.redirect("n=1")
      tooLong.body = [UInt8](repeating: 0x61, count: 300_000)
      let outcomes = try await ledger.record([
        Sample.redirect("n=1"), tooLong, Capture(.moonPay, .redirect, body: "moonpay://?a=1"),
        Sample.redirect("n=2"),
      ])
      #expect(outcomes.map { $0.refusal?.code } == [nil, .refused, .refused, nil])
      #expect(outcomes.map(\.receipts.count) == [1, 0, 0, 1])
      #expect(try await ledger.verify().isClean)
    }
  }

  @Test func `more than one call may hand over is refused whole`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { ledger in
      let size = try await ledger.head().size
      var large = Sample.redirect("n=1")
      large.body = [UInt8](repeating: 0x61, count: 250_000)
      let many = [Capture](repeating: large, count: 210)
      #expect(await code { try await ledger.record(many) } == .refused)
      #expect(try await ledger.head().size == size)
      // As much as that in parts takes several commits and no position twice.
      let outcomes = try await ledger.record([Capture](repeating: large, count: 100))
      #expect(outcomes.allSatisfy { $0.receipts.count == 1 })
      #expect(try await ledger.head().size == size + 100)
    }
  }

  @Test func `opening waits for another writer as long as it is told to`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { _ in }
    let descriptor = unsafe open(ledger.url("writer.lock").path, O_RDWR)
    #expect(descriptor >= 0)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(await code { try await Ledger.open(at: ledger.path) } == .lockedByAnotherProcess)
    let refused = await code {
      try await Ledger.open(at: ledger.path, waiting: .milliseconds(50))
    }
    #expect(refused == .lockedByAnotherProcess)
    let thread = Thread {
      Thread.sleep(forTimeInterval: 0.1)
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    thread.start()
    let opened = try await Ledger.open(at: ledger.path, waiting: .seconds(60))
    await opened.close()
  }

  @Test func `waiting for another writer ends when the task is cancelled`() async throws {
    let ledger = try TemporaryLedger()
    try await ledger.with { _ in }
    let descriptor = unsafe open(ledger.url("writer.lock").path, O_RDWR)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let path = ledger.path
    let task = Task { await code { try await Ledger.open(at: path, waiting: .seconds(60)) } }
    task.cancel()
    #expect(await task.value == .cancelled)
  }
}

/// A generator that a seed repeats (Steele, Lea and Flood's SplitMix64).
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
