/// Goes through the entries of one table of an LMDB file in order, and checks every page that leads
/// there.
///
/// A page that is damaged is told of once and left out, and what follows it goes on. Memory is a
/// page for each level of the tree.
struct PageCursor {
  /// How strictly keys are held to what a branch says of them.
  enum Keys {
    /// Keys were only ever added, so a branch names the first key below it exactly.
    case added
    /// 8-byte numbers of the table of free pages, which are removed too.
    case numbers
  }

  /// What the cursor came to.
  enum Step {
    case entry
    case damage(PageDamage)
    case end
  }

  private struct Level {
    var page: [UInt8]
    var index: Int
    let count: Int
    let isLeaf: Bool
  }

  private static let branchFlag = 1
  private static let leafFlag = 2
  private static let overflowFlag = 4
  private static let headByteCount = 16
  private static let nodeHeadByteCount = 8
  private static let depthMax = 32

  private let file: PageFile
  private let table: TableRecord
  private let keys: Keys
  /// The flag that every entry has: that it is a table's record, or none.
  private let entryFlag: Int

  private var levels: [Level] = []
  private var hasBegun = false
  private var isEnded = false
  private var isDamaged = false
  private var pages = (branch: UInt64(0), leaf: UInt64(0), overflow: UInt64(0))
  private var entryCount: UInt64 = 0
  private var lastKey: [UInt8] = []
  /// What a branch said the next key is.
  private var promisedKey: [UInt8]?
  private var overflow: [UInt8] = []

  /// The key of the entry that the cursor is at.
  private(set) var key: [UInt8] = []
  /// What is wrong with the branch that leads to the entry, if it names a lesser key than the
  /// entry's: it was damaged, or an entry was removed, which is never done in these tables.
  private(set) var branchFault: PageDamage?
  /// Where the entry's value is: in the overflow pages or in the leaf.
  private var value: (isOverflow: Bool, range: Range<Int>) = (false, 0..<0)

  init(
    over table: TableRecord, in file: PageFile, keys: Keys = .added, holdsTables: Bool = false
  ) {
    self.file = file
    self.table = table
    self.keys = keys
    entryFlag = holdsTables ? 2 : 0
  }

