import Daybook

/// What a verb is called with, checked before anything is opened.
struct Arguments {
  /// How stdout is written.
  enum Format: String, CaseIterable {
    case text
    case json
  }

  private(set) var values: [String] = []
  private(set) var format = Format.text
  private(set) var options: [String: String] = [:]
  private(set) var flags: Set<String> = []

  init(_ words: [String], for verb: Verb) throws(UsageError) {
    var words = words[...]
    var takesOptions = true
    while let word = words.popFirst() {
      guard takesOptions, word.hasPrefix("--") else {
        values.append(word)
        continue
      }
      if word == "--" {
        takesOptions = false
        continue
      }
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      guard let option = verb.options.first(where: { $0.name == name }) else {
        throw UsageError("there is no option '--\(name)'.")
      }
      if option.isFlag {
        guard parts.count == 1 else {
          throw UsageError("the option '--\(name)' takes no value.")
        }
        flags.insert(name)
        continue
      }
      guard let value = parts.count > 1 ? String(parts[1]) : words.popFirst() else {
        throw UsageError("the option '--\(name)' needs a value.")
      }
      options[name] = value
    }
    if let word = options["format"] {
      guard let format = Format(rawValue: word) else {
        throw UsageError("'--format' is text or json.")
      }
      self.format = format
    }
    guard verb.valueCounts.contains(values.count) else {
      throw UsageError(
        values.count < verb.valueCounts.lowerBound
          ? "something is missing after the verb." : "there are too many words after the verb.")
    }
  }

  /// The ledger's directory: the first word after the verb.
  var ledger: String { values.first ?? "" }

  /// A whole number that an option gives.
  func count(_ name: String) throws(UsageError) -> UInt64? {
    guard let text = options[name] else { return nil }
    guard let count = UInt64(text) else {
      throw UsageError("'--\(name)' is a whole number, 0 or more.")
    }
    return count
  }

  /// The origin that `--origin` gives.
  func origin() throws(UsageError) -> Origin? {
    guard let text = options["origin"] else { return nil }
    guard let origin = Origin(text) else {
      throw UsageError("'--origin' is 32 lower-case hexadecimal digits.")
    }
    return origin
  }

  /// The checkpoint in the file that `--expect` names.
  func expected() throws -> [SignedCheckpoint] {
    guard let path = options["expect"] else { return [] }
    let text = String(decoding: try TextFile.read(path), as: UTF8.self)
    do throws(ProofError) {
      return [try SignedCheckpoint(text)]
    } catch {
      throw CommandFailure("\(path) is no checkpoint: \(error.description)")
    }
  }
}

/// The command was called in a way it does not know.
struct UsageError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// The command was called rightly and cannot do what it was asked.
struct CommandFailure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// One verb of the command.
struct Verb: Sendable {
  struct Option: Sendable {
    let name: String
    let help: String
    var isFlag = false
  }

  let name: String
  let usage: String
  let summary: String
  let details: String
  let valueCounts: ClosedRange<Int>
  let options: [Option]
  let work: Work

  /// What a verb does. Its value is the exit code.
  enum Work: Sendable {
    /// Done on the spot, before there is any thread beside the first: what takes less time than
    /// starting one.
    case atOnce(@Sendable (Arguments) throws -> Int32)
    /// Done with a ledger, which has threads of its own.
    case withLedger(@Sendable (Arguments) async throws -> Int32)
  }

  init(
    name: String, usage: String, summary: String, details: String, valueCounts: ClosedRange<Int>,
    options: [Option], run: @escaping @Sendable (Arguments) async throws -> Int32
  ) {
    self.init(name, usage, summary, details, valueCounts, options, .withLedger(run))
  }

  init(
    name: String, usage: String, summary: String, details: String, valueCounts: ClosedRange<Int>,
    options: [Option], runAtOnce: @escaping @Sendable (Arguments) throws -> Int32
  ) {
    self.init(name, usage, summary, details, valueCounts, options, .atOnce(runAtOnce))
  }

  private init(
    _ name: String, _ usage: String, _ summary: String, _ details: String,
    _ valueCounts: ClosedRange<Int>, _ options: [Option], _ work: Work
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.details = details
    self.valueCounts = valueCounts
    self.options = options
    self.work = work
  }

  static let format = Option(name: "format", help: "text (default), or json: one object a line")
}

/// The verbs, in the order of the help.
enum Verbs {
  static let all: [Verb] = [
    .initialize, .record, .transactions, .transaction, .events, .verify, .checkpoint, .prove,
    .check, .backup, .restore, .reorigin,
  ]
}

/// The texts of `--help`.
enum Help {
  static var overview: String {
    let verbs = Verbs.all.map { verb in
      "  " + verb.name.padding(to: 14) + verb.summary
    }
    return """
      daybook: a ledger of payments that apps take through frames, SDKs and redirects.

      usage: daybook VERB LEDGER [options]

      \(verbs.joined(separator: "\n"))

      'daybook VERB --help' tells more of one. Data goes to stdout, talk to stderr.
      exit codes: 0 fine, 1 failed, 2 a difference or a broken proof was found, 64 called in a
      way that is not known
      """
  }

  static func text(of verb: Verb) -> String {
    var text = "usage: \(verb.usage)\n\n\(verb.details)"
    if !verb.options.isEmpty {
      let width = max(12, 2 + (verb.options.map(\.name.count).max() ?? 0))
      let options = verb.options.map { "  --" + $0.name.padding(to: width) + $0.help }
      text += "\n\noptions:\n" + options.joined(separator: "\n")
    }
    return text
  }
}

extension String {
  /// The text with spaces after it, up to a width.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
