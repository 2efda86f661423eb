import Foundation
import Testing

/// The reference of the command is its help, word for word.
@Suite struct HelpTests {
  @Test func `the reference holds the help of every verb`() throws {
    let file = Command.root.appendingPathComponent("docs/reference/cli.md")
    let reference = try String(contentsOf: file, encoding: .utf8)
    for verb in try Command.verbs() {
      let help = try Command.run([verb, "--help"]).output
      #expect(reference.contains("## \(verb)\n\n```text\n\(help)```"), "\(verb)")
    }
  }
}
