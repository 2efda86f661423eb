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

/// A thread that works through a queue with a state of its own, so that nothing that waits for a
/// disk ever blocks the cooperative pool, and LMDB and SQLite stay on one thread each.
enum Worker {
  /// Starts the thread. The state is made, used and left on it; the group is left when the queue
  /// is closed and worked off, and the state is gone.
  static func start<Job: Sendable, State>(
    _ name: String, on queue: JobQueue<Job>, in group: DispatchGroup,
    making state: @escaping @Sendable () -> State,
    _ work: @escaping @Sendable ([Job], inout State) -> Void
  ) {
    group.enter()
    let thread = Thread {
      run(queue, state, work)
      group.leave()
    }
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
  }

  private static func run<Job: Sendable, State>(
    _ queue: JobQueue<Job>, _ state: () -> State, _ work: ([Job], inout State) -> Void
  ) {
    var state = state()
    while let jobs = queue.takeAll() { work(jobs, &state) }
  }
}
