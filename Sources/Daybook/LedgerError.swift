import EventStore
import Projections

/// Why the ledger could not do what it was asked.
///
/// One type for every operating failure. What a caller may act on is the `code`; the `message` is a
/// sentence for people: what happened, to what, and what to do. It never holds a payload, a token
/// or a name. Two errors are equal if their codes are.
public struct LedgerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. More kinds may be added: a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's word.
    public let description: String

    init(_ word: String) { description = word }

    /// There is nothing at the path.
    public static let notFound = Code("notFound")
    /// What is at the path is no ledger.
    public static let notALedger = Code("notALedger")
    /// A later version of Daybook wrote the ledger.
    public static let newerFormat = Code("newerFormat")
    /// A ledger is there already.
    public static let alreadyExists = Code("alreadyExists")
    /// This process has the ledger open.
    public static let alreadyOpen = Code("alreadyOpen")
    /// Another process has the ledger open for writing.
    public static let lockedByAnotherProcess = Code("lockedByAnotherProcess")
    /// The ledger was closed, or was opened for reading only.
    public static let closed = Code("closed")
    /// The task was cancelled before a commit took its captures: nothing was recorded.
    public static let cancelled = Code("cancelled")
    /// What is stored contradicts itself.
    public static let corrupted = Code("corrupted")
    /// A checkpoint is not signed by the key of its journal.
    public static let badSignature = Code("badSignature")
    /// A checkpoint is of another journal than the ledger's.
    public static let otherJournal = Code("otherJournal")
    /// The journal has fewer records than a checkpoint of it speaks of.
    public static let cutTail = Code("cutTail")
    /// The journal holds other records than a checkpoint of it speaks of.
    public static let fork = Code("fork")
    /// No room on the disk.
    public static let outOfDiskSpace = Code("outOfDiskSpace")
    /// The operating system refused a read or write.
    public static let inputOutput = Code("inputOutput")
    /// A key is missing, or can be read by others.
    public static let keys = Code("keys")
    /// The capture is none that can be recorded.
    public static let refused = Code("refused")
    /// It is not known whether the records of a failed commit were kept.
    public static let outcomeUnknown = Code("outcomeUnknown")
    /// The projections cannot be read or derived.
    public static let projectionFailed = Code("projectionFailed")
  }

  /// The kind of failure.
  public let code: Code
  /// What happened, to what, and what to do.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Whether both are of one kind.
  public static func == (left: LedgerError, right: LedgerError) -> Bool { left.code == right.code }

  /// Feeds the kind to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The message alone: one line.
  public var description: String { message }

  /// The one place where errors of the layers below become this one.
  init(_ error: any Error) {
    switch error {
    case let error as LedgerError: self = error
    case let error as EventStoreError: self.init(LedgerError.code(of: error), error.message)
    case let error as ProjectionError: self.init(LedgerError.code(of: error), error.description)
    case let error as CaptureRefusal: self.init(.refused, error.description)
    case let error as RecordDamage: self.init(.corrupted, error.description)
    case let error as ProofError: self.init(.corrupted, error.description)
    case let error as CryptographyError: self.init(.keys, error.description)
    default: self.init(.inputOutput, "The operation failed (\(type(of: error))).")
    }
  }

  private static func code(of error: EventStoreError) -> Code {
    switch error.code {
    case .notFound: .notFound
    case .notALedger: .notALedger
    case .newerFormat: .newerFormat
    case .alreadyExists: .alreadyExists
    case .alreadyOpen: .alreadyOpen
    case .lockedByAnotherProcess: .lockedByAnotherProcess
    case .closed: .closed
    case .corrupted: .corrupted
    case .outOfDiskSpace: .outOfDiskSpace
    case .insecureKeyFile, .keyMissing: .keys
    case .recordTooLarge: .refused
    case .outcomeUnknown: .outcomeUnknown
    default: .inputOutput
    }
  }

  private static func code(of error: ProjectionError) -> Code {
    switch error.code {
    case .outOfDiskSpace: .outOfDiskSpace
    case .inputOutput: .inputOutput
    case .busy, .damaged, .unexpected: .projectionFailed
    }
  }
}
