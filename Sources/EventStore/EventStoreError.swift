/// Why the event store could not do what it was asked.
///
/// The message says what happened, to what, and what to do about it. It may name paths, positions
/// and sizes; it never holds bytes of a record or of a key.
package struct EventStoreError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, for a caller that acts on it. More kinds may be added, so a `switch`
  /// over codes needs a default.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case notFound, notALedger, newerFormat, alreadyExists, alreadyOpen, lockedByAnotherProcess
      case closed, corrupted, outOfDiskSpace, outOfMemory, inputOutput, permissionDenied
      case insecureKeyFile, keyMissing, recordTooLarge, outcomeUnknown, tooManyReaders
      case invalidName, mapFull
    }

    private let kind: Kind

    /// There is nothing at the path.
    package static let notFound = Code(kind: .notFound)
    /// There is something at the path, but no ledger, or one whose creation was cut short.
    package static let notALedger = Code(kind: .notALedger)
    /// A later version of Daybook wrote this ledger.
    package static let newerFormat = Code(kind: .newerFormat)
    /// A ledger is there already, so none can be made.
    package static let alreadyExists = Code(kind: .alreadyExists)
    /// This process has the ledger open.
    package static let alreadyOpen = Code(kind: .alreadyOpen)
    /// Another process has the ledger open for writing.
    package static let lockedByAnotherProcess = Code(kind: .lockedByAnotherProcess)
    /// The store was used after `close()`.
    package static let closed = Code(kind: .closed)
    /// What is stored contradicts itself.
    package static let corrupted = Code(kind: .corrupted)
    /// The disk, a quota or a file size limit is full. Nothing of the append was kept.
    package static let outOfDiskSpace = Code(kind: .outOfDiskSpace)
    /// Memory or address space ran out.
    package static let outOfMemory = Code(kind: .outOfMemory)
    /// The operating system reported a failed read or write.
    package static let inputOutput = Code(kind: .inputOutput)
    /// The map is full; the append grows it and tries again.
    static let mapFull = Code(kind: .mapFull)
    /// The process may not read or write what it has to.
    package static let permissionDenied = Code(kind: .permissionDenied)
    /// A key file, or the folder of the keys, can be read by others.
    package static let insecureKeyFile = Code(kind: .insecureKeyFile)
    /// A key is not in the folder of the keys.
    package static let keyMissing = Code(kind: .keyMissing)
    /// The record is longer than `EventLog.recordByteLimit`.
    package static let recordTooLarge = Code(kind: .recordTooLarge)
    /// A commit failed so late that its records may or may not have been kept. The next append or
    /// read finds out.
    package static let outcomeUnknown = Code(kind: .outcomeUnknown)
    /// More snapshots are open, over all processes, than the reader table has places.
    package static let tooManyReaders = Code(kind: .tooManyReaders)
    /// A text that goes into names, such as the source's prefix, holds what it may not.
    package static let invalidName = Code(kind: .invalidName)

    /// The code's name.
    package var description: String { kind.rawValue }
  }

  /// The kind of failure.
  package let code: Code

  /// What happened, to what, and what to do: one or two sentences.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the message in one line.
  package var description: String { "\(code): \(message)" }
}
