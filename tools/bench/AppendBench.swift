import Daybook
import Foundation

/// Durable records a second: so many callers at once, each waiting for its receipt before it hands
/// over the next; beside LMDB committing the same bytes one by one.
struct AppendBench {
  private static let callers = [1, 8, 64, 256]

  static func run(rounds: Int, seconds: Double) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/ledger"
    try Ledger.create(at: path)
    let ledger = try await Ledger.open(at: path)
    var capture = Capture(.moonPay, .frame, frame: "apple-pay")
    capture.channel = "bench"
    capture.person = "bench"
    _ = try await ledger.record(capture)
    capture.body = SampleMessage.all[1].bytes
    let position = try await ledger.record(capture)[0].event.position
    let record = try await ledger.events(from: position, limit: 1)[0].record

    var raw = try RawJournal(at: folder.path + "/raw.mdb")
    var rates = [[Double]](repeating: [], count: callers.count + 1)
    for _ in 0..<rounds {
      for (index, count) in callers.enumerated() {
        rates[index].append(
          try await rate(of: count, seconds, ledger, capture))
      }
      rates[callers.count].append(try raw.rate(record, seconds))
    }
    await ledger.close()

    print("records of \(record.count) bytes, \(rounds) rounds of \(seconds) s, medians")
    print("callers  records/s  to one caller  to raw LMDB, one a commit")
    let (one, alone) = (rates[0].median, rates[callers.count].median)
    for (index, count) in callers.enumerated() {
      let rate = rates[index].median
      print(
        Column.right("\(count)", 7) + Column.right(rate, 11)
          + Column.right(rate / one, 15, digits: 2) + Column.right(rate / alone, 27, digits: 2))
    }
    print(Column.right("raw", 7) + Column.right(alone, 11))
  }

  private static func rate(
    of callers: Int, _ seconds: Double, _ ledger: Ledger, _ capture: Capture
  ) async throws -> Double {
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<callers {
        group.addTask {
          var count = 0
          while ContinuousClock.now < end { count += try await ledger.record(capture).count }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(total) / ((ContinuousClock.now - start) / .seconds(1))
  }
}
