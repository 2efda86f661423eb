import Cryptography
import MerkleLog
import Testing

@testable import EventStore

/// Idempotency keys, in the index and before they are in it.
@Suite struct KeyIndexTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What is known of keys, as the rules have it: nothing clever.
  private struct Model {
    var contents: [Fingerprint: [(content: Fingerprint, position: UInt64)]] = [:]

    func match(_ keyed: KeyedContent) -> KeyMatch {
      guard let known = contents[keyed.key] else { return .new }
      if let same = known.first(where: { $0.content == keyed.content }) {
        return .recorded(place(same.position))
      }
      return .conflict(first: place(known[0].position))
    }

    func place(_ position: UInt64) -> JournalPosition {
      JournalPosition(journal: 1, position: Position(position))
    }
  }

  private struct Refused: Error {}

  @Test(arguments: [1, 7, 40, 1000])
  func `keys are told apart as if all were in one list, however many are not indexed yet`(
    limit: Int
  ) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = Randomness(seed: seed)
    let path = directory("ledger")
    try createStore(at: path)
    var model = Model()
    var size: UInt64 = 0
    for _ in 0..<8 {
      let log = try EventLog.open(at: path, mode: .writing, recentKeyLimit: limit)
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let before = (model: model, size: size)
        let fails = Int.random(in: 0..<6, using: &random) == 0
        do {
          _ = try log.append { appending in
            for _ in 0..<Int.random(in: 0...9, using: &random) {
              let keyed = KeyedContent(
                key: fingerprint(Int.random(in: 0..<30, using: &random)),
                content: fingerprint(Int.random(in: 0..<3, using: &random)))
              let match = try appending.match(keyed)
              #expect(match == model.match(keyed))
              if case .recorded = match { continue }
              _ = try appending.append(record(Int(size)))
              appending.noteKey(keyed, at: Position(size))
              model.contents[keyed.key, default: []].append((keyed.content, size))
              size += 1
            }
            if fails { throw Refused() }
          }
        } catch is Refused {
          (model, size) = before
        }
      }
      #expect(try log.head().size == size)
      let recent = try log.withSnapshot { try RecentKeys(in: $0).count }
      #expect(recent < max(limit, 1))
      log.close()
    }
  }
}
