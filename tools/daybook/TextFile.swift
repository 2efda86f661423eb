import Foundation

/// Files that the command reads whole and writes whole.
enum TextFile {
  /// More than any proof, checkpoint or record has.
  private static let byteCountMax = 1 << 20

  static func read(_ path: String) throws -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure("there is no readable file at \(path).")
    }
    let bytes: Data
    do {
      bytes = try file.read(upToCount: byteCountMax + 1) ?? Data()
    } catch {
      throw CommandFailure("\(path) cannot be read.")
    }
    guard bytes.count <= byteCountMax else { throw CommandFailure("\(path) is too long.") }
    return Array(bytes)
  }

  /// Writes a new file. One that is there is not overwritten.
  static func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    } catch {
      throw CommandFailure("\(path) cannot be written, or is there already.")
    }
  }
}
