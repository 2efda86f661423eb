import Dispatch
import EventStore
import Foundation

/// The writer's thread: takes the captures that wait, and commits them together.
///
/// One caller alone pays one commit; many share one. A receipt is handed out after its commit.
final class Writer: Sendable {
  private let queue = CaptureQueue()

  /// Starts the thread, and records that the ledger was opened.
  init(
    store: EventLog, keys: KeyFiles?, redactionKeys: RedactionKeys?, in group: DispatchGroup
  ) throws {
    // The first record is written before there is a thread, so that opening fails where it would.
    var scribe = Scribe(store: store, keys: keys, redactionKeys: redactionKeys)
    _ = try store.append { try scribe.writeStarted(&$0) }
    Worker.start("daybook.writer", in: group) { [queue] in
      // The first record is the ledger's own: no channel is open after it.
      var scribe = Scribe(store: store, keys: keys, redactionKeys: redactionKeys)
      Writer.work(through: queue, with: &scribe)
    }
  }

  /// Records the captures in order, and waits until they are durable. Cancelling the task takes
  /// them back as long as no commit has taken them.
  func record(_ captures: [Capture]) async throws(LedgerError) -> [CaptureOutcome] {
    let byteCount = captures.reduce(0) { $0 + $1.byteCount }
    guard byteCount <= CaptureQueue.callByteLimit else {
      throw LedgerError(
        .refused,
        "The captures have \(byteCount) bytes together; at most \(CaptureQueue.callByteLimit) are "
          + "taken at once. Record them in parts.")
    }
    if Task.isCancelled { throw Writer.cancelled }
    let ticket = queue.ticket()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let job = CaptureQueue.Job(
          ticket: ticket, captures: captures, byteCount: byteCount, answer: continuation)
        if !queue.add(job) {
          continuation.resume(returning: .failure(LedgerError(.closed, "The ledger is closed.")))
        } else if Task.isCancelled {
          // The handler may have run before there was anything to take back.
          cancel(ticket)
        }
      }
    } onCancel: {
      cancel(ticket)
    }
    return try result.get()
  }

  /// Takes no more captures; those that were taken are still committed and answered.
  func close() { queue.close() }

  private func cancel(_ ticket: UInt64) {
    guard let job = queue.remove(ticket) else { return }
    job.answer.resume(returning: .failure(Writer.cancelled))
  }

  private static let cancelled = LedgerError(
    .cancelled, "The task was cancelled before its captures were recorded.")

  private static func work(through queue: CaptureQueue, with scribe: inout Scribe) {
    var answered = 0
    var commitTime = 0.0
    while let jobs = queue.take(answered: answered, patience: commitTime / 4) {
      let start = DispatchTime.now().uptimeNanoseconds
      commit(jobs, &scribe)
      commitTime = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
      answered = jobs.count
    }
  }

  private static func commit(_ jobs: [CaptureQueue.Job], _ scribe: inout Scribe) {
    let channelsBefore = scribe.channels
    scribe.beginCommit()
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

extension Capture {
  /// How much it takes up in the queue: its texts, and something for the rest.
  var byteCount: Int {
    let texts = [
      frame, channel, person, reference, currency, idempotencyKey, parameters, sender, signature,
    ]
    return 256 + (body?.count ?? 0) + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }

  /// What the content that came with an idempotency key is compared by: all of
  /// the capture but its time and the name of its channel, which a retry may have others of.
  var contentParts: [[UInt8]?] {
    [
      Array(provider.rawValue.utf8), Array(surface.rawValue.utf8), frame.map { Array($0.utf8) },
      direction.map { Array($0.rawValue.utf8) }, person.map { Array($0.utf8) },
      reference.map { Array($0.utf8) }, currency.map { Array($0.utf8) },
      parameters.map { Array($0.utf8) }, body,
      [closesChannel ? 1 : 0], sender.map { Array($0.utf8) }, signature.map { Array($0.utf8) },
    ]
  }
}
