import Foundation

/// The vendors' own inputs, where they are beside the package.
enum Samples {
  /// The text of a sample; `nil`, with a notice, where there are none.
  static func text(_ path: String) throws -> String? {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    folder.appendPathComponent("shared/samples")
    guard FileManager.default.fileExists(atPath: folder.path) else {
      print("notice: no ../shared/samples beside the package; its test is skipped.")
      return nil
    }
    return try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  /// The names of all samples.
  static func names() -> [String] {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    folder.appendPathComponent("shared/samples")
    let files = FileManager.default.enumerator(atPath: folder.path)
    return (files?.compactMap { $0 as? String } ?? []).filter {
      $0.hasSuffix(".json") || $0.hasSuffix(".url")
    }.sorted()
  }

  /// The elements of a list of samples in one file.
  static func elements(of text: String) throws -> [String] {
    let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any] ?? []
    return try list.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
    }
  }
}
