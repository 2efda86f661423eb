/// How much address space the map of a journal takes.
package struct MapSize: Sendable {
  /// What is reserved when the journal is opened, or as many halves less as it takes to fit.
  package let reserved: Int
  private let addition: Int?

  /// 1 TiB, enough never to grow: it costs nothing where there is plenty. Where there was less,
  /// growing doubles what was reserved.
  package static let large = MapSize(reserved: 1 << 40)

  /// Below this an address space is too short to be worth opening a journal in.
  static let least = 1 << 24

  /// - Parameter step: what growing adds; `nil` to double.
  package init(reserved: Int, step: Int? = nil) {
    precondition(reserved > 0 && step != 0, "A map has a size, and grows by more than nothing.")
    self.reserved = reserved
    addition = step
  }

  /// By how much a map of this size grows.
  func step(from size: Int) -> Int { addition ?? size }
}
