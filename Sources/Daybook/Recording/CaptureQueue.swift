import Foundation

/// The captures that wait for a commit, in the order in which they were handed over.
///
/// What one commit takes is bounded in bytes. Whoever is not yet taken can still be cancelled;
/// whoever is, is committed.
// @unchecked: the state is only touched while `condition` is locked. Foundation's condition is a
// pthread one, which the Thread Sanitizer understands.
final class CaptureQueue: @unchecked Sendable {
  typealias Answer = Result<[CaptureOutcome], LedgerError>

  /// The captures of one call.
  struct Job: Sendable {
    let ticket: UInt64
    let captures: [Capture]
    let byteCount: Int
    let answer: CheckedContinuation<Answer, Never>
  }

  /// The most bytes of captures that one commit takes; a call that has more is taken alone.
  static let commitByteLimit = 8 << 20
  /// The most bytes that one call may hand over.
  static let callByteLimit = 48 << 20

  private let condition = NSCondition()
  private var jobs: [Job] = []
  private var nextTicket: UInt64 = 0
  private var isClosed = false
  /// Whether the writer sleeps until there is a job.
  private var isIdle = false
  /// How many jobs wake a writer that waits for more to join them.
  private var awaited = Int.max

  /// A number for a call, by which it can be cancelled.
  func ticket() -> UInt64 {
    condition.withLock {
      nextTicket += 1
      return nextTicket
    }
  }

  /// Adds a call.
  ///
  /// - Returns: `false` when the queue is closed; the job is then not taken.
  func add(_ job: Job) -> Bool {
    condition.withLock {
      if isClosed { return false }
      jobs.append(job)
      if isIdle || jobs.count >= awaited { condition.signal() }
      return true
    }
  }

  /// Takes a call back that no commit has taken yet; `nil` where one has.
  func remove(_ ticket: UInt64) -> Job? {
    condition.withLock {
      guard let index = jobs.firstIndex(where: { $0.ticket == ticket }) else { return nil }
      return jobs.remove(at: index)
    }
  }

  /// Waits for calls and takes what one commit may hold; `nil` when the queue is closed and empty.
  ///
  /// Where fewer calls wait than were answered just now, their callers are about to come back: it
  /// waits for as many, for a while. So they share commits however long it takes them to be
  /// scheduled, and a caller alone never waits.
  ///
  /// - Parameters:
  ///   - answered: how many calls the last commit answered.
  ///   - patience: how long to wait for as many, in seconds.
  func take(answered: Int, patience: Double) -> [Job]? {
    condition.withLock {
      isIdle = true
      while jobs.isEmpty && !isClosed { condition.wait() }
      isIdle = false
      if jobs.isEmpty { return nil }
      if jobs.count < answered && !isClosed {
        let end = Date(timeIntervalSinceNow: patience)
        awaited = answered
        while jobs.count < answered, !isClosed, condition.wait(until: end) {}
        awaited = .max
      }
      var byteCount = 0
      var count = 0
      while count < jobs.count,
        count == 0 || byteCount + jobs[count].byteCount <= CaptureQueue.commitByteLimit
      {
        byteCount += jobs[count].byteCount
        count += 1
      }
      let taken = Array(jobs[..<count])
      jobs.removeFirst(count)
      return taken
    }
  }

  /// Takes no more calls. Those that were added are still handed out.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }
}
