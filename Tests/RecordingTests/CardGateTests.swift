import Testing

@testable import Recording

@Suite struct CardGateTests {
  /// The first match as text.
  private func match(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return CardGate.firstMatch(in: bytes.span).map {
      String(decoding: bytes[$0.range], as: UTF8.self)
    }
  }

  private func lastFour(_ value: String) -> String? {
    CardGate.firstMatch(in: Array(value.utf8).span).map { match in
      text { match.appendLastFour(to: &$0) }
    }
  }

  @Test func `finds the numbers of every network and length inside text`() {
    var random = Seeded(for: "Card numbers")
    for _ in 0..<rounds(3) {
      for number in CardNumbers.all(&random) {
        #expect(lastFour(number) == String(number.suffix(4)), "\(number)")
        for (before, after) in CardNumbers.surroundings {
          #expect(match(before + number + after) == number, "\(before)|\(number)|\(after)")
        }
      }
    }
  }

  @Test func `finds the numbers with every separator between groups of every size`() {
    var random = Seeded(for: "Separated card numbers")
    for number in CardNumbers.all(&random) {
      for separator in CardNumbers.separators {
        for size in [1, 3, 4, 5] {
          let written = CardNumbers.grouped(number, by: size, with: separator)
          #expect(match("to " + written + ", now") == written, "\(written)")
        }
      }
    }
  }

  @Test func `finds the well-known test numbers, also in their usual groups`() {
    for number in [
      "4242 4242 4242 4242", "5555 5555 5555 4444", "2223 0031 2200 3222", "3782 822463 10005",
      "3056 9309 0259 04", "6011 1111 1111 1117", "3566 0020 2036 0505", "6200 0000 0000 0005",
      "6759 6498 2643 8453", "4222222222222",
    ] {
      #expect(match("x \(number) y") == number)
    }
  }

  @Test func `finds each of several numbers`() {
    let bytes = Array("4242424242424242, then 5555 5555 5555 4444\n378282246310005".utf8)
    var found: [String] = []
    var start = 0
    while let match = CardGate.firstMatch(in: bytes.span, from: start) {
      found.append(text { match.appendLastFour(to: &$0) })
      start = match.range.upperBound
    }
    #expect(found == ["4242", "4444", "0005"])
    let second = CardGate.firstMatch(in: bytes.span, from: 1)
    #expect(second?.range.lowerBound == 23)
  }

  @Test func `finds a number at any offset in noise of digits, letters and separators`() {
    var random = Seeded(for: "Card numbers in noise")
    for number in CardNumbers.all(&random) {
      for _ in 0..<rounds(20) {
        let noise = (0..<2).map { _ in random.pick(random.below(30), of: "0123456789 -.ax:é") }
        let start = noise[0].utf8.count + 1
        let bytes = Array((noise[0] + "z" + number + "z" + noise[1]).utf8)
        var found: [Range<Int>] = []
        while let match = CardGate.firstMatch(in: bytes.span, from: found.last?.upperBound ?? 0) {
          found.append(match.range)
        }
        #expect(found.contains(start..<start + number.count), "\(noise) \(number)")
      }
    }
  }

  @Test func `cutting every number of a long hostile text takes no quadratic time`() {
    for unit in ["4242424242424242 ", "4 ", "1 ", "42424242-4242-4242-8242-42424242424a ", "4242"] {
      let bytes = [UInt8](String(repeating: unit, count: 65_536 / unit.utf8.count).utf8)
      let clock = ContinuousClock.now
      var start = 0
      while let match = CardGate.firstMatch(in: bytes.span, from: start) {
        start = match.range.upperBound
      }
      #expect(ContinuousClock.now - clock < .seconds(20), "\(unit)")
    }
  }

  @Test func `finds a number that was kept as a double`() {
    for written in ["4.242424242424242E15", "3.78282246310005e14", "6.200000000000005e+15"] {
      #expect(match("{\"n\":\(written)}") == written)
    }
    #expect(lastFour("5.1051051051051E15") == "5100")
    for other in ["4.242424242424242E14", "4.242424242424242E16", "4.242424242424242E-15"] {
      #expect(match(other) == nil)
    }
  }

