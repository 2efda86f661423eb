/// Why the projections could not be read or written. Becomes a `LedgerError` at the façade.
package struct ProjectionError: Error, Hashable, CustomStringConvertible {
  /// What went wrong, for a caller that acts on it.
  package enum Code: Hashable, Sendable {
    /// Another process holds the file for longer than the wait.
    case busy
    /// The file is no database, or is damaged.
    case damaged
    /// No room on the disk.
    case outOfDiskSpace
    /// The file cannot be opened or written.
    case inputOutput
    /// A statement failed in a way that the code does not expect.
    case unexpected
  }

  package let code: Code
  /// What happened, to what, and what to do. Carries no value of any row.
  package let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
