import Foundation

// Each bench holds a part of Daybook beside what it is built on, in one run. Ratios count; absolute
// figures are the machine's.
@main
struct DaybookBench {
  private static let usage = """
    usage: DaybookBench record [--short | --record-only]
           DaybookBench append [--short]
           DaybookBench proof [--records COUNT]
           DaybookBench keys [--keys COUNT]
    """

  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    let isShort = words.contains("--short")
    switch words.first {
    case "record":
      var bench = try RecordBench()
      let (rounds, calls) = isShort ? (3, 200) : (15, 20_000)
      try bench.run(rounds: rounds, calls: calls, isAlone: words.contains("--record-only"))
    case "append": try await AppendBench.run(rounds: isShort ? 1 : 5, seconds: isShort ? 0.3 : 2)
    case "proof":
      let count = words.last.flatMap { Int($0) } ?? 1_000_000
      try await ProofBench.run(records: count)
    case "keys":
      let count = words.last.flatMap { Int($0) } ?? 1_000_000
      try await KeyBench.run(keys: count)
    default:
      print(usage)
      exit(64)
    }
  }
}
