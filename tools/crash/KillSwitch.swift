import Foundation

/// Kills a process at a moment, unless it is over before.
// @unchecked: all state is only touched while `condition` is locked. `Process` is used to ask
// whether it runs, so that no later process with the same number is hit.
final class KillSwitch: @unchecked Sendable {
  private let condition = NSCondition()
  private let process: Process
  private var moment: Date
  private var isOver = false
  private var hasKilled = false

  /// Starts a thread that kills the process when the moment has come.
  init(_ process: Process, at moment: Date) {
    self.process = process
    self.moment = moment
    Thread.detachNewThread { [self] in wait() }
  }

  /// Sets the moment anew.
  func setMoment(_ moment: Date) {
    condition.withLock {
      self.moment = moment
      condition.signal()
    }
  }

  /// Kills nobody from now on.
  ///
  /// - Returns: whether it has killed.
  func end() -> Bool {
    condition.withLock {
      isOver = true
      condition.signal()
      return hasKilled
    }
  }

  private func wait() {
    condition.withLock {
      while !isOver, Date() < moment { _ = condition.wait(until: moment) }
      if isOver || !process.isRunning { return }
      isOver = true
      hasKilled = kill(process.processIdentifier, SIGKILL) == 0
    }
  }
}
