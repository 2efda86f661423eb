import Foundation

/// One child from its start to its death, and what it said.
struct ChildRun {
  /// A child that has not come to the moment of its kill by then hangs.
  static let limit = 120.0

  private(set) var lines: [ChildLine] = []
  private var pending: [UInt8] = []
  private var receiptCount = 0
  /// Whether the moment of the kill has been set, and not just the limit.
  private var isMomentSet = false

  /// Starts a child for this plan, kills it at the plan's moment, and reads all that it wrote
  /// before it died: whatever had left the process counts, read before the kill or after it.
  ///
  /// - Throws: where it ended by itself, was not to be killed in time, or wrote what none writes.
  init(_ plan: RunPlan, ledger: String, keys: [UInt64], executable: URL) throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = executable
    process.arguments = ["child", ledger, String(plan.seed)] + keys.map { String($0) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    let start = Date()
    try process.run()
    let killSwitch = KillSwitch(process, at: start.addingTimeInterval(ChildRun.limit))
    if case .afterStart(let microseconds) = plan.moment { set(killSwitch, microseconds) }
    do {
      while true {
        let data = pipe.fileHandleForReading.availableData
        if data.isEmpty { break }
        for byte in data { try take(byte) }
        follow(plan.moment, killSwitch)
      }
    } catch {
      killSwitch.setMoment(start)
      process.waitUntilExit()
      throw error
    }
    process.waitUntilExit()
    let hasKilled = killSwitch.end()
    guard isMomentSet else {
      throw Violation(
        hasKilled
          ? "the child was still not where it was to be killed after \(Int(ChildRun.limit)) s"
          : "the child ended by itself")
    }
    guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
      throw Violation("the child ended by itself, with \(process.terminationStatus)")
    }
  }

  /// What was acknowledged, in the order in which it was read.
  var receipts: [AcknowledgedRecord] {
    lines.compactMap { if case .receipt(let record) = $0 { record } else { nil } }
  }

  /// The keys of all captures that were handed over.
  var keys: [UInt64] {
    lines.compactMap { if case .handedOver(let key) = $0 { key } else { nil } }
  }

  private mutating func take(_ byte: UInt8) throws(Violation) {
    guard byte == 0x0A else {
      pending.append(byte)
      return
    }
    guard let line = ChildLine(String(decoding: pending, as: UTF8.self)) else {
      throw Violation("the child wrote a line that is not understood")
    }
    pending.removeAll(keepingCapacity: true)
    lines.append(line)
    if case .receipt = line { receiptCount += 1 }
  }

  /// Sets the moment of the kill once what it waits for has been read.
  private mutating func follow(_ moment: RunPlan.Moment, _ killSwitch: KillSwitch) {
    if isMomentSet { return }
    switch moment {
    case .afterStart: break
    case .afterOpening(let microseconds):
      if lines.contains(.opening) { set(killSwitch, microseconds) }
    case .afterReceipts(let count, let microseconds):
      if receiptCount >= count { set(killSwitch, microseconds) }
    }
  }

  private mutating func set(_ killSwitch: KillSwitch, _ microseconds: Int) {
    isMomentSet = true
    killSwitch.setMoment(Date().addingTimeInterval(Double(microseconds) / 1e6))
  }
}
