import Foundation

/// Reads lines as they come: all that are complete at once, so that a pipe is recorded in batches
/// and a person typing is answered line by line.
struct LineReader {
  /// A body of the greatest length with every byte escaped, and room for the rest.
  static let byteCountMax = 2_097_152

  struct Line {
    let number: Int
    /// Absent for a line that is too long.
    let bytes: [UInt8]?
  }

  private let input: FileHandle
  private var pending: [UInt8] = []
  private var isSkipping = false
  private var isAtEnd = false
  private(set) var count = 0

  init(_ input: FileHandle) { self.input = input }

  /// The next lines, blank ones left out; `nil` at the end.
  mutating func next() -> [Line]? {
    while !isAtEnd {
      let data = input.availableData
      isAtEnd = data.isEmpty
      let lines = take(data)
      if !lines.isEmpty { return lines }
    }
    return nil
  }

  private mutating func take(_ data: Data) -> [Line] {
    var lines: [Line] = []
    for byte in data {
      if byte == 0x0A {
        endLine(&lines)
      } else if !isSkipping {
        pending.append(byte)
        if pending.count > LineReader.byteCountMax {
          isSkipping = true
          pending = []
        }
      }
    }
    if isAtEnd, isSkipping || !pending.isEmpty { endLine(&lines) }
    return lines
  }

  private mutating func endLine(_ lines: inout [Line]) {
    count += 1
    let isBlank = pending.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    if isSkipping {
      lines.append(Line(number: count, bytes: nil))
    } else if !isBlank {
      lines.append(Line(number: count, bytes: pending))
    }
    pending.removeAll(keepingCapacity: true)
    isSkipping = false
  }
}
