/// Reads what a record says of its place and of its idempotency key from its first bytes, without
/// looking at the rest: for those who have to look at every record there is.
package struct RecordPreamble {
  private static let opening = Array(#"{"specversion":"1.0","id":""#.utf8)
  private static let key = Array(#""idempotencykey":""#.utf8)
  private static let content = Array(#""contentdigest":""#.utf8)
  private static let end = Array(#""dataschema":""#.utf8)
  private let source: [UInt8]

  /// Reads the records of this source.
  package init(source: String) { self.source = Array(#"","source":"\#(source)","type":""#.utf8) }

  /// What a record says of itself.
  package struct Facts {
    /// The position that it names; `nil` where it names none, or another source.
    package var position: UInt64?
    /// The first 128 bits of the digests of key and content that it names; `nil` where it names
    /// none, or no position.
    package var keyed: (key: (UInt64, UInt64), content: (UInt64, UInt64))?
  }

  /// Reads what a record says of itself.
  package func facts(in record: Span<UInt8>) -> Facts {
    guard Self.has(Self.opening, in: record, at: 0) else { return Facts() }
    let start = Self.opening.count
    var index = start
    var position: UInt64 = 0
    while index < record.count, case let digit = record[index] &- 0x30, digit < 10 {
      let (tens, overflowed) = position.multipliedReportingOverflow(by: 10)
      let (next, carried) = tens.addingReportingOverflow(UInt64(digit))
      if overflowed || carried { return Facts() }
      position = next
      index += 1
    }
    let count = index - start
    guard count == 1 || count > 1 && record[start] != 0x30, Self.has(source, in: record, at: index)
    else { return Facts() }
    return Facts(position: position, keyed: Self.keyed(in: record, from: index + source.count))
  }

  /// Goes over the attributes behind the type, from within its value, to that of the key.
  private static func keyed(
    in record: Span<UInt8>, from start: Int
  ) -> (key: (UInt64, UInt64), content: (UInt64, UInt64))? {
    // Attributes hold no quote within, so that every quote ends a text; those of a fixed length are
    // stepped over.
    var index = quote(in: record, from: start) + 2
    while index + 1 < record.count, record[index] == 0x22 {
      switch record[index + 1] {
      case UInt8(ascii: "t"): index += #""time":""#.utf8.count + momentByteCount
      case UInt8(ascii: "r"): index += #""recordedtime":""#.utf8.count + momentByteCount
      case UInt8(ascii: "p"): index += #""person":""#.utf8.count + personByteCount
      case UInt8(ascii: "i"): return keyedValues(in: record, at: index)
      case UInt8(ascii: "s"), UInt8(ascii: "e"):
        for _ in 0..<3 { index = quote(in: record, from: index) + 1 }
        index = quote(in: record, from: index)
      case UInt8(ascii: "d"):
        if has(end, in: record, at: index) { return nil }
        index = quote(in: record, from: index + #""direction":""#.utf8.count)
      default: return nil
      }
      guard index + 1 < record.count, record[index] == 0x22 else { return nil }
      index += 2
    }
    return nil
  }

  private static let momentByteCount = "2026-03-02T09:00:15.000000Z".utf8.count
  private static let personByteCount = 32

  private static func keyedValues(
    in record: Span<UInt8>, at start: Int
  ) -> (key: (UInt64, UInt64), content: (UInt64, UInt64))? {
    let index = start + Self.key.count
    guard has(Self.key, in: record, at: start), let key = words(in: record, at: index),
      has(Self.content, in: record, at: index + 34),
      let content = words(in: record, at: index + 34 + Self.content.count)
    else { return nil }
    return (key, content)
  }

  /// The index of the first quote from an index on; the number of bytes where there is none.
  private static func quote(in record: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 8 <= record.count {
      let marks = ByteWord(record, at: index).matches(0x22)
      if marks != 0 { return index + ByteWord.firstMark(marks) }
      index += 8
    }
    while index < record.count, record[index] != 0x22 { index += 1 }
    return min(index, record.count)
  }

  private static func has(_ bytes: [UInt8], in record: Span<UInt8>, at start: Int) -> Bool {
    guard record.count &- start >= bytes.count else { return false }
    for index in bytes.indices where record[start + index] != bytes[index] { return false }
    return true
  }

  /// The 32 hexadecimal digits from an offset on, with the quote that ends them.
  private static func words(in record: Span<UInt8>, at start: Int) -> (UInt64, UInt64)? {
    guard record.count - start > 32, record[start + 32] == 0x22 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for index in start..<start + 32 {
      let digit: UInt8
      switch record[index] {
      case 0x30...0x39: digit = record[index] - 0x30
      case 0x61...0x66: digit = record[index] - 0x61 + 10
      default: return nil
      }
      words.0 = words.0 << 4 | words.1 >> 60
      words.1 = words.1 << 4 | UInt64(digit)
    }
    return words
  }
}
