/// A decimal number without rounding: a 128-bit coefficient and a count of decimal places.
///
/// Never a float, not even on the way (design of `docs/formats/record-v1.md`). Up to 38 digits and
/// 18 places: enough for any currency and for crypto assets counted in wei.
public struct ExactDecimal: Hashable, Sendable, CustomStringConvertible {
  /// The most decimal places that are taken.
  public static let placesMax = 18

  let coefficient: Int128
  let places: Int

  /// `units` of a currency that has this many decimal places.
  ///
  /// - Returns: `nil` for a negative or too large count of places.
  public init?(minorUnits units: Int128, places: Int) {
    guard (0...ExactDecimal.placesMax).contains(places) else { return nil }
    coefficient = units
    self.places = places
  }

  /// Reads a plain decimal number such as `57.49` or `-3`: digits, at most one point with digits on
  /// both sides, no exponent.
  ///
  /// - Returns: `nil` for anything else, and for a number that does not fit.
  public init?(_ literal: some StringProtocol) {
    var digits = Substring(literal)
    let isNegative = digits.first == "-"
    if isNegative { digits = digits.dropFirst() }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      let whole = parts.first, let value = Int128(parts.joined())
    else { return nil }
    let count = digits.utf8.count - whole.utf8.count - (parts.count - 1)
    self.init(minorUnits: isNegative ? -value : value, places: count)
  }

  /// The number with its decimal places as they came: `57.490` stays `57.490`.
  public var description: String {
    let digits = String(coefficient.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = coefficient < 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
