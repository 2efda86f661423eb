import Cryptography
import Foundation
import MerkleLog
import Testing

@testable import EventStore

/// Damage of every kind, done to copies of a ledger: an audit finds every one, says what happened
/// and where it begins, and survives it.
///
/// `DAYBOOK_TAMPERINGS` sets how many there are, `DAYBOOK_SEED` which, `DAYBOOK_TAMPERING` of which
/// kind alone.
@Suite struct TamperingTests {
  static let count = number("DAYBOOK_TAMPERINGS") ?? 600
  static let seed = number("DAYBOOK_SEED").map { UInt64($0) } ?? 20_261_201

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// One ledger as it is written, with free pages in it, and one as a backup copies it, without.
  @Test(arguments: [false, true])
  func `every tampering is found, with its kind and the first bad position`(
    isBackup: Bool
  ) throws {
    let sample = try SampleStore.make(at: directory("whole"))
    if isBackup { try compact(sample) }
    let live = try LiveBytes(of: directory("whole/journal.mdb"))
    let whole = try Data(contentsOf: URL(filePath: directory("whole/journal.mdb")))
    try FileManager.default.createDirectory(
      atPath: directory("copy"), withIntermediateDirectories: true)
    let copy = SampleStore(
      path: directory("copy"), source: sample.source, checkpoint: sample.checkpoint)
    var random = Randomness(seed: TamperingTests.seed + (isBackup ? 1 : 0))
    var counts: [String: Int] = [:]
    for run in 0..<TamperingTests.count / 2 {
      let tampering = Tampering.random(live, &random)
      let (expected, needsCheckpoint) = try tampering.apply(
        to: copy, whole: whole, live: live, &random)
      let report = try copy.audit(expecting: needsCheckpoint ? [copy.checkpoint] : [])
      counts[tampering.name, default: 0] += 1
      let first = report.findings.first
      let isRight = first.map { expected.fits($0) } ?? false
      let found = first.map { "\($0)" } ?? "nothing"
      #expect(
        isRight,
        "run \(run) of seed \(TamperingTests.seed): \(tampering.name), not \(expected): \(found)")
      if !isRight { return }
    }
    print("Tamperings found of seed \(TamperingTests.seed): \(counts.sorted { $0.key < $1.key })")
  }

  /// Replaces the journal by a copy as `backup` makes it.
  private func compact(_ sample: SampleStore) throws {
    let log = try EventLog.open(at: sample.path, mode: .reading)
    let path = directory("compact.mdb")
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT, 0o600)
    try log.journal().environment.copy(to: descriptor)
    close(descriptor)
    log.close()
    try FileManager.default.removeItem(atPath: sample.path + "/journal.mdb")
    try FileManager.default.moveItem(atPath: path, toPath: sample.path + "/journal.mdb")
  }
}

/// What an audit has to say first.
struct Expectation: CustomStringConvertible {
  let kinds: Set<AuditFinding.Kind>
  /// Where the first bad position may be; `nil` where none is touched.
  let positions: ClosedRange<UInt64>?

  func fits(_ finding: AuditFinding) -> Bool {
    guard kinds.contains(finding.kind) else { return false }
    guard let positions else { return true }
    return finding.position.map { positions.contains($0.index) } ?? false
  }

  var description: String {
    "\(kinds.map(\.rawValue).sorted()) at \(positions.map { "\($0)" } ?? "no position")"
  }
}
