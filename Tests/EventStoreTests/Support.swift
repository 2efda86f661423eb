import Cryptography
import EventStore
import Foundation
import MerkleLog
import Testing

/// A directory of one test's own, removed with all it holds when the last reference goes.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/daybook-store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("A temporary directory was left behind: \(path)")
    }
  }

  /// The path of a name in the directory.
  func callAsFunction(_ name: String) -> String { path + "/" + name }
}

let publicKey = [UInt8](repeating: 7, count: 32)

/// The bytes of a record that tells which it is.
func record(_ number: Int) -> [UInt8] {
  Array("record \(number) ".utf8) + [UInt8](repeating: UInt8(number % 251), count: number % 700)
}

/// A fingerprint that tells which it is.
func fingerprint(_ number: Int) -> Fingerprint {
  Fingerprint(SHA256.hash(Array("\(number)".utf8).span))
}

/// Makes a ledger, with a checkpoint that nobody here looks into.
func createStore(at path: String, source: String = "daybook") throws(EventStoreError) {
  try EventLog.create(at: path, source: source, publicKey: publicKey, checkpoint: [])
}

/// Makes a ledger and opens it for writing.
func makeStore(at path: String) throws -> EventLog {
  try createStore(at: path)
  return try EventLog.open(at: path, mode: .writing)
}

extension EventLog {
  /// Appends these records in one commit.
  @discardableResult
  func append(_ records: [[UInt8]]) throws -> TreeHead {
    try append { appending in
      for record in records { try appending.append(record) }
    }.1
  }

  /// All records, copied.
  func records() throws -> [[UInt8]] {
    var records: [[UInt8]] = []
    try scan(from: Position(0), upTo: Position(.max)) { position, record in
      #expect(position.index == UInt64(records.count))
      records.append(record.indices.map { record[$0] })
      return true
    }
    return records
  }
}

/// The root of RFC 6962, section 2.1, straight from its definition.
func naiveRoot(_ records: ArraySlice<[UInt8]>) -> Digest {
  switch records.count {
  case 0: return SHA256.hash([UInt8]().span)
  case 1: return SHA256.hash(([0] + records[records.startIndex]).span)
  default:
    var split = 1
    while split * 2 < records.count { split *= 2 }
    let middle = records.startIndex + split
    let left = naiveRoot(records[records.startIndex..<middle])
    let right = naiveRoot(records[middle..<records.endIndex])
    return SHA256.hash(([1] + left.bytes + right.bytes).span)
  }
}

/// Every path below a directory with its mode and the hash of what it holds.
func listing(_ path: String) throws -> [String: String] {
  var listing: [String: String] = [:]
  for name in FileManager.default.enumerator(atPath: path).map(Array.init) ?? [] {
    guard let name = name as? String else { continue }
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    let mode = attributes[.posixPermissions].map { "\($0)" } ?? "?"
    let isFile = attributes[.type] as? FileAttributeType == .typeRegular
    let hasContents = isFile && attributes[.size] as? Int != 0
    let contents = hasContents ? FileManager.default.contents(atPath: path + "/" + name) : nil
    listing[name] = mode + " " + SHA256.hash(Array(contents ?? Data()).span).description
  }
  return listing
}

/// Expects the body to throw an error of the store with this code, and returns its message.
@discardableResult
func expectError(
  _ code: EventStoreError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) -> String {
  do {
    try body()
    Issue.record("Nothing was thrown instead of \(code).", sourceLocation: sourceLocation)
  } catch let error as EventStoreError {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    return error.message
  } catch {
    Issue.record("\(error) was thrown instead of \(code).", sourceLocation: sourceLocation)
  }
  return ""
}

/// Runs a program with a line of output awaited before it returns; it ends when its input does.
final class Helper {
  private let process = Process()
  private let input = Pipe()
  let output = Pipe()

  init(_ script: String) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// The next bytes of output.
  func line() -> String {
    String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  func end() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

extension Appending {
  /// Adds a record.
  @discardableResult
  mutating func append(_ record: [UInt8]) throws -> Digest { try append(record.span) }
}
