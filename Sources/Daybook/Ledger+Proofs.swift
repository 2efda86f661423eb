import EventStore

extension Ledger {
  /// Size and root of the journal's tree now: every event whose receipt was handed out is in it.
  ///
  /// - Throws: `closed`, `corrupted`, `inputOutput`. O(1).
  public func head() async throws(LedgerError) -> TreeHead {
    try await reader.run { try $0.store.head() }
  }
}