  /// Lends the value of the entry that the cursor is at.
  func withValue<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    if value.isOverflow {
      let bytes = overflow
      return try body(bytes.span.extracting(value.range))
    }
    let bytes = levels[levels.count - 1].page
    return try body(bytes.span.extracting(value.range))
  }

  /// Goes to the next entry, or to the next damage. O(1) on average. Throws the errors of the
  /// system only.
  mutating func next() throws -> Step {
    if isEnded { return .end }
    branchFault = nil
    do {
      if !hasBegun {
        hasBegun = true
        try begin()
      }
      while let level = levels.last {
        if level.index == level.count {
          levels.removeLast()
        } else if level.isLeaf {
          levels[levels.count - 1].index += 1
          try take(level.index, of: level.page)
          entryCount += 1
          return .entry
        } else {
          levels[levels.count - 1].index += 1
          try descend(level.index, of: level.page)
        }
      }
      isEnded = true
      try checkCounts()
      return .end
    } catch let damage as PageDamage {
      isDamaged = true
      promisedKey = nil
      if levels.isEmpty { isEnded = true }
      return .damage(damage)
    }
  }

  private mutating func begin() throws {
    guard table.root != TableRecord.noPage else {
      guard table.depth == 0, table.entries == 0 else {
        throw PageDamage("a table without pages claims to have entries")
      }
      return
    }
    guard (1...PageCursor.depthMax).contains(table.depth) else {
      throw PageDamage("a table claims to be \(table.depth) levels deep")
    }
    try push(table.root)
  }

  private func checkCounts() throws(PageDamage) {
    if isDamaged { return }
    guard pages.branch == table.branchPages, pages.leaf == table.leafPages,
      pages.overflow == table.overflowPages, entryCount == table.entries
    else { throw PageDamage("a table has other pages or entries than its record says") }
  }

  /// Reads a page, checks it, and makes it the innermost.
  private mutating func push(_ number: UInt64) throws {
    try file.claim(number)
    var page: [UInt8] = []
    page.reserveCapacity(file.pageSize)
    try file.read(number, into: &page)
    let span = page.span
    let flags = LittleEndian.short(span, 10)
    let lower = LittleEndian.short(span, 12)
    let upper = LittleEndian.short(span, 14)
    let isLeaf = flags == PageCursor.leafFlag
    guard isLeaf || flags == PageCursor.branchFlag, isLeaf == (levels.count + 1 == table.depth)
    else { throw PageDamage("page \(number) is of a wrong kind") }
    guard lower >= PageCursor.headByteCount, lower <= upper, upper <= page.count,
      lower & 1 == 0
    else { throw PageDamage("page \(number) has a wrong head") }
    let count = (lower - PageCursor.headByteCount) / 2
    guard count > 0 else { throw PageDamage("page \(number) is empty") }
    var used = 0
    for index in 0..<count {
      let node = LittleEndian.short(span, PageCursor.headByteCount + 2 * index)
      guard node >= upper, node & 1 == 0, node + PageCursor.nodeHeadByteCount <= page.count else {
        throw PageDamage("page \(number) points outside of itself")
      }
      let keyCount = LittleEndian.short(span, node + 6)
      var byteCount = PageCursor.nodeHeadByteCount + keyCount
      if isLeaf {
        let isLong = LittleEndian.short(span, node + 4) & 1 == 1
        byteCount += isLong ? 8 : PageCursor.dataCount(span, node)
      }
      guard byteCount <= page.count - node else {
        throw PageDamage("page \(number) has an entry that is too long")
      }
      used += (byteCount + 1) & ~1
    }
    guard used == page.count - upper else {
      throw PageDamage("page \(number) has bytes that belong to nothing")
    }
    if isLeaf { pages.leaf += 1 } else { pages.branch += 1 }
    levels.append(Level(page: page, index: 0, count: count, isLeaf: isLeaf))
  }

  private static func dataCount(_ page: Span<UInt8>, _ node: Int) -> Int {
    LittleEndian.short(page, node) | LittleEndian.short(page, node + 2) << 16
  }

  /// Goes down to a child of a branch.
  private mutating func descend(_ index: Int, of page: [UInt8]) throws {
    let span = page.span
    let node = LittleEndian.short(span, PageCursor.headByteCount + 2 * index)
    let child = LittleEndian.number(span, node, 6)
    let keyCount = LittleEndian.short(span, node + 6)
    if index > 0 {
      let start = node + PageCursor.nodeHeadByteCount
      promisedKey = Array(page[start..<start + keyCount])
    } else if keyCount != 0 && keys == .added {
      throw PageDamage("a branch names a key where none is named")
    }
    try push(child)
  }

  /// Reads an entry of a leaf.
  private mutating func take(_ index: Int, of page: [UInt8]) throws {
    let span = page.span
    let node = LittleEndian.short(span, PageCursor.headByteCount + 2 * index)
    let flags = LittleEndian.short(span, node + 4)
    let keyCount = LittleEndian.short(span, node + 6)
    let byteCount = PageCursor.dataCount(span, node)
    let keyStart = node + PageCursor.nodeHeadByteCount
    let start = keyStart + keyCount
    key.removeAll(keepingCapacity: true)
    key.append(contentsOf: page[keyStart..<start])
    try checkOrder()
    guard flags & ~1 == entryFlag else { throw PageDamage("an entry is of a wrong kind") }
    guard flags & 1 == 1 else {
      value = (false, start..<start + byteCount)
      return
    }
    let first = LittleEndian.number(span, start, 8)
    let byteCountMax = Int(clamping: file.roots.pageCount) * file.pageSize
    guard byteCount <= byteCountMax else { throw PageDamage("an entry is too long") }
    let count = (PageCursor.headByteCount + byteCount + file.pageSize - 1) / file.pageSize
    try file.claim(first, count: UInt64(count))
    try file.read(first, count: count, into: &overflow)
    guard LittleEndian.short(overflow.span, 10) == PageCursor.overflowFlag,
      LittleEndian.number(overflow.span, 12, 4) == UInt64(count)
    else { throw PageDamage("page \(first) has a wrong head") }
    pages.overflow += UInt64(count)
    value = (true, PageCursor.headByteCount..<PageCursor.headByteCount + byteCount)
  }

  private mutating func checkOrder() throws(PageDamage) {
    defer {
      swap(&lastKey, &key)
      key = lastKey
      promisedKey = nil
    }
    switch keys {
    case .added:
      guard entryCount == 0 && lastKey.isEmpty || lastKey.lexicographicallyPrecedes(key) else {
        throw PageDamage("a key is out of order")
      }
      guard let promisedKey, promisedKey != key else { break }
      let damage = PageDamage("a branch names another key than the one that follows")
      guard promisedKey.lexicographicallyPrecedes(key),
        lastKey.lexicographicallyPrecedes(promisedKey)
      else { throw damage }
      branchFault = damage
    case .numbers:
      guard key.count == 8 else { throw PageDamage("a key is no number") }
      let number = LittleEndian.number(key.span, 0, 8)
      guard lastKey.isEmpty || LittleEndian.number(lastKey.span, 0, 8) < number else {
        throw PageDamage("a key is out of order")
      }
      if let promisedKey,
        promisedKey.count != 8
          || LittleEndian.number(promisedKey.span, 0, 8) > number
      {
        throw PageDamage("a branch names another key than the one that follows")
      }
    }
  }
}
