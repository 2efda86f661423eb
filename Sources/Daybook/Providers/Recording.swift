/// Whether what a session saw or said is in the journal. A full disk must not stop a checkout, so
/// a session goes on when recording failed, and says so.
public enum RecordingResult: Sendable {
  /// The records, durable.
  case recorded([Receipt])
  /// Why they could not be made.
  case failed(LedgerError)

  /// The records; empty where there are none.
  public var receipts: [Receipt] {
    if case .recorded(let receipts) = self { receipts } else { [] }
  }
}

extension Ledger {
  /// Records, and gives the failure back as a value.
  func recording(_ captures: [Capture]) async -> RecordingResult {
    do throws(LedgerError) {
      let outcomes = try await record(captures)
      for outcome in outcomes {
        if let refusal = outcome.refusal { return .failed(refusal) }
      }
      return .recorded(outcomes.flatMap(\.receipts))
    } catch {
      return .failed(error)
    }
  }
}
