/// What `Package.swift` says about the targets whose imports are held to a list.
struct Manifest {
  struct Target: Equatable {
    var name: String
    var folder: String
    var imports: Set<String>
  }

  var targets: [Target]

  /// Reads the calls of `library` and `.executableTarget`, and nothing else.
  init(_ text: String) {
    let libraries = Self.calls(of: "library", in: text).compactMap { call -> Target? in
      guard let name = Self.strings(in: call).first, !call.contains("name:") else { return nil }
      return Target(name: name, folder: "Sources/" + name, imports: Self.list("imports", of: call))
    }
    let executables = Self.calls(of: "executableTarget", in: text).compactMap { call -> Target? in
      guard let name = Self.string("name", of: call) else { return nil }
      return Target(
        name: name, folder: Self.string("path", of: call) ?? "Sources/" + name,
        imports: Self.list("dependencies", of: call))
    }
    targets = libraries + executables
  }

  /// The text between the parentheses of each call.
  private static func calls(of function: String, in text: String) -> [Substring] {
    text.ranges(of: function + "(").compactMap { range in
      var depth = 1
      let end = text[range.upperBound...].firstIndex { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return depth == 0
      }
      let isWholeWord = text[..<range.lowerBound].last?.isLetter != true
      return end.flatMap { isWholeWord ? text[range.upperBound..<$0] : nil }
    }
  }

  private static func strings(in text: Substring) -> [String] {
    text.matches(of: /"(\w+)"/).map { String($0.1) }
  }

  private static func string(_ label: String, of call: Substring) -> String? {
    guard let start = call.firstRange(of: label + ":")?.upperBound else { return nil }
    return call[start...].prefixMatch(of: /\s*"([^"]*)"/).map { String($0.1) }
  }

  private static func list(_ label: String, of call: Substring) -> Set<String> {
    guard let start = call.firstRange(of: label + ":")?.upperBound,
      let body = call[start...].prefixMatch(of: /\s*\[([^\]]*)\]/)
    else { return [] }
    return Set(strings(in: body.1))
  }
}
