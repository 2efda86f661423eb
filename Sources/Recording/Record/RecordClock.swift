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
    buffer.append(text)
    buffer.append(UInt8(ascii: "."))
    buffer.appendDecimal(UInt64(fraction), width: 6)
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
