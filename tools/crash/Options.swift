/// What the test is called with.
struct Options: Equatable {
  var runCount: UInt64 = 2_000
  var seed: UInt64 = 1
  /// The number of the first run.
  var first: UInt64 = 0

  /// - Throws: `Misuse`, with what is wrong.
  init(_ words: [String]) throws(Misuse) {
    var words = words[...]
    while let word = words.popFirst() {
      guard ["--runs", "--seed", "--first"].contains(word) else {
        throw Misuse("there is no option '\(word)'.")
      }
      guard let text = words.popFirst(), let number = UInt64(text) else {
        throw Misuse("'\(word)' needs a whole number, 0 or more.")
      }
      switch word {
      case "--runs": runCount = number
      case "--seed": seed = number
      default: first = number
      }
    }
    guard (1...1_000_000_000).contains(runCount), first <= 1_000_000_000 else {
      throw Misuse("'--runs' is at least 1, and both it and '--first' at most a thousand million.")
    }
  }

  /// The runs, from the beginning of the chain that the first one is in.
  var runs: Range<UInt64> { first / Chain.runCount * Chain.runCount..<first + runCount }

  struct Misuse: Error, Equatable {
    let message: String

    init(_ message: String) { self.message = message }
  }

  static let usage = "usage: tools/crash-test [--runs N] [--seed S] [--first I]"

  static let help = """
    \(usage)

    Kills a process that records from several tasks into a ledger, with SIGKILL and at a random
    moment, N times. After each kill it checks that:

      - each position that the process had a receipt for is there, and its record has the leaf
        hash of the receipt; so does each that a process before it had one for
      - positions run from 0 without a gap, and the id of each record is its position
      - the root that is stored is the root over the records, computed anew by RFC 6962
      - a capture that is handed over again under its idempotency key is answered with its first
        receipt, and no key is in two records

    Twenty runs make a chain: they are on one ledger, one after the other, so that each opens what
    the kills before it left. At its end the transactions that the projections give are compared
    with those that they give when they have been deleted. The ledger lies in a temporary folder
    (TMPDIR) and is removed, unless a check fails.

      --runs N    how many runs; 2000 where it is not said
      --seed S    what all that is random follows from; 1 where it is not said
      --first I   the number of the first run; 0 where it is not said. Runs begin with the chain
                  that run I is in

    The same seed makes the same captures and plans the same moments. How far a process has come
    at its moment is up to the machine, so a failure that is run again may need several tries.

    The summary goes to stdout, progress to stderr.
    exit codes: 0 all was as promised, 1 it was not or could not be tested, 64 called in a way that
    is not known
    """
}
