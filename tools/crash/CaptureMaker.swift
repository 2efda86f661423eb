import Daybook

/// Makes the captures of one task: messages of MoonPay's frame, of mixed kinds and sizes.
///
/// Persons are of a small set and channels have names, since every other person is a key file.
struct CaptureMaker {
  private var random: SplitMix64
  private let task: Int
  private let seed: UInt64
  private var keyCount: UInt64 = 0
  /// Whether the task's own channel is open.
  private var isOpen = false

  init(task: Int, seed: UInt64) {
    self.task = task
    self.seed = seed
    random = SplitMix64(seed: seed)
  }

  /// One capture of the next call of `record`.
  struct Made {
    var capture: Capture
    /// The number that an idempotency key, and all that comes with it, is made from.
    var key: UInt64?
  }

  /// What the next call hands over: mostly one capture, at times a few.
  mutating func next() -> [Made] {
    let count = random.chance(75) ? 1 : random.number(in: 2...8)
    var made: [Made] = []
    for _ in 0..<count {
      if random.chance(25) {
        keyCount += 1
        let keyed = CaptureMaker.keyed(SplitMix64.seed(keyCount, from: seed))
        made.append(keyed)
        // A caller that lost count hands a capture over twice, even in one call.
        if random.chance(10) { made.append(keyed) }
      } else {
        made.append(Made(capture: unkeyed(), key: nil))
      }
    }
    return made
  }

  /// The capture of a key. The same in every process, so that a later one can hand it over again.
  static func keyed(_ key: UInt64) -> Made {
    var random = SplitMix64(seed: key)
    var capture = Capture(.moonPay, .frame, frame: "apple-pay", body: body(&random))
    capture.channel = "shared-\(random.below(4))"
    capture.person = person(&random)
    // In letters: 19 digits may be a card number, and such a key is not used.
    let letters = String(key).utf8.map { String(UnicodeScalar($0 - 0x30 + 0x61)) }
    capture.idempotencyKey = letters.joined()
    return Made(capture: capture, key: key)
  }

  private mutating func unkeyed() -> Capture {
    var capture = Capture(.moonPay, .frame, frame: "apple-pay", body: CaptureMaker.body(&random))
    capture.person = CaptureMaker.person(&random)
    if random.chance(10) { capture.direction = .out }
    guard random.chance(70) else {
      capture.channel = "shared-\(random.below(4))"
      return capture
    }
    // Nobody else closes the task's own channel, so closing it is never refused.
    capture.channel = "task-\(task)"
    if random.chance(5) { capture.opensChannel = true }
    capture.closesChannel = isOpen && random.chance(10)
    isOpen = !capture.closesChannel
    return capture
  }

  private static func person(_ random: inout SplitMix64) -> String {
    "person-\(random.below(24))"
  }

  private static func body(_ random: inout SplitMix64) -> String {
    let transaction = "\"transaction\":{\"id\":\"txn_\(random.below(1000))\",\"status\":"
    let message: String
    switch random.below(6) {
    case 0: message = "\"kind\":\"ready\""
    case 1: message = "\"kind\":\"buttonPressed\""
    case 2: message = "\"kind\":\"error\",\"payload\":{\"code\":\"c\",\"message\":\"No luck.\"}"
    case 3: message = "\"kind\":\"complete\",\"payload\":{\(transaction)\"pending\"}}"
    case 4: message = "\"kind\":\"complete\",\"payload\":{\(transaction)\"completed\"}}"
    default: message = "\"kind\":\"somethingNew\""
    }
    return "{\"version\":2,\"meta\":{\"channelId\":\"page-1\"},\(message),"
      + "\"note\":\"\(filling(&random))\"}"
  }

  /// Text that no rule names, so that it is sealed: mostly short, at times of many pages, which
  /// LMDB keeps elsewhere than the rest.
  private static func filling(_ random: inout SplitMix64) -> String {
    let length: Int
    switch random.below(100) {
    case 0..<60: length = random.below(600)
    case 60..<92: length = 600 + random.below(6_000)
    case 92..<99: length = 6_000 + random.below(40_000)
    default: length = 46_000 + random.below(100_000)
    }
    let word = String(random.next(), radix: 36) + " "
    return String(repeating: word, count: length / word.utf8.count)
  }
}
