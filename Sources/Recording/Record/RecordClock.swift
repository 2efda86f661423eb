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
    return buffer.text
  }
}

/// Writes moments as RFC 3339, and remembers the last second's text, because records come in
/// quick succession.
struct RecordClock: Sendable {
  private var second: Int64 = -1
  private var text: [UInt8] = []

  mutating func append(_ moment: Moment, to buffer: inout ByteBuffer) {
    let (wholeSecond, fraction) = moment.microseconds.quotientFlooring(by: 1_000_000)
    if wholeSecond != second || text.isEmpty {
      second = wholeSecond
      text = RecordClock.render(wholeSecond)
    }
    buffer.append(text.span)
    buffer.append(UInt8(ascii: "."))
    var divisor: Int64 = 100_000
    while divisor > 0 {
      buffer.append(UInt8(0x30 + fraction / divisor % 10))
      divisor /= 10
    }
    buffer.append(UInt8(ascii: "Z"))
  }

  /// The civil date of a count of days, after the usual conversion of the proleptic Gregorian
  /// calendar with years that begin in March.
  private static func render(_ second: Int64) -> [UInt8] {
    let (days, time) = second.quotientFlooring(by: 86_400)
    let shifted = days + 719_468
    let (era, dayOfEra) = shifted.quotientFlooring(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    var text: [UInt8] = []
    func append(_ value: Int64, digits: Int) {
      let decimal = String(value)
      text += Array(String(repeating: "0", count: max(0, digits - decimal.count)).utf8)
      text += Array(decimal.utf8)
    }
    append(year, digits: 4)
    text.append(UInt8(ascii: "-"))
    append(month, digits: 2)
    text.append(UInt8(ascii: "-"))
    append(day, digits: 2)
    text.append(UInt8(ascii: "T"))
    append(time / 3600, digits: 2)
    text.append(UInt8(ascii: ":"))
    append(time / 60 % 60, digits: 2)
    text.append(UInt8(ascii: ":"))
    append(time % 60, digits: 2)
    return text
  }
}

extension Int64 {
  /// The quotient rounded down, and the remainder that is never negative.
  fileprivate func quotientFlooring(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Reads one RFC 3339 time.
private struct RFC3339Reader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> Moment? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
      take("T") || take("t") || take(" "), let hour = number(2), take(":"),
      let minute = number(2), take(":"), let second = number(2), year >= 1970,
      (1...12).contains(month), (1...RFC3339Reader.days(in: month, of: year)).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var fraction: Int64 = 0
    if take(".") {
      var scale: Int64 = 100_000
      let start = index
      while let digit = digit() {
        fraction += digit * scale
        scale /= 10
      }
      if index == start { return nil }
    }
    guard let offset = offset(), index == bytes.count else { return nil }
    let days = RFC3339Reader.daysSinceEpoch(year, month, day)
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + min(second, 59) - offset
    return seconds < 0 ? nil : Moment(microseconds: seconds * 1_000_000 + fraction)
  }

  private mutating func offset() -> Int64? {
    if take("Z") || take("z") { return 0 }
    let sign: Int64
    if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
    guard let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private mutating func digit() -> Int64? {
    guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else { return nil }
    index += 1
    return Int64(bytes[index - 1] - 0x30)
  }

  private mutating func number(_ digits: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysSinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
