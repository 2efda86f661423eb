import Dispatch
import EventStore

/// The reader's thread: SQLite and the projecting stay on it.
final class Reader: Sendable {
  private typealias Job = @Sendable (inout Result<Projector, LedgerError>) -> Void
  private let queue = JobQueue<Job>()

  /// Starts the thread. A projection that cannot be opened fails the reads, not the recording.
  init(store: EventLog, keys: KeyFiles?, projectionPath: String, in group: DispatchGroup) {
    Worker.start(
      "daybook.reader", on: queue, in: group,
      making: { () -> Result<Projector, LedgerError> in
        do {
          return .success(
            try Projector(store: store, keys: keys, projectionPath: projectionPath))
        } catch {
          return .failure(LedgerError(error))
        }
      },
      { jobs, projector in for job in jobs { job(&projector) } })
  }

  /// Runs the body on the thread.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (inout Projector) throws -> Value
  ) async throws(LedgerError) -> Value {
    let result: Result<Value, LedgerError> = await withCheckedContinuation { continuation in
      let job: Job = { state in
        do {
          var projector = try state.get()
          let value = try body(&projector)
          state = .success(projector)
          continuation.resume(returning: .success(value))
        } catch {
          continuation.resume(returning: .failure(LedgerError(error)))
        }
      }
      if !queue.add(job) {
        continuation.resume(returning: .failure(LedgerError(.closed, "The ledger is closed.")))
      }
    }
    return try result.get()
  }

  func close() { queue.close() }
}
