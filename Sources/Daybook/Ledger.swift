import EventStore
import Foundation

/// A ledger of payments: a journal of what was captured, and what follows from it.
///
/// One directory, opened once per process. Many processes may read it while one writes. Every
/// method may be called from any task; waiting for a disk never blocks the cooperative pool.
public final class Ledger: Sendable {
  /// What a ledger is opened for.
  public enum Mode: Sendable {
    /// Looking only: nothing is recorded.
    case reading
    /// Recording too: one process at a time. Opening is recorded, since it shows that whatever was
    /// under way before has lost its process.
    case writing
  }

  /// The identity of its journal.
  public var origin: Origin { store.origin }

  let store: EventLog
  let writer: Writer?
  let reader: Reader
  /// The threads that still run.
  private let threads = DispatchGroup()

  /// Makes an empty ledger in this directory, with keys of its own. Durable when it returns.
  ///
  /// - Parameter source: the prefix of the journal's name, a name under one's own control; it is
  ///   frozen. No spaces, `+` or control characters.
  /// - Throws: `alreadyExists`, `outOfDiskSpace`, `inputOutput`.
  @discardableResult
  public static func create(at directory: String, source: String = "daybook") throws(LedgerError)
    -> Origin
  {
    do {
      try EventLog.checkSource(source)
      try prepareDirectory(directory)
      let keys = try KeyFiles.create(at: keysPath(directory))
      let publicKey = try Ed25519.publicKey(of: keys.secret(.signing))
      try EventLog.create(at: directory, source: source, publicKey: publicKey, checkpoint: [])
      return Origin(publicKey: publicKey)
    } catch {
      throw LedgerError(error)
    }
  }

  /// Opens the ledger in this directory. When it fails, nothing was changed.
  ///
  /// - Throws: `notFound`, `notALedger`, `newerFormat`, `alreadyOpen`, `lockedByAnotherProcess`,
  ///   `keys` where it is to be written and its signing key is not there.
  public static func open(
    at directory: String, for mode: Mode = .writing
  ) async throws(LedgerError) -> Ledger {
    do {
      return try Ledger(at: directory, for: mode)
    } catch {
      throw LedgerError(error)
    }
  }

  private init(at directory: String, for mode: Mode) throws {
    store = try EventLog.open(at: directory, mode: mode == .writing ? .writing : .reading)
    do {
      let keys = try KeyFiles.open(at: Ledger.keysPath(directory))
      if mode == .writing {
        try Ledger.checkSigningKey(keys, of: store)
        writer = try Writer(
          store: store, keys: keys, redactionKeys: try Ledger.redactionKeys(keys), in: threads)
      } else {
        writer = nil
      }
      let path = URL(fileURLWithPath: directory).appendingPathComponent("projections.sqlite").path
      reader = Reader(store: store, keys: keys, projectionPath: path, in: threads)
    } catch {
      store.close()
      throw error
    }
  }

  /// A ledger that is let go of without being closed ends its threads and frees its directory.
  deinit {
    writer?.close()
    reader.close()
    store.close()
  }

  /// Records one capture, and waits until it is durable.
  ///
  /// - Returns: a receipt for each record: the channel's opening where it is the first of its
  ///   channel, and the capture itself.
  /// - Throws: `refused` where it is none that can be recorded, `outOfDiskSpace`, `inputOutput`,
  ///   `outcomeUnknown`, `closed`. Cancelling the task does not undo what was taken into a commit.
  @discardableResult
  public func record(_ capture: Capture) async throws(LedgerError) -> [Receipt] {
    let outcomes = try await record([capture])
    if let refusal = outcomes.first?.refusal { throw refusal }
    return outcomes.flatMap(\.receipts)
  }

  /// Records captures in order in one commit. One that is refused fails none of the others.
  ///
  /// - Returns: one outcome for each capture.
  public func record(_ captures: [Capture]) async throws(LedgerError) -> [CaptureOutcome] {
    guard let writer else {
      throw LedgerError(.closed, "The ledger is open for reading only; open it for writing.")
    }
    return try await writer.record(captures)
  }

  /// Answers a question. It sees every event whose receipt was handed out before.
  ///
  /// - Throws: `projectionFailed`, `corrupted`, `inputOutput`, `closed`.
  public func fetch<Value: Sendable>(_ query: Query<Value>) async throws(LedgerError) -> Value {
    try await reader.run { projector in
      try projector.catchUp()
      return try query.read(&projector)
    }
  }

  /// The records from a position on, with the exact bytes of each.
  ///
  /// - Parameter limit: at most this many; call again from the position after the last one.
  public func events(
    from start: Position = Position(0), limit: Int
  ) async throws(LedgerError) -> [(event: RecordedEvent, record: [UInt8])] {
    try await reader.run { projector in
      var events: [(RecordedEvent, [UInt8])] = []
      try projector.events(from: start, limit: limit) { events.append(($0, $1)) }
      return events
    }
  }

  /// Closes the ledger, and waits until what was taken is committed and answered. Nothing more is
  /// taken; the directory may be opened again when it returns.
  public func close() async {
    writer?.close()
    reader.close()
    await withCheckedContinuation { continuation in
      threads.notify(queue: .global()) { continuation.resume() }
    }
    store.close()
  }

  /// Opens the ledger, runs the body, and closes it whatever the body does.
  public static func with<Value>(
    at directory: String, for mode: Mode = .writing,
    _ body: (Ledger) async throws -> Value
  ) async throws -> Value {
    let ledger = try await open(at: directory, for: mode)
    do {
      let value = try await body(ledger)
      await ledger.close()
      return value
    } catch {
      await ledger.close()
      throw error
    }
  }

  /// Makes the directory where there is none. Nothing is made beside a ledger that is there: its
  /// keys may only be elsewhere.
  private static func prepareDirectory(_ directory: String) throws {
    let files = FileManager.default
    let url = URL(fileURLWithPath: directory)
    if files.fileExists(atPath: url.appendingPathComponent("journal.mdb").path) {
      throw LedgerError(.alreadyExists, "There is a ledger at \(directory) already.")
    }
    if files.fileExists(atPath: directory) { return }
    do {
      try files.createDirectory(at: url, withIntermediateDirectories: false)
    } catch {
      throw LedgerError(
        .inputOutput,
        "The folder \(directory) cannot be made; check that the folder above it is there and may "
          + "be written.")
    }
  }

  private static func keysPath(_ directory: String) -> String {
    URL(fileURLWithPath: directory).appendingPathComponent("keys").path
  }

  private static func checkSigningKey(_ keys: KeyFiles?, of store: EventLog) throws {
    guard let keys else {
      throw LedgerError(
        .keys,
        "The ledger's keys are not there. It can be read by all, and written only with its keys.")
    }
    guard try Ed25519.publicKey(of: keys.secret(.signing)) == store.publicKey else {
      throw LedgerError(.keys, "The signing key is not the one that this journal is named after.")
    }
  }

  private static func redactionKeys(_ keys: KeyFiles?) throws -> RedactionKeys? {
    guard let keys else { return nil }
    do {
      return RedactionKeys(
        fingerprint: try keys.secret(.fingerprint), link: try keys.secret(.link))
    } catch let error as EventStoreError where error.code == .keyMissing {
      // Capture goes on without them; receipts say that lengths alone were kept.
      return nil
    }
  }
}
