import FoldHistories
import Foundation
import MerkleLog
import Payments
import Projections
import Testing

/// Seeded random numbers (SplitMix64). `DAYBOOK_SEED` repeats a run.
struct Seeded: RandomNumberGenerator {
  private(set) var state: UInt64

  /// A generator for one test, whose seed is printed.
  init(for test: String) {
    let given = ProcessInfo.processInfo.environment["DAYBOOK_SEED"].flatMap { UInt64($0) }
    state = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(test): DAYBOOK_SEED=\(state)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// A directory of one test's own, removed with all it holds when the last reference goes.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/daybook-projections-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("A temporary directory was left behind: \(path)")
    }
  }

  /// The path of a name in the directory.
  func callAsFunction(_ name: String) -> String { path + "/" + name }
}

extension PaymentProjection {
  /// Projects what is new of these records of one journal, in batches of at most this many.
  func project(_ inputs: [FoldInput], of origin: Origin, batches size: Int = .max) throws {
    while try nextPosition(of: origin).index < UInt64(inputs.count) {
      try project(origin) { from, take in
        let rest = inputs.dropFirst(Int(from.index)).prefix(size)
        for input in rest { try take(input) }
        return Position(UInt64(rest.endIndex))
      }
    }
  }
}

/// A small history for tests whose subject is the file.
func sampleHistory() throws -> History {
  var history = try History()
  history.started()
  let frame = history.frame(reference: "order")
  history.progress(on: frame)
  history.result(.failed, on: frame, code: "declined")
  history.progress(on: frame)
  history.result(.pending, on: frame, id: "p1")
  let request = history.request(.authorized, amount: "5749")
  history.redirect(on: request, id: "m1", amount: "5750")
  return history
}
