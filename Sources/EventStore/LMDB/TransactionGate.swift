import Foundation

/// Counts the open transactions of one environment, and keeps new ones out while its map is moved.
///
/// LMDB moves the map without asking who reads it: with a transaction open,
/// `mdb_env_set_mapsize` succeeds and the transaction then reads what is no longer there.
final class TransactionGate: @unchecked Sendable {
  // Unchecked because the compiler cannot see that the state is touched only while `condition`,
  // a pthread one, is locked.
  private let condition = NSCondition()
  /// How many transactions each thread has open.
  private var open: [UInt: Int] = [:]
  private var isMoving = false

  /// The calling thread, as `leave` wants it back.
  static var thread: UInt {
    #if canImport(Darwin)
      unsafe UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Counts a transaction in. Waits while the map is moved, except on a thread that has one open:
  /// the move waits for that one.
  func enter(_ thread: UInt) {
    condition.withLock {
      while isMoving && open[thread] == nil { condition.wait() }
      open[thread, default: 0] += 1
    }
  }

  /// Counts a transaction out.
  func leave(_ thread: UInt) {
    condition.withLock {
      guard let count = open[thread] else { return }
      open[thread] = count > 1 ? count - 1 : nil
      if isMoving && open.isEmpty { condition.broadcast() }
    }
  }

  /// Runs the body while no transaction is open and none can begin.
  ///
  /// - Returns: `false`, without running it, where the calling thread itself has one open, which
  ///   no waiting would end.
  func alone(_ thread: UInt, _ body: () throws -> Void) rethrows -> Bool {
    condition.lock()
    defer { condition.unlock() }
    if open[thread] != nil { return false }
    while isMoving { condition.wait() }
    isMoving = true
    defer {
      isMoving = false
      condition.broadcast()
    }
    while !open.isEmpty { condition.wait() }
    try body()
    return true
  }
}
