import Payments
import Recording

/// What an execution's list of status entries says as a whole. The list is not in order; the times
/// of its entries are, whatever their count of digits.
struct PayrailsExecution {
  private struct Entry {
    let code: String
    let time: Time
    let reason: String?

    /// What the entry is about: of one operation the latest entry counts.
    var operation: String {
      for suffix in ["Requested", "Pending", "Successful", "Failed"] where code.hasSuffix(suffix) {
        return String(code.dropLast(suffix.count))
      }
      return code
    }
  }

  private var entries: [Entry] = []

  init(_ execution: RecordValue) {
    guard case .array(let list)? = execution["status"] else { return }
    for value in list { add(value["code"]?.text, value["time"]?.text, value["errors"]) }
  }

  /// Adds what a notification says of one action.
  mutating func add(_ code: String?, _ time: String?, _ errors: RecordValue?) {
    guard let code else { return }
    entries.append(
      Entry(
        code: code, time: Time(time),
        reason: PayrailsExecution.reason(of: errors)))
  }

  /// The result of the first error's reason.
  static func reason(of errors: RecordValue?) -> String? {
    guard case .array(let list)? = errors else { return nil }
    return list.first?["reason"]?["result"]?.text
  }

  /// Whether nothing has happened yet.
  var isUntouched: Bool { entries.allSatisfy { $0.code == "created" } }

  /// What the list says, the code that decides, and whether one of them is not listed.
  var statement: (meaning: Meaning?, code: String?, hasUnlisted: Bool) {
    let table = PayrailsStatus.table
    var latest: [String: Entry] = [:]
    for entry in entries {
      guard let other = latest[entry.operation] else {
        latest[entry.operation] = entry
        continue
      }
      let isLater =
        entry.time == other.time
        ? rank(of: entry) > rank(of: other) : other.time < entry.time
      if isLater { latest[entry.operation] = entry }
    }
    let listed = latest.values.compactMap { entry in
      meaning(of: entry).map { (entry: entry, meaning: $0) }
    }
    // A later operation that failed changes nothing about what was before.
    let counted = listed.filter { !($0.meaning.operation.isLater && $0.meaning.outcome == .failed) }
    let deciding = (counted.isEmpty ? listed : counted)
      .max { ($0.meaning.rank, $0.entry.code) < ($1.meaning.rank, $1.entry.code) }
    return (
      deciding?.meaning, deciding.map { $0.entry.reason ?? $0.entry.code },
      entries.contains { !table.lists("execution", $0.code) }
    )
  }

  private func meaning(of entry: Entry) -> Meaning? {
    let detailed = entry.reason.map { "\(entry.code): \($0)" }
    let isDetailed = PayrailsStatus.table.lists("execution", detailed)
    return PayrailsStatus.table["execution", isDetailed ? detailed : entry.code]
  }

  private func rank(of entry: Entry) -> Int { meaning(of: entry)?.rank ?? -1 }

  /// A time as finely as it was given: entries have none to nine digits of a second.
  private struct Time: Comparable {
    let microseconds: Int64
    let fraction: String

    init(_ text: String?) {
      microseconds = text.flatMap { Moment($0)?.microseconds } ?? .min
      let digits = text?.split(separator: ".").dropFirst().first?.prefix { $0.isNumber } ?? ""
      fraction = digits + String(repeating: "0", count: max(0, 9 - digits.count))
    }

    static func < (left: Time, right: Time) -> Bool {
      (left.microseconds, left.fraction) < (right.microseconds, right.fraction)
    }
  }
}
