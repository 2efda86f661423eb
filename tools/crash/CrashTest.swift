import Daybook
import EventStore
import Foundation

/// The test of the promise that whatever has a receipt survives the death of its process.
@main @MainActor
struct CrashTest {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    // Not for people: how the parent starts the process that it is going to kill.
    if words.first == "child", let child = Child(Array(words.dropFirst())) {
      exit(await child.run())
    }
    if words.contains("--help") || words.contains("-h") {
      write(Options.help)
      exit(0)
    }
    let options: Options
    do throws(Options.Misuse) {
      options = try Options(words)
    } catch {
      Report.talk("\(error.message)\n\(Options.usage)")
      exit(64)
    }
    exit(await run(options))
  }

  private static func run(_ options: Options) async -> Int32 {
    guard let executable = Bundle.main.executableURL else {
      Report.talk("it is not known where this program is, so it cannot start itself.")
      return 1
    }
    var report = Report()
    var tally = Tally()
    var chain: Chain?
    var run = options.runs.lowerBound
    do {
      while run < options.runs.upperBound {
        var current = try Chain(seed: options.seed, executable: executable)
        chain = current
        defer { chain = current }
        let index = run / Chain.runCount
        let end = min((index + 1) * Chain.runCount, options.runs.upperBound)
        while run < end {
          try current.run(run)
          run += 1
          report.note(run - options.runs.lowerBound, of: UInt64(options.runs.count))
        }
        // Of some chains only: it takes longer than all the rest.
        if index.isMultiple(of: 10) { try current.compareWithDump() }
        try await current.compareAnswers()
        tally += try current.end()
      }
    } catch {
      report.end()
      Report.talk("run \(run): \(sentence(error))")
      if let chain { Report.talk("its ledger is kept in \(chain.folder.path)") }
      Report.talk("again: tools/crash-test --runs 1 --seed \(options.seed) --first \(run)")
      return 1
    }
    report.end()
    write(tally.text(seed: options.seed, seconds: report.seconds))
    return 0
  }

  private static func sentence(_ error: any Error) -> String {
    switch error {
    case let error as Violation: error.description
    case let error as EventStoreError: "the ledger could not be read. \(error.message)"
    case let error as LedgerError: "the ledger failed. \(error.message)"
    default: "the test could not go on. \(error)"
    }
  }

  private static func write(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
