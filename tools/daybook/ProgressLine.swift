import Foundation

/// How far long work has come, on one line of stderr that is written over; nothing where stderr is
/// no terminal.
// @unchecked: the state is only touched while `lock` is held.
final class ProgressLine: @unchecked Sendable {
  private let lock = NSLock()
  private let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1
  private let verb: String
  private var last = Date.distantPast
  private var isWritten = false

  /// - Parameter verb: what is being done, in one word.
  init(_ verb: String) { self.verb = verb }

  func show(_ records: UInt64, of total: UInt64) {
    guard isShown else { return }
    lock.withLock {
      guard Date.now.timeIntervalSince(last) > 0.1 else { return }
      last = .now
      isWritten = true
      let share = total == 0 ? 100 : min(100, records * 100 / total)
      write("\r\(verb) \(records) of \(total) records, \(share) %")
    }
  }

  /// Takes the line away.
  func end() {
    lock.withLock {
      if isWritten { write("\r\u{1B}[K") }
      isWritten = false
    }
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
