import Dispatch
import EventStore

/// The writer's thread: takes all captures that wait, and commits them together.
///
/// One caller alone pays one commit; many share one. A receipt is handed out after its commit.
final class Writer: Sendable {
  private struct Job: Sendable {
    let captures: [Capture]
    let answer: CheckedContinuation<Result<[CaptureOutcome], LedgerError>, Never>
  }

  private let queue = JobQueue<Job>()

  /// Starts the thread, and records that the ledger was opened.
  init(
    store: EventLog, keys: KeyFiles?, redactionKeys: RedactionKeys?, in group: DispatchGroup
  ) throws {
    // The first record is written before there is a thread, so that opening fails where it would.
    var scribe = Scribe(store: store, keys: keys, redactionKeys: redactionKeys)
    _ = try store.append { try scribe.writeStarted(&$0) }
    Worker.start(
      "daybook.writer", on: queue, in: group,
      making: { Scribe(store: store, keys: keys, redactionKeys: redactionKeys) },
      Writer.commit)
  }

  /// Records the captures in order, and waits until they are durable.
  func record(_ captures: [Capture]) async throws(LedgerError) -> [CaptureOutcome] {
    let result = await withCheckedContinuation { continuation in
      if !queue.add(Job(captures: captures, answer: continuation)) {
        continuation.resume(returning: .failure(LedgerError(.closed, "The ledger is closed.")))
      }
    }
    return try result.get()
  }

  /// Takes no more captures; those that were taken are still committed and answered.
  func close() { queue.close() }

  private static func commit(_ jobs: [Job], _ scribe: inout Scribe) {
    let channelsBefore = scribe.channels
    do {
      let (outcomes, _) = try scribe.store.append { appending in
        try jobs.map { job in
          try job.captures.map { try scribe.write($0, &appending) }
        }
      }
      for (job, outcome) in zip(jobs, outcomes) { job.answer.resume(returning: .success(outcome)) }
    } catch {
      // No receipt was given, so a channel that was opened in the failed commit is not open, even
      // where it is not known whether its record was kept.
      scribe.forgetChannels(since: channelsBefore)
      let error = LedgerError(error)
      for job in jobs { job.answer.resume(returning: .failure(error)) }
    }
  }
}
