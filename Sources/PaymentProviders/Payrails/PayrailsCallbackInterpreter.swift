import Payments
import Recording

/// What a callback of Payrails' SDK says.
enum PayrailsCallbackInterpreter {
  private static let table = PayrailsStatus.table

  static func callback(_ kind: String, _ event: RecordedEvent) -> Interpretation {
    let data = event.data
    let record = "callback.\(kind)"
    var said = Interpretation()
    switch kind {
    case "payment-button-clicked", "three-d-secure-challenge":
      said.step = table[record].map { .progress($0) } ?? .none
      said.add(.requested, data["amount"])
    case "request-decision":
      said.step = table[record, data["decision"]?.text].map { .progress($0) } ?? .none
    case "authorize-success", "authorize-pending", "redirect-success", "payment-completed":
      said.step = table[record].map { .result($0) } ?? .none
    case "authorize-failed": said = failed(data, record)
    case "payment-failed", "payment-result":
      let word = (kind == "payment-failed" ? data["error"] : data["result"])?.text
      said.step = table[record, word].map { .result($0) } ?? .none
      said.code = word
      if !table.lists(record, word) { said.anomalies.append(.unlisted) }
    case "queried": said.add(.reported, data["query"]?["amount"])
    default: said.code = data["error"]?.text
    }
    said.name(execution: data["execution"] ?? data["context"]?["executionId"])
    said.instruments = instruments(kind, data)
    return said
  }

  /// A failure. Its message is the backend's code where it is one, and otherwise generic English.
  private static func failed(_ data: RecordValue, _ record: String) -> Interpretation {
    let failure = data["failure"] ?? .null
    let (code, message) = (failure["code"]?.text, failure["message"]?.text)
    let hasReason = code == "AUTHORIZATION_ERROR" && table.lists(record, message)
    var said = Interpretation(
      table[record, hasReason ? message : code].map { .result($0) } ?? .none)
    said.code = message ?? code
    if !table.lists(record, code) { said.anomalies.append(.unlisted) }
    return said
  }

  private static func instruments(_ kind: String, _ data: RecordValue) -> [InstrumentState] {
    let given = data["instrument"] ?? .null
    switch kind {
    case "tokenized", "instrument-updated":
      return [instrument(data["response"] ?? .null)].compactMap { $0 }
    case "instrument-deleted":
      // The server may answer with nothing but its status.
      guard data["response"]?["success"] != .bool(false), let id = given["id"]?.text else {
        return []
      }
      return [InstrumentState(.deleted, id: id)]
    case "delete-requested": return [instrument(given, .deletionRequested)].compactMap { $0 }
    case "update-requested": return [instrument(given, .updateRequested)].compactMap { $0 }
    case "instrument-selected", "stored-instrument-changed":
      return [instrument(given, .selected)].compactMap { $0 }
    case "queried":
      guard case .array(let list)? = data["query"]?["instruments"] else { return [] }
      return list.compactMap { instrument($0) }
    default: return []
    }
  }

  /// An instrument in any of the shapes that Payrails has for one.
  static func instrument(
    _ value: RecordValue, _ word: InstrumentState.Word? = nil
  ) -> InstrumentState? {
    guard let id = value["id"]?.text else { return nil }
    var instrument = InstrumentState(word ?? .stored, id: id)
    instrument.status = value["status"]?.text
    if word == nil {
      switch instrument.status?.lowercased() {
      case "enabled": instrument.word = .enabled
      case "disabled", "invalid", "transient": instrument.word = .disabled
      case "deleted": instrument.word = .deleted
      default: instrument.word = .stored
      }
    }
    instrument.method = value["paymentMethod"]?.text
    instrument.brand = value["data"]?["network"]?.text
    instrument.lastFour = value["data"]?["suffix"]?.text
    instrument.futureUsage = value["futureUsage"]?.text
    if case .bool(let isDefault)? = value["default"] { instrument.isDefault = isDefault }
    return instrument
  }
}
