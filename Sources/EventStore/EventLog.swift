package import MerkleLog

/// The journal of one ledger: records in the order in which they were appended, each durable when
/// `append` returns, hashed into an RFC 6962 Merkle tree. It knows bytes and positions, nothing of
/// what they mean.
///
/// All operations are synchronous, and any thread may use them. LMDB allows one environment to be
/// used from many threads, readers' places belong to transactions because `MDB_NOTLS` is set, and
/// appends are brought into a line here; so the class needs no isolation of its own.
package final class EventLog: Sendable {
  /// What an opened store may do.
  package enum Mode: Sendable {
    /// Reads. Any number of processes may read, also while one writes.
    case reading
    /// Reads and appends. One process at a time.
    case writing
  }

  /// The most bytes that a record may have: 256 KiB.
  package static let recordByteLimit = 256 * 1024

  /// What appends need to know between one and the next.
  struct WriterState {
    /// The tree's frontier; `nil` when it has to be read from the disk before the next append.
    var frontier: CompactRange?
    /// The idempotency keys that are not in the index yet; `nil` when they have to be read from
    /// the disk before the next look-up.
    var recentKeys: RecentKeys?
  }

  /// Whether the environment can be used.
  private enum State {
    case open(OpenJournal)
    /// A commit failed halfway and LMDB refuses the environment; it has to be opened anew.
    case failed
    case closed
  }

  let files: LedgerFiles
  /// What it was opened for.
  package let mode: Mode
  let writer: Lock<WriterState>
  let map: MapSize
  /// At how many recent idempotency keys they are put into the index.
  let recentKeyLimit: Int
  /// The ledger's own journals, the oldest first. All but the last are frozen: `reorigin` began
  /// another after each of them.
  package let journals: [JournalIdentity]
  /// The journal that is appended to.
  package let identity: JournalIdentity
  private let state: Lock<State>
  private let writerLock: Lock<WriterLock?>

  /// Takes over a journal that has just been opened.
  init(
    _ journal: OpenJournal, in files: LedgerFiles, map: MapSize, recentKeyLimit: Int,
    frontier: CompactRange?, lock: WriterLock?
  ) {
    self.files = files
    mode = lock == nil ? .reading : .writing
    self.map = map
    self.recentKeyLimit = recentKeyLimit
    journals = journal.own.map(\.identity)
    identity = journal.current.identity
    state = Lock(.open(journal))
    writer = Lock(WriterState(frontier: frontier))
    writerLock = Lock(lock)
  }

  /// The source of the journal that is appended to.
  package var source: String { identity.source }

  /// The origin of the journal that is appended to.
  package var origin: Origin { identity.origin }

  /// The public key of the journal that is appended to.
  package var publicKey: [UInt8] { identity.publicKey }

  /// The directory that holds the ledger.
  package var directory: String { files.directory }

  /// How much address space the journal takes now; 0 while it cannot be used.
  package var mapByteCount: Int {
    state.withLock { state in
      if case .open(let journal) = state { journal.environment.mapByteCount } else { 0 }
    }
  }

  /// Size and root of the tree now. Sees every append that has returned, in any process. O(log n).
  package func head(of journal: JournalIdentity? = nil) throws -> TreeHead {
    try withSnapshot(of: journal) { $0.head }
  }

  /// Lets go of the files: at once, or when the last snapshot still open ends. Whatever is asked
  /// of the store afterwards throws `closed`. Closing twice does nothing, and a store that nobody
  /// refers to closes itself.
  ///
  /// Waits for an append under way; so it must not be called from within one.
  package func close() {
    writer.withLock { _ in
      state.withLock { $0 = .closed }
      writerLock.withLock { $0 = nil }
    }
  }

  /// Lends a journal as it is now to the body; the one that is appended to, or an older one of the
  /// ledger's own. Snapshots may be nested.
  ///
  /// Throws what the body throws, `closed`, `tooManyReaders` or `corrupted`. Costs a place in the
  /// reader table while it lasts, and about a microsecond. While it lasts, the map cannot grow: the
  /// body must not wait for an append of another thread.
  package func withSnapshot<Result>(
    of journal: JournalIdentity? = nil, _ body: (borrowing Snapshot) throws -> Result
  ) throws -> Result {
    let snapshot = try snapshot(of: journal)
    return try body(snapshot)
  }

  /// A journal as it is now, for those of this module who see to it that it soon goes.
  func snapshot(of identity: JournalIdentity? = nil) throws -> Snapshot {
    do {
      return try Snapshot(of: journal(), identity)
    } catch let error as EventStoreError where error.code == .outcomeUnknown {
      markFailed()
      return try Snapshot(of: journal(), identity)
    }
  }

  /// The open journal; opens it anew if a commit broke the last environment and all who were
  /// reading it are done.
  func journal() throws -> OpenJournal {
    try state.withLock { state in
      switch state {
      case .open(let journal):
        return journal
      case .closed:
        throw EventStoreError(
          .closed, "The ledger at \(files.directory) has been closed. Open it again.")
      case .failed:
        let journal: OpenJournal
        do {
          journal = try EventLog.openJournal(files, mode, map)
        } catch let error as EventStoreError where error.code == .alreadyOpen {
          throw EventStoreError(
            .outcomeUnknown,
            "A commit failed, and the journal cannot be opened anew while snapshots of it last. "
              + "Try again when they have ended.")
        }
        guard journal.own.map(\.identity) == journals else {
          throw EventStoreError(
            .corrupted, "\(files.journal) has been replaced by another journal. Open it again.")
        }
        state = .open(journal)
        return journal
      }
    }
  }

  /// Notes that LMDB refuses the environment since a commit failed.
  func markFailed() {
    state.withLock { state in
      if case .open = state { state = .failed }
    }
  }
}
