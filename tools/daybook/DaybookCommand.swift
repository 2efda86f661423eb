import Daybook
import Foundation

/// The command `daybook`: data on stdout, talk on stderr; exit 0 fine, 1 failed, 2 a
/// difference or a broken proof was found, 64 usage.
@main
struct DaybookCommand {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    exit(await run(words))
  }

  static func run(_ words: [String]) async -> Int32 {
    guard let first = words.first else {
      Console.talk(Help.overview)
      return ExitCode.usage
    }
    if first == "--help" || first == "-h" || first == "help" && words.count == 1 {
      Console.print(Help.overview)
      return ExitCode.success
    }
    if first == "--version" {
      Console.print("daybook \(Software.version)")
      return ExitCode.success
    }
    let name = first == "help" ? words[1] : first
    guard let verb = Verbs.all.first(where: { $0.name == name }) else {
      Console.talk("daybook: there is no verb '\(name)'. 'daybook --help' lists them.")
      return ExitCode.usage
    }
    if first == "help" || words.contains("--help") || words.contains("-h") {
      Console.print(Help.text(of: verb))
      return ExitCode.success
    }
    do {
      let arguments = try Arguments(Array(words.dropFirst()), for: verb)
      return try await verb.run(arguments)
    } catch let error as UsageError {
      Console.talk("daybook \(verb.name): \(error.message)")
      Console.talk("usage: \(verb.usage)\n'daybook \(verb.name) --help' tells more.")
      return ExitCode.usage
    } catch let error as CommandFailure {
      Console.talk("daybook \(verb.name): \(error.message)")
      return ExitCode.failure
    } catch let error as LedgerError {
      Console.talk("daybook \(verb.name): \(error.message)")
      return ExitCode.failure
    } catch {
      Console.talk("daybook \(verb.name): \(type(of: error)) stopped the command.")
      return ExitCode.failure
    }
  }
}

/// The command's exit codes.
enum ExitCode {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  /// What was looked at is not as it should be.
  static let difference: Int32 = 2
  /// As `EX_USAGE` of sysexits.
  static let usage: Int32 = 64
}
