import Foundation

/// Seeded random numbers (SplitMix64). `DAYBOOK_SEED` repeats a run.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  /// A generator for one test, whose seed is printed.
  init(for test: String) {
    let given = ProcessInfo.processInfo.environment["DAYBOOK_SEED"].flatMap { UInt64($0) }
    state = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(test): DAYBOOK_SEED=\(state)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// A text near this one: some bytes changed, lines or parts dropped, doubled or exchanged. What
  /// is no UTF-8 any more is replaced as `String` does it.
  mutating func mutation(of text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...below(3) {
      let index = below(bytes.count + 1)
      let end = min(bytes.count, index + below(40))
      switch below(8) {
      case 0 where index < bytes.count: bytes[index] ^= 1 << UInt8(below(8))
      case 1 where index < bytes.count: bytes[index] = UInt8(below(256))
      case 2: bytes.removeSubrange(index..<end)
      case 3: bytes.insert(contentsOf: bytes[index..<end], at: below(bytes.count + 1))
      case 4: bytes.insert(UInt8(ascii: "\n"), at: index)
      case 5: bytes = bytes.dropLast(below(bytes.count / 2 + 1))
      case 6:
        var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
        lines.swapAt(below(lines.count), below(lines.count))
        bytes = Array(lines.joined(separator: [0x0a]))
      default: bytes.insert(Array(" +=A\u{2014}0\r".utf8)[below(8)], at: index)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// How often randomised tests run; `DAYBOOK_REPEAT` multiplies it.
func rounds(_ usual: Int) -> Int {
  usual * (ProcessInfo.processInfo.environment["DAYBOOK_REPEAT"].flatMap { Int($0) } ?? 1)
}
