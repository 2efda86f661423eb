import Foundation

/// A value that one thread at a time may touch.
///
/// It stands on a pthread mutex: the Thread Sanitizer on Linux reports races in correct programs
/// that use `Synchronization.Mutex`. Locking it again from inside `withLock` never returns.
package final class Lock<Value>: @unchecked Sendable {
  // Unchecked because the compiler cannot see that `value` is touched only while `mutex` is held.
  private let mutex = NSLock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Runs the body with the value to itself. Waits for whoever has it.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value)
  }
}
