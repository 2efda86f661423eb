/// What one run does, as it follows from its seed. The child makes its part from the same seed.
struct RunPlan {
  /// The moment at which the child is killed.
  enum Moment: Equatable {
    /// So long after it was started: mostly before it has opened the ledger.
    case afterStart(microseconds: Int)
    /// So long after it said that it is about to open the ledger.
    case afterOpening(microseconds: Int)
    /// So long after this many receipts were read.
    case afterReceipts(Int, microseconds: Int)
  }

  let seed: UInt64
  let moment: Moment
  /// How many tasks record at once.
  let taskCount: Int
  /// Whether another task asks questions meanwhile, so that readers and projections die too.
  let hasReader: Bool
  /// Whether the journal is looked at as a copy, so that the next writer is the first that opens
  /// what the kill left. Else the look itself is.
  let looksAtCopy: Bool

  init(seed: UInt64) {
    self.seed = seed
    var random = SplitMix64(seed: seed)
    switch random.below(10) {
    case 0..<2: moment = .afterStart(microseconds: random.below(100_000))
    case 2..<5: moment = .afterOpening(microseconds: random.below(20_000))
    case 5..<7: moment = .afterReceipts(1 + random.below(20), microseconds: random.below(3_000))
    default: moment = .afterReceipts(1 + random.below(500), microseconds: random.below(3_000))
    }
    taskCount = random.number(in: 1...16)
    hasReader = random.chance(50)
    looksAtCopy = random.chance(50)
  }

  /// The seed of one of the child's tasks.
  func seed(ofTask task: Int) -> UInt64 { SplitMix64.seed(UInt64(task) + 1, from: seed) }
}