  @Test func `finds a number between other groups of digits`() {
    #expect(match("12 4242 4242 4242 4242 77") == "4242 4242 4242 4242")
    #expect(match("12/27 4242424242424242 123 28001") == "4242424242424242")
    #expect(match("0 100000000000009 0") == nil)
    #expect(match("0 0 0 0 0 0 0 0 0 0 0 100000000000009") == nil)
    #expect(match("x100000000000009x") == "100000000000009")
    #expect(match("12345678901234567890 4242424242424242") == "4242424242424242")
  }

  @Test func `the last four are the number's where a security code follows it`() {
    for code in 100...999 {
      let written = "4242 4242 4242 4242 \(code)"
      #expect(lastFour(written) == "4242")
      #expect(match(written)?.hasPrefix("4242 4242 4242 4242") == true)
    }
  }

  @Test(arguments: [
    "", "4242", "4242424242424241", "0000000000000000", "7992739871300000", "424242424242",
    "42424242424242424242", "004242424242424242424", "14242424242424242",
    "4242424242424242" + "4242424242424242", "2026-12-01T04:08:42.123456789Z",
    "1764562122123456789", "0.4242424242424242", "4.242424242424242",
    "4242x4242x4242x4242", "4242,4242,4242,4242", "4242/4242/4242/4242", "4242:4242:4242:4242",
    "4242                 4242 4242 4242",
    "42424242-4242-4242-8242-42424242424a", "a4242424242424242bcdef01", "0123456789abcdef0000000a",
    "4242424242424242" + "abcdefabcdefabcd",
  ])
  func `leaves other digits alone`(_ text: String) {
    #expect(match(text) == nil)
  }

  @Test(arguments: [
    "42424242-4242-4242-0000-000000000000", "4242424242424242abc", "abcdef4242424242424242",
    "{\"n\":4242424242424242}", "4242424242424242.00",
  ])
  func `is not hidden by what only looks like an id`(_ text: String) {
    #expect(match(text) != nil)
  }

  /// Figures of a release run over a million of each are in the comment of ``CardGate``.
  @Test(arguments: [
    "uuid", "UUID", "hex16", "hex24", "hex32", "hex40", "ulid", "ns", "dates", "fraction",
  ])
  func `takes next to no ids for a card`(_ kind: String) {
    var random = Seeded(for: "Ids \(kind)")
    let count = rounds(20_000)
    var taken = 0
    for _ in 0..<count where match(id(kind, &random)) != nil { taken += 1 }
    print("\(kind): \(taken) of \(count)")
    // 16 hexadecimal digits are often no more than digits: 71 in a million, and chance.
    #expect(taken <= (kind == "hex16" ? 8 + count / 5_000 : max(2, count / 100_000)))
  }

  private func id(_ kind: String, _ random: inout Seeded) -> String {
    let hexadecimal = "0123456789abcdef"
    switch kind {
    case "uuid", "UUID":
      let groups = [8, 4, 3, 3, 12].map { random.pick($0, of: hexadecimal) }
      let id = "\(groups[0])-\(groups[1])-4\(groups[2])-a\(groups[3])-\(groups[4])"
      return kind == "UUID" ? id.uppercased() : id
    case "hex16": return random.pick(16, of: hexadecimal)
    case "hex24": return random.pick(24, of: hexadecimal)
    case "hex32": return random.pick(32, of: hexadecimal)
    case "hex40": return "0x" + random.pick(40, of: hexadecimal)
    case "ulid": return random.pick(26, of: "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    case "ns": return "17" + random.pick(17, of: "0123456789")
    case "fraction": return "0." + random.pick(18, of: "0123456789")
    default:
      let days = (0..<2).map { _ in
        "2026-\(10 + random.below(3))-\(10 + random.below(19)) \(10 + random.below(14)):30"
      }
      return days.joined(separator: " - ")
    }
  }
}
