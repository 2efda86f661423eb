/// Reads one RFC 3339 time.
struct RFC3339Reader {
  private let bytes: [UInt8]
  private var index = 0

  private static let secondsOfYear10000: Int64 = 253_402_300_800

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
    // An offset can push the last hours of 9999 into a year that has no RFC 3339 form.
    guard (0..<RFC3339Reader.secondsOfYear10000).contains(seconds) else { return nil }
    return Moment(microseconds: seconds * 1_000_000 + fraction)
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
