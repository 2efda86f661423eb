@testable import Recording

/// Valid card numbers of every network and length, and ways to write them.
enum CardNumbers {
  /// One random number for each length of each range.
  static func all(_ random: inout Seeded) -> [String] {
    CardNetworks.ranges.flatMap { range in
      (13...19).filter(range.lengths.contains).map { length in
        number(from: Int.random(in: range.first...range.last, using: &random), length, &random)
      }
    }
  }

  private static func number(from prefix: Int, _ length: Int, _ random: inout Seeded) -> String {
    let body = String(prefix) + random.pick(length - 7, of: "0123456789")
    return body + checkDigit(body)
  }

  /// The digit that makes the number pass the Luhn check: the plain textbook way.
  static func checkDigit(_ body: String) -> String {
    var sum = 0
    for (place, character) in body.reversed().enumerated() {
      let digit = character.wholeNumberValue ?? 0
      let weighted = place % 2 == 0 ? digit * 2 : digit
      sum += weighted > 9 ? weighted - 9 : weighted
    }
    return String((10 - sum % 10) % 10)
  }

  /// What may stand between two groups.
  static let separators = [
    " ", "-", "  ", " - ", "\n", "\r\n", "\t", "\u{A0}", "+", ".", "\u{2009}", "\u{202F}",
    "\u{200B}", "\u{2010}", "\u{2011}", "\u{2013}", "\u{2212}", "\u{3000}", "\u{FEFF}", "\n    ",
  ]

  /// What may stand around a number in a text.
  static let surroundings: [(before: String, after: String)] = [
    ("", ""), ("pay with ", " please"), ("card", ""), ("PAN:", "."), ("(", ")"), ("ca", "=2512"),
    ("é", "é"), ("x_", "_x"), ("card no.", ","), ("Card is ", "abc"), ("order 17: ", " / 12/27"),
    ("%B", "^NAME^2512"), ("\"", "\""),
  ]

  /// The number in groups of this many digits.
  static func grouped(_ number: String, by size: Int, with separator: String) -> String {
    var result = ""
    for (index, character) in number.enumerated() {
      if index > 0, index % size == 0 { result += separator }
      result.append(character)
    }
    return result
  }
}
