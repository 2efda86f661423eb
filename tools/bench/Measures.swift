import Foundation

/// Messages of a frame as they come.
enum SampleMessage {
  static let all: [(name: String, bytes: [UInt8])] = [
    (
      "clear fields only",
      message("\"id\":\"\(id)\",\"status\":\"pending\",\"failureCode\":\"authorizationDeclined\"")
    ),
    (
      "one sealed field",
      message(
        "\"status\":\"failed\",\"failureReason\":\"Your payment was declined by your bank. Please "
          + "try again with another card, or ask your bank.\",\"failureCode\":"
          + "\"authorizationDeclined\"")
    ),
  ]

  private static let id = "txn_" + String(repeating: "0123456789abcdef", count: 7)

  private static func message(_ transaction: String) -> [UInt8] {
    let channel = "3f0c9f4e-5b0a-4f6e-9d52-9c1f5f8a1b2c"
    return Array(
      ("{\"version\":2,\"meta\":{\"channelId\":\"\(channel)\"},\"kind\":\"complete\","
        + "\"payload\":{\"transaction\":{\(transaction)}}}").utf8)
  }
}

enum Stopwatch {
  /// The time of one call, over so many.
  static func nanoseconds(_ calls: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<calls { try body() }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(calls)
  }

  /// How long the body takes, in seconds.
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    try nanoseconds(1, body) / 1e9
  }
}

extension [Double] {
  /// The one in the middle; 0 where there is none.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}

/// Cells of the tables that are printed.
enum Column {
  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }

  static func right(_ number: Double, _ width: Int, digits: Int = 0) -> String {
    right(String(format: "%.\(digits)f", number), width)
  }
}

/// A folder that goes away with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("left behind: \(path)")
    }
  }
}
