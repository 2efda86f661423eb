public import MerkleLog

/// The name of one recorded event, the same everywhere: its journal's origin and its position.
public struct EventName: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The journal.
  public let origin: Origin
  /// The index in that journal.
  public let position: Position

  /// The event of this journal at this position.
  public init(origin: Origin, position: Position) {
    self.origin = origin
    self.position = position
  }

  /// Reads `ORIGIN.POSITION`, as `description` writes it; `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let origin = Origin(parts[0]), let index = UInt64(parts[1]),
      String(index) == parts[1]
    else { return nil }
    self.init(origin: origin, position: Position(index))
  }

  /// The order of one journal; between journals it only makes lists stable.
  public static func < (left: EventName, right: EventName) -> Bool {
    (left.origin, left.position) < (right.origin, right.position)
  }

  /// `ORIGIN.POSITION`.
  public var description: String { "\(origin).\(position)" }
}
