import Foundation
import Testing

/// Published vectors in the folder `shared` beside the package.
enum SharedVectors {
  /// The folder; says so and gives `nil` where it is absent.
  static func folder(_ name: String, from file: String = #filePath) -> URL? {
    var folder = URL(filePath: file)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    folder.append(path: "shared/vectors/\(name)")
    guard FileManager.default.fileExists(atPath: folder.path()) else {
      print("Skipped: no folder ../shared/vectors/\(name) beside the package")
      return nil
    }
    return folder
  }

  /// Every file with an extension in the folder and those below it, in the order of their paths.
  static func files(in folder: URL, extension: String) throws -> [URL] {
    let walker = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return walker.compactMap { $0 as? URL }.filter { $0.pathExtension == `extension` }
      .sorted { $0.path() < $1.path() }
  }
}
