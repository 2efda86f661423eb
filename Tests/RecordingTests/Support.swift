import Foundation

@testable import Recording

/// Seeded random numbers (SplitMix64). `DAYBOOK_SEED` repeats a run.
struct Seeded: RandomNumberGenerator {
  private(set) var state: UInt64

  /// A generator for one test, whose seed is printed.
  init(for test: String) {
    let given = ProcessInfo.processInfo.environment["DAYBOOK_SEED"].flatMap { UInt64($0) }
    state = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(test): DAYBOOK_SEED=\(state)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func pick(_ count: Int, of characters: String) -> String {
    let all = Array(characters)
    return String((0..<count).map { _ in all[below(all.count)] })
  }
}

/// How often randomised tests run; `DAYBOOK_REPEAT` multiplies it.
func rounds(_ usual: Int) -> Int {
  usual * (ProcessInfo.processInfo.environment["DAYBOOK_REPEAT"].flatMap { Int($0) } ?? 1)
}

/// Files of a folder beside the package, in the order of their names. Where the folder is absent,
/// says so and gives none.
func sharedFiles(_ folder: String, suffix: String) throws -> [(name: String, bytes: [UInt8])] {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let url = root.deletingLastPathComponent().appending(path: "shared").appending(path: folder)
  guard FileManager.default.fileExists(atPath: url.path()) else {
    print("Skipped: no folder ../shared/\(folder) beside the package")
    return []
  }
  return try FileManager.default.contentsOfDirectory(atPath: url.path())
    .filter { $0.hasSuffix(suffix) }.sorted()
    .map { ($0, Array(try Data(contentsOf: url.appending(path: $0)))) }
}

/// Scans a text and returns its tape, or throws.
func scanned(_ bytes: [UInt8]) throws -> JSONTape {
  var tape = JSONTape(byteCount: 16)
  try JSONScanner.scan(bytes.span, into: &tape)
  return tape
}

/// The error that a text is refused with; `nil` where it is accepted.
func refusal(_ bytes: [UInt8]) -> JSONScanError? {
  var tape = JSONTape(byteCount: 16)
  do throws(JSONScanError) {
    try JSONScanner.scan(bytes.span, into: &tape)
    return nil
  } catch {
    return error
  }
}

/// What a writer puts into a buffer, as text.
func text(_ write: (inout ByteBuffer) -> Void) -> String {
  var buffer = ByteBuffer(capacity: 0)
  write(&buffer)
  return String(decoding: buffer.bytes, as: UTF8.self)
}

/// Whether these bytes are well-formed UTF-8 to the scanner; the standard library must agree.
func isUTF8(_ bytes: [UInt8]) -> Bool {
  let isValid = UTF8Sequence.isValid(bytes.span)
  precondition(isValid == (String(validating: bytes, as: UTF8.self) != nil))
  return isValid
}
