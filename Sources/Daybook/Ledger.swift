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

  /// The identity of the journal that is recorded in.
  public var origin: Origin { store.origin }

  /// The identities of the journals that the ledger has had of its own, the oldest first: the last
  /// is recorded in, and each before it is frozen since `reorigin`.
  public var origins: [Origin] { store.journals.map(\.origin) }

  let store: EventLog
  let keys: KeyFiles?
  let writer: Writer?
  let reader: Reader
  /// The keys that have verified a webhook since the ledger was opened, by their identities.
  let provenKeys = Lock<Set<Digest>>([])
  /// The payment that MONEI Pay was asked for and has not answered.
  let moneiPayFlight = Lock<MoneiPayFlight?>(nil)
  /// The threads that still run.
  let threads = DispatchGroup()

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
      try checkSource(source)
      try prepareDirectory(directory)
      let privateKey = try KeyFiles.create(at: keysPath(directory)).secret(.signing)
      let publicKey = try Ed25519.publicKey(of: privateKey)
      let origin = Origin(publicKey: publicKey)
      let checkpoint = try SignedCheckpoint.empty(of: "\(source)/\(origin)", privateKey)
      try EventLog.create(
        at: directory, source: source, publicKey: publicKey, checkpoint: checkpoint)
      return origin
    } catch {
      throw LedgerError(error)
    }
  }

  /// Opens the ledger in this directory. When it fails, nothing was recorded.
  ///
  /// - Parameters:
  ///   - checkpoint: the last one that was kept elsewhere. It shows what the journal alone cannot:
  ///     that an older copy took its place, or that it went on apart from the one it was copied of.
  ///   - limit: how long to wait for another process that writes to the ledger.
  /// - Throws: `notFound`, `notALedger`, `newerFormat`, `alreadyOpen`, `lockedByAnotherProcess`;
  ///   `keys` where it is to be written and its signing key is not there; `cutTail`, `fork`,
  ///   `otherJournal` or `badSignature` where checkpoint and journal do not fit; `cancelled`.
  public static func open(
    at directory: String, for mode: Mode = .writing, expecting checkpoint: SignedCheckpoint? = nil,
    waiting limit: Duration = .zero
  ) async throws(LedgerError) -> Ledger {
    let end = ContinuousClock.now + limit
    var pause = Duration.milliseconds(5)
    while true {
      do throws(LedgerError) {
        return try await Worker.run("daybook.open") {
          try Ledger(at: directory, for: mode, expecting: checkpoint)
        }
      } catch {
        let remaining = end - ContinuousClock.now
        guard error.code == .lockedByAnotherProcess, remaining > .zero else { throw error }
        try await sleep(min(pause, remaining))
        pause = min(pause * 2, .milliseconds(250))
      }
    }
  }

  private static func sleep(_ duration: Duration) async throws(LedgerError) {
    do {
      try await Task.sleep(for: duration)
    } catch {
      throw LedgerError(.cancelled, "The task was cancelled while it waited for the ledger.")
    }
  }

  private init(at directory: String, for mode: Mode, expecting: SignedCheckpoint?) throws {
    store = try EventLog.open(at: directory, mode: mode == .writing ? .writing : .reading)
    do {
      if let expecting { try Ledger.check(expecting, against: store) }
      keys = try KeyFiles.open(at: Ledger.keysPath(directory))
      if mode == .writing {
        try Ledger.settleSigningKey(keys, of: store)
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
    return try await writer.record(checked(captures))
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
  /// - Parameters:
  ///   - origin: one of the ledger's own journals; `nil` for the one that is recorded in.
  ///   - limit: at most this many; call again from the position after the last one.
  /// - Throws: `otherJournal` where the ledger has none of this origin; as `fetch`.
  public func events(
    of origin: Origin? = nil, from start: Position = Position(0), limit: Int
  ) async throws(LedgerError) -> [(event: RecordedEvent, record: [UInt8])] {
    let journal = try journal(of: origin ?? self.origin)
    return try await reader.run { projector in
      var events: [(RecordedEvent, [UInt8])] = []
      try projector.events(of: journal, from: start, limit: limit) { events.append(($0, $1)) }
      return events
    }
  }

  /// Closes the ledger, and waits until what was taken is committed and answered. Nothing more is
  /// taken; the directory may be opened again when it returns. What was recorded is signed by then:
  /// the journal keeps a checkpoint.
  public func close() async {
    writer?.close()
    reader.close()
    await withCheckedContinuation { continuation in
      threads.notify(queue: .global()) { continuation.resume() }
    }
    if writer != nil { await signWhatWasRecorded() }
    store.close()
  }

  /// Opens the ledger, runs the body, and closes it whatever the body does.
  public static func with<Value>(
    at directory: String, for mode: Mode = .writing, waiting limit: Duration = .zero,
    _ body: (Ledger) async throws -> Value
  ) async throws -> Value {
    let ledger = try await open(at: directory, for: mode, waiting: limit)
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
}
