import Daybook
import Foundation

/// Batches of 1000 captures, each under an idempotency key of its own, beside the same without
/// keys, while the index of keys grows.
struct KeyBench {
  private static let batch = 1000

  static func run(keys total: Int) async throws {
    let folder = try TemporaryFolder()
    var ledgers: [Ledger] = []
    var capture = Capture(.moonPay, .frame, frame: "apple-pay")
    capture.channel = "bench"
    capture.person = "bench"
    for name in ["plain", "keyed"] {
      try Ledger.create(at: "\(folder.path)/\(name)")
      ledgers.append(try await Ledger.open(at: "\(folder.path)/\(name)"))
      _ = try await ledgers.last?.record(capture)
    }
    capture.body = SampleMessage.all[1].bytes
    print("keys stored  plain/s  keyed/s  ratio  longest, ms")
    var number = 0
    var plain: [Double] = []
    var keyed: [Double] = []
    while number < total {
      let captures = [Capture](repeating: capture, count: batch)
      plain.append(try await seconds(captures, ledgers[0]))
      let unlike = captures.enumerated().map { index, capture in
        var capture = capture
        capture.idempotencyKey = "order-\(number + index)"
        return capture
      }
      keyed.append(try await seconds(unlike, ledgers[1]))
      number += batch
      if number % (total / 10) == 0 {
        // All of the time, since now and then a commit puts many keys into the index.
        let count = Double(plain.count * batch)
        let (without, with) = (count / plain.reduce(0, +), count / keyed.reduce(0, +))
        let longest = 1e3 * (keyed.max() ?? 0)
        print(
          Column.right("\(number)", 11) + Column.right(without, 9) + Column.right(with, 9)
            + Column.right(with / without, 7, digits: 2) + Column.right(longest, 13))
        plain = []
        keyed = []
      }
    }
    for ledger in ledgers { await ledger.close() }
  }

  private static func seconds(_ captures: [Capture], _ ledger: Ledger) async throws -> Double {
    let start = ContinuousClock.now
    let outcomes = try await ledger.record(captures)
    precondition(outcomes.allSatisfy { $0.receipts.count == 1 }, "Each capture is recorded.")
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
