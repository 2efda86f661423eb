/// Random numbers from a seed (SplitMix64). They are the same with every version of Swift, so that
/// a seed in an old report still means the same runs.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 up to the limit, which it never reaches.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// A number of the range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// Whether something happens that does in so many of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// A seed of its own for each number, so that run 137 needs none of the 136 before it.
  static func seed(_ number: UInt64, from seed: UInt64) -> UInt64 {
    var first = SplitMix64(seed: seed)
    var second = SplitMix64(seed: first.next() ^ (number &* 0xD134_2543_DE82_EF95))
    return second.next()
  }
}
