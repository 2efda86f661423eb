/// Digits of a number that may be a card's, taken one by one.
struct LuhnDigits {
  private(set) var count = 0
  private(set) var firstSix = 0
  private(set) var lastFourBits: UInt32 = 0
  private var sums: (even: Int, odd: Int) = (0, 0)

  /// Takes the next digit, 0 to 9.
  ///
  /// Which digits the Luhn check doubles depends on the count, which is not known yet: so one sum
  /// doubles the digits at even indexes, and the other those at odd ones.
  @inline(__always)
  mutating func append(_ digit: UInt8) {
    let value = Int(digit)
    let doubled = value < 5 ? value &* 2 : value &* 2 &- 9
    let isEven = count & 1 == 0
    sums.even &+= isEven ? doubled : value
    sums.odd &+= isEven ? value : doubled
    if count < 6 { firstSix = firstSix &* 10 &+ value }
    lastFourBits = lastFourBits << 8 | UInt32(digit &+ 0x30)
    count &+= 1
  }

  /// Whether the digits so far are a card number: length, Luhn check, issuer.
  @inline(__always)
  var isCard: Bool {
    guard count >= 13, count <= 19 else { return false }
    let sum = count & 1 == 0 ? sums.even : sums.odd
    return sum % 10 == 0 && CardNetworks.issues(firstSix: firstSix, length: count)
  }
}
