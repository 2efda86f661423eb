import Daybook
import Foundation

/// The process that is killed: it opens the ledger and records from several tasks, without end.
struct Child {
  let directory: String
  let plan: RunPlan
  /// The keys of captures that children before this one handed over.
  let keys: [UInt64]

  /// Reads what the parent started it with: the ledger, the run's seed, keys.
  init?(_ words: [String]) {
    guard words.count >= 2, let seed = UInt64(words[1]) else { return nil }
    let keys = words[2...].map { UInt64($0) }
    guard !keys.contains(nil) else { return nil }
    directory = words[0]
    plan = RunPlan(seed: seed)
    self.keys = keys.compactMap(\.self)
  }

  /// Returns only when something failed: with the exit code.
  func run() async -> Int32 {
    do {
      try Child.write(.opening)
      let ledger = try await Ledger.open(at: directory)
      try await withThrowingTaskGroup { group in
        if !keys.isEmpty {
          group.addTask { try await Child.record(keys.map(CaptureMaker.keyed), in: ledger) }
        }
        for task in 0..<plan.taskCount {
          let seed = plan.seed(ofTask: task)
          group.addTask {
            var maker = CaptureMaker(task: task, seed: seed)
            while !Task.isCancelled { try await Child.record(maker.next(), in: ledger) }
          }
        }
        if plan.hasReader { group.addTask { try await Child.ask(ledger) } }
        try await group.waitForAll()
      }
    } catch {
      Report.talk("the child could not go on: \(error)")
    }
    return 1
  }

  private static func record(_ made: [CaptureMaker.Made], in ledger: Ledger) async throws {
    for key in made.compactMap(\.key) { try write(.handedOver(key: key)) }
    let outcomes = try await ledger.record(made.map(\.capture))
    for (made, outcome) in zip(made, outcomes) {
      if let refusal = outcome.refusal { throw refusal }
      for (index, receipt) in outcome.receipts.enumerated() {
        // The key is that of the message; what comes before is the opening of its channel.
        let isLast = index == outcome.receipts.count - 1
        try write(.receipt(AcknowledgedRecord(receipt, key: isLast ? made.key : nil)))
      }
    }
  }

  /// Asks again and again, so that the kill finds a reader in the journal and a writer in the
  /// projections. They must be fit for the next child.
  private static func ask(_ ledger: Ledger) async throws {
    while !Task.isCancelled {
      _ = try await ledger.fetch(.transactions(named: "1"))
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// One write to the pipe for each line, so that no kill leaves half of one.
  private static func write(_ line: ChildLine) throws {
    try FileHandle.standardOutput.write(contentsOf: Data((line.text + "\n").utf8))
  }
}

extension AcknowledgedRecord {
  init(_ receipt: Receipt, key: UInt64?) {
    let verdict: Verdict =
      switch receipt.verdict {
      case .recorded: .recorded
      case .alreadyRecorded: .alreadyRecorded
      case .conflicting: .conflicting
      }
    self.init(
      position: receipt.event.position.index, leafHash: receipt.leafHash, verdict: verdict,
      key: key)
  }
}
