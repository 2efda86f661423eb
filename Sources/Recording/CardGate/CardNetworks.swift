/// The ranges of issuer identification numbers by which a number can be told to be a card's.
///
/// The registry of ISO/IEC 7812 is not public. These are the ranges commonly listed (Wikipedia,
/// "Payment card number", section on issuer identification numbers), compared on 2026-12-01 with
/// the table of Braintree's `credit-card-type`, and rounded outwards. Not taken over from that
/// table, for they widen the net too far: Maestro 59 and every other number from 6 on, and
/// UnionPay of 14 or 15 digits. Maestro numbers of 12 digits are not looked for.
enum CardNetworks {
  /// Whether some network issues numbers of this length with these first six digits.
  static func issues(firstSix: Int, length: Int) -> Bool {
    for range in ranges where range.first <= firstSix && firstSix <= range.last {
      if range.lengths.contains(length) { return true }
    }
    return false
  }

  /// Whether the six digits are in UATP's range: all that start with 1, as do most timestamps.
  static func isUATP(firstSix: Int) -> Bool { firstSix / 100_000 == 1 }

  struct IssuerRange: Sendable {
    let network: String
    let first: Int
    let last: Int
    let lengths: Lengths

    init(_ network: String, _ first: Int, _ last: Int, _ lengths: Lengths) {
      self.network = network
      self.first = first
      self.last = last
      self.lengths = lengths
    }
  }

  /// A set of lengths, as bits.
  struct Lengths: Sendable, ExpressibleByArrayLiteral {
    let bits: UInt32

    init(arrayLiteral lengths: Int...) { bits = lengths.reduce(0) { $0 | 1 << UInt32($1) } }

    init(_ lengths: ClosedRange<Int>) { bits = lengths.reduce(0) { $0 | 1 << UInt32($1) } }

    func contains(_ length: Int) -> Bool { bits >> UInt32(length) & 1 == 1 }
  }

  static let ranges: [IssuerRange] = [
    .init("Visa, Dankort, Elo", 400_000, 499_999, [13, 16, 18, 19]),
    .init("Mastercard", 510_000, 559_999, [16]),
    .init("Mastercard", 222_100, 272_099, [16]),
    .init("American Express", 340_000, 349_999, [15]),
    .init("American Express", 370_000, 379_999, [15]),
    .init("Diners Club", 300_000, 305_999, .init(14...19)),
    .init("Diners Club", 309_000, 309_999, .init(14...19)),
    .init("Diners Club", 360_000, 369_999, .init(14...19)),
    .init("Diners Club", 380_000, 399_999, .init(14...19)),
    .init("JCB, RuPay, LankaPay", 352_800, 358_999, .init(16...19)),
    .init("JCB", 213_100, 213_199, [15]),
    .init("Maestro, Dankort, Verve, RuPay, Elo", 500_000, 509_999, .init(13...19)),
    .init("Maestro", 560_000, 589_999, .init(13...19)),
    .init("Discover, RuPay, Hipercard, UkrCard", 600_000, 609_999, .init(16...19)),
    .init("Discover, UnionPay, Elo", 620_000, 629_999, .init(16...19)),
    .init("Maestro", 630_400, 630_499, .init(13...19)),
    .init("InterPayment, Instapayment, Hipercard, Elo", 636_000, 639_999, .init(16...19)),
    .init("Maestro", 639_000, 639_099, .init(13...19)),
    .init("Discover", 644_000, 659_999, .init(16...19)),
    .init("Maestro", 670_000, 679_999, .init(13...19)),
    .init("UnionPay, RuPay", 810_000, 829_999, .init(16...19)),
    .init("Mir, Borica", 220_000, 220_599, .init(16...19)),
    .init("Uzcard", 860_000, 860_099, [16]),
    .init("Napas", 970_400, 970_499, [16, 19]),
    .init("Troy", 979_200, 979_299, [16]),
    .init("Humo", 986_000, 986_099, [16]),
    .init("UATP", 100_000, 199_999, [15]),
  ]
}
