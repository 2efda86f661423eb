package import MerkleLog

extension EventLog {
  /// Lends records to the body in order, for scans of any length: the snapshot is renewed every
  /// so many records, so that a scan does not keep the journal from reusing its pages.
  ///
  /// What it sees is a prefix of the journal, since records never change; records appended while
  /// it goes are seen if they lie below the end. Stops early when the body returns false or the
  /// journal ends. O(log n) to begin with and O(1) for each record. Throws what the body throws,
  /// and `corrupted` at a gap.
  ///
  /// - Parameters:
  ///   - end: the position before which to stop.
  ///   - journal: an older journal of the ledger's own; `nil` for the one that is appended to.
  ///   - batch: records to a snapshot.
  /// - Returns: the position after the last record lent, from which to go on.
  @discardableResult
  package func scan(
    from start: Position, upTo end: Position, of journal: JournalIdentity? = nil,
    batch: Int = 4096, _ body: (Position, Span<UInt8>) throws -> Bool
  ) throws -> Position {
    precondition(batch > 0, "A batch holds at least one record.")
    var next = start
    var goesOn = true
    while goesOn, next < end {
      let limit = Int(min(UInt64(batch), end.index - next.index))
      let reached = try withSnapshot(of: journal) { snapshot in
        try snapshot.forEachRecord(from: next, limit: limit) { position, record in
          goesOn = try body(position, record)
          return goesOn
        }
      }
      guard reached > next else { break }
      next = reached
    }
    return next
  }
}
