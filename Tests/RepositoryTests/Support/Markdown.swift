import Foundation

/// What the rules need to know of a Markdown document.
struct Markdown: Sendable {
  struct CodeBlock: Equatable, Sendable {
    var language: String
    /// The line of its first line of code, from 1.
    var line: Int
    var lines: [String]
    /// The texts of the one-line comments directly above the block, in order.
    var comments: [String]
  }

  struct Link: Equatable, Sendable {
    var line: Int
    var target: String
  }

  var path: String
  var blocks: [CodeBlock] = []
  var links: [Link] = []
  var anchors: Set<String> = []

  init(_ file: TextFile) {
    path = file.path
    var comments: [String] = []
    var fence: (mark: String, indentation: Int)?
    for (index, line) in file.lines.enumerated() {
      if let open = fence {
        if line.trimmingCharacters(in: .whitespaces) == open.mark {
          fence = nil
        } else {
          let text = line.dropFirst(min(open.indentation, line.prefix { $0 == " " }.count))
          blocks[blocks.count - 1].lines.append(String(text))
        }
      } else if let opening = line.wholeMatch(of: /( *)(`{3,}|~{3,}) *([\w+\-]*).*/) {
        fence = (String(opening.2), opening.1.count)
        blocks.append(
          CodeBlock(
            language: String(opening.3), line: index + 2, lines: [], comments: comments))
        comments = []
      } else if let comment = line.wholeMatch(of: /\s*<!--\s*(.*?)\s*-->\s*/) {
        comments.append(String(comment.1))
      } else {
        if !line.allSatisfy(\.isWhitespace) { comments = [] }
        readProse(line, number: index + 1)
      }
    }
  }

  private mutating func readProse(_ line: Substring, number: Int) {
    if let heading = line.wholeMatch(of: /#{1,6} +(.*?)(?: +#+)? */) {
      let slug = Self.slug(String(heading.1))
      let free = (0...).lazy.map { $0 == 0 ? slug : "\(slug)-\($0)" }
        .first { [anchors] in !anchors.contains($0) }
      anchors.insert(free ?? slug)
    }
    for match in line.matches(of: /<a (?:id|name)="([^"]+)"/) { anchors.insert(String(match.1)) }

    let prose = line.replacing(/`[^`]*`/) { String(repeating: " ", count: $0.0.count) }
    let inline = prose.matches(of: /\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/).map(\.1)
    let reference = prose.wholeMatch(of: /\s*\[[^\]]+\]:\s+<?([^\s>]+)>?.*/).map(\.1)
    links += (inline + [reference].compactMap { $0 })
      .map { Link(line: number, target: String($0)) }
  }

  /// The anchor that a heading gets when the page is shown.
  static func slug(_ heading: String) -> String {
    let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }.lowercased()
    return String(
      text.compactMap { character -> Character? in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "-_".contains(character)
          ? character : nil
      })
  }
}
