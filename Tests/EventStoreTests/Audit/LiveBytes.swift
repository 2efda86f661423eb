import Foundation

/// Which bytes of an undamaged LMDB file mean something: a reader of LMDB's layout of its own,
/// which shares nothing with the one that audits.
///
/// Left out are: pages on the list of free pages, room inside of pages, padding, the pad field of
/// page headers, the older of the two pages of roots, and by which transaction a page was freed.
struct LiveBytes {
  /// What a byte belongs to.
  struct Owner: Hashable {
    enum Part: Hashable { case roots, pageHeader, pointer, entryHeader, key, value }
    let table: String
    let part: Part
    /// The keys of the first and the last entry of the page, or below it, as positions where they
    /// are; equal for what belongs to one entry.
    let first, last: UInt64
  }

  private let file: [UInt8]
  private let pageSize: Int
  /// Live ranges, in the order of finding.
  private(set) var ranges: [(range: Range<Int>, owner: Owner)] = []
  private(set) var byteCount = 0

  init(of path: String) throws {
    file = Array(try Data(contentsOf: URL(filePath: path)))
    pageSize = 4096
    let newest = number(16 + 128, 8) > number(pageSize + 16 + 128, 8) ? 0 : pageSize
    let roots = Owner(table: "roots", part: .roots, first: 0, last: 0)
    add(newest..<newest + 8, roots)
    add(newest + 10..<newest + 12, roots)
    add(newest + 16..<newest + 152, roots)
    tree("free", number(newest + 40 + 40, 8))
    tree("main", number(newest + 88 + 40, 8))
  }

  /// The owner of the live byte of this index, and its offset in the file.
  func byte(_ index: Int) -> (offset: Int, owner: Owner) {
    var rest = index
    for (range, owner) in ranges {
      if rest < range.count { return (range.lowerBound + rest, owner) }
      rest -= range.count
    }
    preconditionFailure("There are not so many live bytes.")
  }

  private mutating func add(_ range: Range<Int>, _ owner: Owner) {
    if range.isEmpty { return }
    ranges.append((range, owner))
    byteCount += range.count
  }

  private func number(_ offset: Int, _ count: Int) -> UInt64 {
    file[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func short(_ offset: Int) -> Int { Int(number(offset, 2)) }

  /// The key at an offset, as a position where the table has positions.
  private func position(_ table: String, _ offset: Int) -> UInt64 {
    guard table == "events" || table == "tree" else { return 0 }
    return file[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Adds a page and all below it.
  ///
  /// - Returns: the first and last key.
  @discardableResult
  private mutating func tree(_ table: String, _ root: UInt64) -> (UInt64, UInt64) {
    if root == .max { return (0, 0) }
    let page = Int(root) * pageSize
    let isLeaf = short(page + 10) == 2
    let count = (short(page + 12) - 16) / 2
    var span: (first: UInt64, last: UInt64)?
    var parts: [(Range<Int>, Owner.Part, (UInt64, UInt64)?)] = [
      (page..<page + 8, .pageHeader, nil), (page + 10..<page + 16, .pageHeader, nil),
      (page + 16..<page + 16 + 2 * count, .pointer, nil),
    ]
    for index in 0..<count {
      let node = page + short(page + 16 + 2 * index)
      let keyStart = node + 8
      let valueStart = keyStart + short(node + 6)
      guard isLeaf else {
        let below = tree(table, number(node, 6))
        span = (span?.first ?? below.0, below.1)
        parts.append((node..<node + 8, .entryHeader, nil))
        parts.append((keyStart..<valueStart, .key, below))
        continue
      }
      let own = position(table, keyStart)
      span = (span?.first ?? own, own)
      let size = Int(number(node, 4))
      let isLong = short(node + 4) & 1 == 1
      parts.append((node..<node + 8, .entryHeader, nil))
      if table != "free" { parts.append((keyStart..<valueStart, .key, (own, own))) }
      parts.append(
        (valueStart..<valueStart + (isLong ? 8 : size), isLong ? .pointer : .value, (own, own)))
      if isLong {
        let start = Int(number(valueStart, 8)) * pageSize
        parts.append((start..<start + 8, .pageHeader, (own, own)))
        parts.append((start + 10..<start + 16, .pageHeader, (own, own)))
        parts.append((start + 16..<start + 16 + size, .value, (own, own)))
      }
      if table == "main" {
        let name = String(decoding: file[keyStart..<valueStart], as: UTF8.self)
        tree(name, number(valueStart + 40, 8))
      }
    }
    let whole = span ?? (0, 0)
    for (range, part, own) in parts {
      let (first, last) = own ?? whole
      add(range, Owner(table: table, part: part, first: first, last: last))
    }
    return whole
  }
}
