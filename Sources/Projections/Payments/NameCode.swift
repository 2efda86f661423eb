import MerkleLog
import Payments

/// Names as the tables hold them: one integer, the origin's number above, the position in the
/// lower 40 bits. The first origin has number 0, so in a ledger of one journal the integer is the
/// position.
struct NameCode {
  private static let positionBits: Int64 = 40
  private var numbers: [Origin: Int64] = [:]
  private var origins: [Int64: Origin] = [:]

  /// The integer of a name whose origin is known.
  func code(of name: EventName) throws(ProjectionError) -> Int64 {
    precondition(NameCode.fits(name), "A journal has at most 2^40 records")
    guard let number = numbers[name.origin] else {
      throw ProjectionError(.unexpected, "An event of an unknown origin was met.")
    }
    return number << NameCode.positionBits | Int64(name.position.index)
  }

  /// The integer of a name that someone asks for; `nil` where no row can have it.
  func code(ofAsked name: EventName) throws(ProjectionError) -> Int64? {
    guard NameCode.fits(name), numbers[name.origin] != nil else { return nil }
    return try code(of: name)
  }

  private static func fits(_ name: EventName) -> Bool {
    name.position.index < 1 << UInt64(positionBits)
  }

  /// The name that an integer stands for.
  func name(of code: Int64) throws(ProjectionError) -> EventName {
    guard let origin = origins[code >> NameCode.positionBits] else {
      throw ProjectionError(.damaged, "The projections name an origin that they do not list.")
    }
    let position = UInt64(code) & (1 << UInt64(NameCode.positionBits) - 1)
    return EventName(origin: origin, position: Position(position))
  }

  /// The least integer of an origin's names, and the least one beyond them.
  func range(of origin: Origin) -> Range<Int64>? {
    numbers[origin].map { $0 << NameCode.positionBits..<($0 + 1) << NameCode.positionBits }
  }

  /// The integers of each origin's names, in the order of the origins.
  var ranges: [Range<Int64>] { numbers.keys.sorted().compactMap(range) }

  /// The number of an origin, if it is known.
  func number(of origin: Origin) -> Int64? { numbers[origin] }

  mutating func learn(_ origin: Origin, number: Int64) {
    numbers[origin] = number
    origins[number] = origin
  }
}
