import Daybook
import Dispatch
import Foundation

/// The command `daybook`: data on stdout, talk on stderr; exit 0 fine, 1 failed, 2 a
/// difference or a broken proof was found, 64 usage.
@main
struct DaybookCommand {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do throws(UsageError) {
      guard let (verb, arguments) = try call(words) else { end(ExitCode.success) }
      switch verb.work {
      case .atOnce(let run):
        do {
          end(try run(arguments))
        } catch {
          end(report(error, of: verb))
        }
      case .withLedger(let run):
        Task {
          do {
            end(try await run(arguments))
          } catch {
            end(report(error, of: verb))
          }
        }
        dispatchMain()
      }
    } catch {
      Console.talk(error.message)
      end(ExitCode.usage)
    }
  }

  /// Ends the process at once. What libraries do at an orderly end would take away what a thread
  /// that is just ending still uses: libcrypto's tables, for one. Nothing is left to be written,
  /// for the console is not buffered.
  private static func end(_ code: Int32) -> Never { _exit(code) }

  /// What the words ask for; `nil` where it was help, which has been given.
  private static func call(_ words: [String]) throws(UsageError) -> (Verb, Arguments)? {
    guard let first = words.first else { throw UsageError(Help.overview) }
    if first == "--help" || first == "-h" || first == "help" && words.count == 1 {
      Console.print(Help.overview)
      return nil
    }
    if first == "--version" {
      Console.print("daybook \(Software.version)")
      return nil
    }
    let name = first == "help" ? words[1] : first
    guard let verb = Verbs.all.first(where: { $0.name == name }) else {
      throw UsageError("daybook: there is no verb '\(name)'. 'daybook --help' lists them.")
    }
    if first == "help" || words.contains("--help") || words.contains("-h") {
      Console.print(Help.text(of: verb))
      return nil
    }
    do throws(UsageError) {
      return (verb, try Arguments(Array(words.dropFirst()), for: verb))
    } catch {
      throw usage(of: verb, error)
    }
  }

  private static func usage(of verb: Verb, _ error: UsageError) -> UsageError {
    UsageError(
      "daybook \(verb.name): \(error.message)\nusage: \(verb.usage)\n"
        + "'daybook \(verb.name) --help' tells more.")
  }

  /// Says why the verb did not do what it was asked, and returns the exit code for it.
  private static func report(_ error: any Error, of verb: Verb) -> Int32 {
    switch error {
    case let error as UsageError:
      Console.talk(usage(of: verb, error).message)
      return ExitCode.usage
    case let error as CommandFailure: Console.talk("daybook \(verb.name): \(error.message)")
    case let error as LedgerError: Console.talk("daybook \(verb.name): \(error.message)")
    default: Console.talk("daybook \(verb.name): \(type(of: error)) stopped the command.")
    }
    return ExitCode.failure
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
