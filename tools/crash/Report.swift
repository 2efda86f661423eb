import Foundation

/// What is said while the runs go on: on a terminal a line that changes, else one now and then.
struct Report {
  private let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
  private let start = DispatchTime.now().uptimeNanoseconds
  private var lastLine = 0.0

  /// Seconds since the start.
  var seconds: Double { Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 }

  mutating func note(_ done: UInt64, of count: UInt64) {
    let seconds = seconds
    if isTerminal {
      Report.write("\rrun \(done) of \(count) ")
    } else if seconds - lastLine >= 10 {
      lastLine = seconds
      Report.talk("run \(done) of \(count), after \(Int(seconds)) s")
    }
  }

  /// Leaves the line that changes.
  func end() { if isTerminal { Report.write("\n") } }

  /// A line on stderr.
  static func talk(_ line: String) { write("crash-test: \(line)\n") }

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
