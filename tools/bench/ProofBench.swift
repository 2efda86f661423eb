import Daybook
import EventStore
import Foundation

/// What proofs and verification cost in a large journal: the size of a proof, the time to make one
/// and to check one, and the time to reread everything beside hashing the same bytes alone.
struct ProofBench {
  static func run(records: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/ledger"
    try Ledger.create(at: path)
    var capture = Capture(.moonPay, .frame, frame: "apple-pay")
    capture.channel = "bench"
    capture.person = "bench"
    var opening = capture
    opening.body = nil
    capture.body = SampleMessage.all[1].bytes
    let batch = [Capture](repeating: capture, count: 1000)
    try await Ledger.with(at: path) { ledger in
      _ = try await ledger.record(opening)
      while try await ledger.head().size < UInt64(records) { _ = try await ledger.record(batch) }
    }
    try await Ledger.with(at: path, for: .reading) { ledger in
      let size = try await ledger.head().size
      var (made, checked, bytes): ([Double], [Double], [Double]) = ([], [], [])
      for number in 0..<200 {
        let position = Position(UInt64(number) * (size - 1) / 199)
        let event = EventName(origin: ledger.origin, position: position)
        let start = ContinuousClock.now
        let (proof, record) = try await ledger.proof(of: event)
        made.append((ContinuousClock.now - start) / .milliseconds(1))
        let text = proof.text
        bytes.append(Double(text.utf8.count))
        let key = ledger.verifierKey
        checked.append(
          try Stopwatch.seconds {
            let leafHash = MerkleHash.leafHash(of: record.span)
            guard try RecordProof(text).verify(leafHash: leafHash, key: key) == .valid else {
              preconditionFailure("A proof of the ledger's own holds.")
            }
          } * 1e3)
      }
      print(
        "\(size) records: a proof has \(Int(bytes.max() ?? 0)) bytes at most; made in "
          + String(format: "%.2f ms, checked in %.2f ms", made.median, checked.median))
    }

    let start = ContinuousClock.now
    let found = try await Ledger.verify(at: path)
    let verified = (ContinuousClock.now - start) / .seconds(1)
    let hashed = try secondsToHash(path)
    print(
      String(
        format: "verify: %.2f s, clean: %@; scan and leaf hashes alone: %.2f s; ratio %.2f",
        verified, found.isClean ? "yes" : "no", hashed, hashed / verified))
  }

  /// How long it takes LMDB to hand out each record once, and to hash it.
  private static func secondsToHash(_ path: String) throws -> Double {
    let log = try EventLog.open(at: path, mode: .reading)
    defer { log.close() }
    var last: Digest?
    let seconds = try Stopwatch.seconds {
      try log.scan(from: Position(0), upTo: Position(.max)) { _, record in
        last = MerkleHash.leafHash(of: record)
        return true
      }
    }
    precondition(last != nil, "There are records.")
    return seconds
  }
}
