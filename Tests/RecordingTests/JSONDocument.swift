import Foundation

@testable import Recording

/// Random JSON texts and what to hold against a tape of one.
enum JSONDocument {
  /// A text with an object or array outside, all kinds of values inside, and odd white space.
  static func random(_ random: inout Seeded) -> String {
    var keys = 0
    return space(&random) + container(&random, depth: 0, &keys) + space(&random)
  }

  private static func space(_ random: inout Seeded) -> String {
    random.below(3) == 0 ? random.pick(random.below(4), of: " \n\t\r") : ""
  }

  private static func container(
    _ random: inout Seeded, depth: Int, _ keys: inout Int
  ) -> String {
    let isObject = random.below(2) == 0
    var parts: [String] = []
    for _ in 0..<random.below(6) {
      var part = space(&random)
      if isObject {
        keys += 1
        part += string(&random, prefix: "k\(keys)") + space(&random) + ":" + space(&random)
      }
      parts.append(part + value(&random, depth: depth + 1, &keys) + space(&random))
    }
    let content = parts.isEmpty ? space(&random) : parts.joined(separator: ",")
    return isObject ? "{\(content)}" : "[\(content)]"
  }

  private static func value(_ random: inout Seeded, depth: Int, _ keys: inout Int) -> String {
    switch random.below(depth > 5 ? 7 : 10) {
    case 0: return "null"
    case 1: return "true"
    case 2: return "false"
    case 3: return String(Int.random(in: -99_999...99_999, using: &random))
    case 4: return "\(random.below(1000)).\(random.pick(3, of: "0123456789"))"
    case 5: return "-\(random.below(10)).\(random.below(10))\(random.pick(1, of: "eE"))-7"
    case 6: return string(&random, prefix: "")
    default: return container(&random, depth: depth, &keys)
    }
  }

  /// A string literal with plain runs, escapes, pairs and unescaped characters of all lengths.
  static func string(_ random: inout Seeded, prefix: String) -> String {
    let pieces = [
      "abc", "a longer run of plain text", "é", "€", "😀",
      #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\b"#,
      #"\f"#, #"\r"#, #"\t"#, #"\u0041"#, #"\u00e9"#, #"\u20AC"#, #"\ud83d\ude00"#, #"\u001f"#,
      "/", "{", "]", ",", " ", "\u{7F}",
    ]
    var result = prefix
    for _ in 0..<random.below(6) { result += pieces[random.below(pieces.count)] }
    return "\"\(result)\""
  }

  /// Whether the value at a token is the one that Foundation read.
  static func agrees(
    _ tape: JSONTape, _ index: Int, of source: [UInt8], with value: Any
  ) -> Bool {
    let token = tape[index]
    switch token.kind {
    case .null: return value is NSNull
    case .true, .false: return (value as? Bool) == (token.kind == .true)
    case .number:
      let literal = String(decoding: source[token.range], as: UTF8.self)
      return (value as? NSNumber)?.doubleValue == Double(literal)
    case .string, .escapedString:
      return (value as? String) == content(token, of: source)
    case .array:
      guard let elements = value as? [Any] else { return false }
      var child = index + 1
      for element in elements {
        guard child < Int(token.next), agrees(tape, child, of: source, with: element) else {
          return false
        }
        child = Int(tape[child].next)
      }
      return child == Int(token.next)
    case .object:
      guard let members = value as? [String: Any] else { return false }
      var key = index + 1
      var count = 0
      while key < Int(token.next) {
        guard let member = members[content(tape[key], of: source)],
          agrees(tape, key + 1, of: source, with: member)
        else { return false }
        count += 1
        key = Int(tape[key + 1].next)
      }
      return count == members.count && key == Int(token.next)
    case .key, .escapedKey: return false
    }
  }

  /// The text of a string or key token.
  static func content(_ token: JSONToken, of source: [UInt8]) -> String {
    text { JSONText.append(token, of: source.span, to: &$0) }
  }

  /// Whether each token is inside the text, and `next` inside the tape and inside the container.
  static func isWellFormed(_ tape: JSONTape, byteCount: Int) -> Bool {
    guard tape.count > 0, Int(tape[0].next) == tape.count else { return false }
    var ends = [tape.count]
    for index in 0..<tape.count {
      while ends.last == index { ends.removeLast() }
      let token = tape[index]
      guard let end = ends.last, Int(token.next) > index, Int(token.next) <= end,
        token.literalRange.upperBound <= byteCount
      else { return false }
      if token.kind == .object || token.kind == .array { ends.append(Int(token.next)) }
    }
    return true
  }
}
