/// A moment, in microseconds since 1970-01-01T00:00:00Z without leap seconds.
public struct Moment: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The count of microseconds.
  public let microseconds: Int64

  /// The moment this many microseconds after the epoch.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Whether `left` is earlier.
  public static func < (left: Moment, right: Moment) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Reads an RFC 3339 time with any offset and any number of decimals; what is finer than a
  /// microsecond is cut. `nil` for anything else, and for a year before 1970.
  public init?(_ text: some StringProtocol) {
    var reader = RFC3339Reader(Array(text.utf8))
    guard let moment = reader.read() else { return nil }
    self = moment
  }

  /// RFC 3339, UTC, microseconds: `2026-03-01T09:30:00.000000Z`.
  public var description: String {
    var buffer = ByteBuffer()
    var clock = RecordClock()
    clock.append(self, to: &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
