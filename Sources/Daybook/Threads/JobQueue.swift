import Foundation

/// Jobs on their way to one thread.
// @unchecked: `jobs` and `isClosed` are only touched while `condition` is locked. Foundation's
// condition is a pthread one, which the Thread Sanitizer understands.
final class JobQueue<Job: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [Job] = []
  private var isClosed = false

  /// Adds a job.
  ///
  /// - Returns: `false` when the queue is closed; the job is then not taken.
  func add(_ job: Job) -> Bool {
    condition.withLock {
      if isClosed { return false }
      jobs.append(job)
      condition.signal()
      return true
    }
  }

  /// Waits for jobs and takes all there are; `nil` when the queue is closed and empty.
  func takeAll() -> [Job]? {
    condition.withLock {
      while jobs.isEmpty && !isClosed { condition.wait() }
      if jobs.isEmpty { return nil }
      let taken = jobs
      jobs = []
      return taken
    }
  }

  /// Takes no more jobs. Those that were added are still handed out.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }
}

/// A thread of the ledger's own, so that nothing that waits for a disk ever blocks the cooperative
/// pool, and LMDB and SQLite stay on one thread each.
enum Worker {
  /// Starts the thread. The group is left when the body has returned, and what it held is gone.
  static func start(
    _ name: String, in group: DispatchGroup, _ body: @escaping @Sendable () -> Void
  ) {
    group.enter()
    let thread = Thread {
      body()
      group.leave()
    }
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// Runs the body on a thread of its own, and waits for what comes of it.
  static func run<Value: Sendable>(
    _ name: String, in group: DispatchGroup = DispatchGroup(),
    _ body: @escaping @Sendable () throws -> Value
  ) async throws(LedgerError) -> Value {
    let result: Result<Value, LedgerError> = await withCheckedContinuation { continuation in
      start(name, in: group) {
        do {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(LedgerError(error)))
        }
      }
    }
    return try result.get()
  }

  /// Starts the thread, to work through a queue with a state that is made, used and left on it.
  static func start<Job: Sendable, State>(
    _ name: String, on queue: JobQueue<Job>, in group: DispatchGroup,
    making state: @escaping @Sendable () -> State,
    _ work: @escaping @Sendable ([Job], inout State) -> Void
  ) {
    start(name, in: group) {
      var state = state()
      while let jobs = queue.takeAll() { work(jobs, &state) }
    }
  }
}
