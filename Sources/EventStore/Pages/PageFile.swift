import Foundation

/// The pages of an LMDB file, read without LMDB: it trusts what it reads and can crash over a
/// damaged page. Nothing here trusts a byte; what is wrong is told as `PageDamage`.
///
/// Layout as LMDB 0.9 writes it on 64-bit little-endian machines. Confined to one thread.
final class PageFile {
  /// The roots that the file is read from.
  let roots: PageRoots
  private let file: OpenFile
  private let path: String
  /// One bit for each page that something has led to.
  private var seen: [UInt64]
  /// Stretches of the file that were read last: pages of one table tend to lie side by side, and
  /// two tables are gone through together.
  private var blocks = [Block](repeating: Block(), count: 2)
  /// The one that was used last.
  private var current = 0
  private static let blockByteCount = 1 << 18

  private struct Block {
    var start = 0
    var bytes: [UInt8] = []
  }

  /// Opens the file and reads its roots.
  ///
  /// Throws `PageDamage`, or the errors of the system.
  init(_ path: String) throws {
    let file = try OpenFile(path, O_RDONLY)
    roots = try PageRoots.read(from: file)
    seen = [UInt64](repeating: 0, count: Int(roots.pageCount / 64 + 1))
    self.file = file
    self.path = path
  }

  /// Which page an address in the file belongs to, and the like, for tests that damage one.
  var pageSize: Int { roots.pageSize }

  /// Notes that something leads to a run of pages. Throws where the run is outside of the file, or
  /// where something else led to one of them: pages of a file form a tree.
  func claim(_ page: UInt64, count: UInt64 = 1) throws(PageDamage) {
    guard page >= 2, count > 0, page < roots.pageCount, count <= roots.pageCount - page else {
      throw PageDamage("page \(page) is outside of the file")
    }
    for page in page..<page + count {
      let (word, bit) = (Int(page / 64), UInt64(1) << (page % 64))
      guard seen[word] & bit == 0 else {
        throw PageDamage("page \(page) is led to twice")
      }
      seen[word] |= bit
    }
  }

  /// The first page that nothing has led to; `nil` where all were.
  var unclaimedPage: UInt64? {
    (2..<max(2, roots.pageCount)).first { seen[Int($0 / 64)] & (1 << ($0 % 64)) == 0 }
  }

  /// Reads a run of pages into a buffer, in place of what it held.
  func read(_ page: UInt64, count: Int = 1, into buffer: inout [UInt8]) throws {
    let start = Int(page) * pageSize
    let byteCount = count * pageSize
    if byteCount > PageFile.blockByteCount {
      buffer = try file.read(upTo: byteCount, from: start)
    } else {
      let block = try block(from: start, to: start + byteCount)
      let offset = start - blocks[block].start
      guard offset + byteCount <= blocks[block].bytes.count else {
        throw PageDamage("the file ends before page \(page)")
      }
      buffer.removeAll(keepingCapacity: true)
      buffer.append(contentsOf: blocks[block].bytes[offset..<offset + byteCount])
    }
    guard buffer.count == byteCount else {
      throw PageDamage("the file ends before page \(page)")
    }
    let number = LittleEndian.number(buffer.span, 0, 8)
    guard number == page else { throw PageDamage("page \(page) says that it is another") }
  }

  /// Which block holds a stretch of the file, as far as the file has it.
  private func block(from start: Int, to end: Int) throws -> Int {
    func holds(_ block: Block) -> Bool {
      start >= block.start && end <= block.start + block.bytes.count
    }
    if !holds(blocks[current]) {
      current = 1 - current
      if !holds(blocks[current]) {
        let bytes = try file.read(upTo: PageFile.blockByteCount, from: start)
        blocks[current] = Block(start: start, bytes: bytes)
      }
    }
    return current
  }
}

/// A page, or what leads to it, is not as LMDB writes it.
struct PageDamage: Error {
  /// What is wrong: part of a sentence.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Numbers in LMDB's pages.
enum LittleEndian {
  static func number(_ bytes: Span<UInt8>, _ offset: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in stride(from: offset + count - 1, through: offset, by: -1) {
      number = number << 8 | UInt64(bytes[index])
    }
    return number
  }

  static func short(_ bytes: Span<UInt8>, _ offset: Int) -> Int {
    Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
  }
}
