/// The index of a record in one journal, from 0 and without gaps. It is the record's leaf index
/// in the journal's Merkle tree (RFC 6962, section 2.1).
public struct Position: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The index itself.
  public let index: UInt64

  /// The position with this index.
  @inlinable
  public init(_ index: UInt64) { self.index = index }

  /// Whether `left` was recorded before `right` in their journal.
  @inlinable
  public static func < (left: Position, right: Position) -> Bool { left.index < right.index }

  /// The index in decimal.
  public var description: String { String(index) }
}
