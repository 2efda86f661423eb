import Daybook
import Foundation

/// Up to twenty runs on one ledger, one after the other: each opens what the kills before it left.
struct Chain {
  static let runCount: UInt64 = 20

  let seed: UInt64
  let executable: URL
  /// Where the ledger is, and whatever else the chain needs.
  let folder: URL
  private(set) var survivors = Survivors()
  private(set) var tally = Tally()
  /// Keys of captures that were handed over and had no receipt when their process died.
  private var unanswered: Set<UInt64> = []

  var ledger: String { folder.appendingPathComponent("ledger").path }

  /// Makes the ledger, in a folder of its own.
  init(seed: UInt64, executable: URL) throws {
    self.seed = seed
    self.executable = executable
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-crash-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Ledger.create(at: ledger)
    tally.chains = 1
  }

  /// One run: a child that is killed, and a look at what it left.
  mutating func run(_ number: UInt64) throws {
    let seed = SplitMix64.seed(number, from: seed)
    let plan = RunPlan(seed: seed)
    let child = try ChildRun(
      plan, ledger: ledger, keys: keysToRepeat(seed: seed), executable: executable)
    tally.kills += 1
    if child.receipts.isEmpty { tally.killsBeforeReceipt += 1 }
    unanswered.formUnion(child.keys)
    for receipt in child.receipts {
      if let key = receipt.key {
        if survivors.keyed[key] != nil { tally.repeats += 1 }
        unanswered.remove(key)
      }
      try survivors.acknowledge(receipt)
    }
    // A capture with a receipt that is handed over again is no open question.
    unanswered.subtract(survivors.keyed.keys)
    if plan.looksAtCopy {
      try survivors.look(atCopyOf: ledger, in: folder)
    } else {
      try survivors.look(atLedger: ledger)
    }
  }

  /// Compares the journal with what another program reads from it, if that is there.
  mutating func compareWithDump() throws {
    if try survivors.compare(withDumpOf: ledger) { tally.dumps += 1 }
  }

  /// Removes the ledger, and tells what was found in it.
  func end() throws -> Tally {
    try FileManager.default.removeItem(at: folder)
    var tally = tally
    tally.acknowledged = survivors.acknowledged.count
    tally.beyond = survivors.leaves.count - survivors.acknowledged.count
    return tally
  }

  /// What the next child hands over again at its start: some captures that have a receipt, and
  /// those whose caller never learned what became of them.
  private func keysToRepeat(seed: UInt64) -> [UInt64] {
    var random = SplitMix64(seed: ~seed)
    let answered = survivors.keyed.keys.sorted()
    var keys = unanswered.sorted().prefix(16).map(\.self)
    for _ in 0..<random.below(6) where !answered.isEmpty {
      keys.append(answered[random.below(answered.count)])
    }
    return keys
  }
}

/// What was done and found, over all chains.
struct Tally {
  var chains = 0
  var kills = 0
  /// Kills of a child that had handed out no receipt.
  var killsBeforeReceipt = 0
  /// Positions that were acknowledged, and checked after each kill since.
  var acknowledged = 0
  /// Records that were found at other positions.
  var beyond = 0
  /// Receipts for captures that had been acknowledged under their key before.
  var repeats = 0
  /// Chains that were compared with `mdb_dump`.
  var dumps = 0

  static func += (left: inout Tally, right: Tally) {
    left.chains += right.chains
    left.kills += right.kills
    left.killsBeforeReceipt += right.killsBeforeReceipt
    left.acknowledged += right.acknowledged
    left.beyond += right.beyond
    left.repeats += right.repeats
    left.dumps += right.dumps
  }

  func text(seed: UInt64, seconds: Double) -> String {
    """
    runs                       \(kills)
    chains                     \(chains), each with projections as derived anew
    kills                      \(kills)
      before the first receipt \(killsBeforeReceipt)
    records acknowledged       \(acknowledged), all there and unchanged
    records beyond those       \(beyond)
    captures handed over again \(repeats), each answered with its first receipt
    chains read by mdb_dump    \(dumps)
    seed                       \(seed)
    seconds                    \(Int(seconds.rounded()))
    """
  }
}
