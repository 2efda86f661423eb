import Foundation

/// What one table's record says: where its tree begins, and what is in it.
struct TableRecord: Equatable {
  static let byteCount = 48
  static let noPage = UInt64.max

  let pad, flags, depth: Int
  let branchPages, leafPages, overflowPages, entries, root: UInt64

  /// Reads the record that begins at an offset; all its bytes must be there.
  init(_ bytes: Span<UInt8>, at offset: Int) {
    pad = Int(LittleEndian.number(bytes, offset, 4))
    flags = LittleEndian.short(bytes, offset + 4)
    depth = LittleEndian.short(bytes, offset + 6)
    branchPages = LittleEndian.number(bytes, offset + 8, 8)
    leafPages = LittleEndian.number(bytes, offset + 16, 8)
    overflowPages = LittleEndian.number(bytes, offset + 24, 8)
    entries = LittleEndian.number(bytes, offset + 32, 8)
    root = LittleEndian.number(bytes, offset + 40, 8)
  }
}

/// One of the two pages at the start of an LMDB file: the roots as of one transaction.
struct MetaPage {
  private static let magic: UInt64 = 0xBEEF_C0DE
  private static let version: UInt64 = 1
  static let byteCount = 152

  let number: UInt64
  let pageFlags: Int
  let address, mapSize: UInt64
  /// The table of free pages; its pad is the size of pages, its flags are the file's.
  let free: TableRecord
  let main: TableRecord
  let lastPage, transaction: UInt64

  var pageSize: Int { free.pad }

  /// Reads a page; `nil` where it is none of LMDB 0.9's on a machine of this kind.
  init?(_ bytes: [UInt8]) {
    let page = bytes.span
    guard page.count == MetaPage.byteCount, LittleEndian.number(page, 16, 4) == MetaPage.magic,
      LittleEndian.number(page, 20, 4) == MetaPage.version
    else { return nil }
    number = LittleEndian.number(page, 0, 8)
    pageFlags = LittleEndian.short(page, 10)
    address = LittleEndian.number(page, 24, 8)
    mapSize = LittleEndian.number(page, 32, 8)
    free = TableRecord(page, at: 40)
    main = TableRecord(page, at: 88)
    lastPage = LittleEndian.number(page, 136, 8)
    transaction = LittleEndian.number(page, 144, 8)
    guard (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
  }

  /// Both pages of a file; `nil` where one is missing or not LMDB's.
  static func both(in file: borrowing OpenFile) throws(EventStoreError) -> (MetaPage, MetaPage)? {
    guard let first = MetaPage(try file.read(upTo: byteCount)),
      let second = MetaPage(try file.read(upTo: byteCount, from: first.pageSize))
    else { return nil }
    return (first, second)
  }
}

extension MetaPage {
  /// Refuses a file that LMDB 0.9 on a 64-bit machine of this byte order did not write
  /// (`notALedger`), and one that ends before its newest roots (`corrupted`), before LMDB gets to
  /// see it: it would change a file that is not its own, and trust one that is damaged. O(1).
  static func check(_ path: String) throws(EventStoreError) {
    let file = try OpenFile(path, O_RDONLY)
    guard let byteCount = try file.byteCount(), let (first, second) = try both(in: file) else {
      throw EventStoreError(
        .notALedger,
        "\(path) is not an LMDB file, so this is no ledger. Check the path, or restore the file.")
    }
    let newest = first.transaction >= second.transaction ? first : second
    let pageCount = UInt64(byteCount) / UInt64(first.pageSize)
    for root in [newest.free.root, newest.main.root]
    where root != TableRecord.noPage && root >= pageCount {
      throw EventStoreError(
        .corrupted, "\(path) was cut: it ends before its newest page. Restore it from a backup.")
    }
  }
}

/// The roots that a file is read from: those of its newest transaction, strictly checked.
struct PageRoots {
  let pageSize: Int
  let pageCount: UInt64
  let transaction: UInt64
  let free, main: TableRecord

  /// What LMDB writes with `MDB_NOSUBDIR`, which is how journals are opened, and for the integer
  /// keys of the table of free pages.
  private static let fileFlags = 0x4008
  private static let metaFlag = 8

  /// Reads both pages of roots and holds them against each other. Throws `PageDamage` for what
  /// LMDB could not have left.
  static func read(from file: borrowing OpenFile) throws -> PageRoots {
    // A page that is being written while it is read is read again.
    var attempts = 0
    while true {
      do {
        return try readOnce(from: file)
      } catch let damage as PageDamage {
        attempts += 1
        if attempts == 3 { throw damage }
        usleep(2000)
      }
    }
  }

  private static func readOnce(from file: borrowing OpenFile) throws -> PageRoots {
    guard let (first, second) = try MetaPage.both(in: file) else {
      throw PageDamage("the pages of roots are not LMDB's")
    }
    for (index, page) in [first, second].enumerated() {
      guard page.number == UInt64(index), page.pageFlags == metaFlag, page.address == 0,
        page.free.flags == fileFlags, page.main.pad == 0, page.main.flags == 0,
        page.pageSize == first.pageSize, page.lastPage < UInt64(Int.max) / UInt64(page.pageSize)
      else { throw PageDamage("page \(index), of roots, has a wrong head") }
    }
    let newest = first.transaction > second.transaction ? first : second
    let oldest = first.transaction > second.transaction ? second : first
    guard newest.transaction - oldest.transaction == 1, newest.transaction & 1 == newest.number
    else { throw PageDamage("the pages of roots are not of one transaction and the next") }
    // The greatest map so far is written with each transaction. It grows only from a power of two
    // to another, or by a growth that both pages tell of.
    let isPower = newest.mapSize & (newest.mapSize &- 1) == 0
    guard newest.mapSize == oldest.mapSize || isPower && newest.mapSize > oldest.mapSize,
      oldest.mapSize > 0, newest.mapSize / UInt64(newest.pageSize) > newest.lastPage,
      oldest.mapSize / UInt64(newest.pageSize) > oldest.lastPage
    else { throw PageDamage("the pages of roots name a map that they never had") }
    let roots = PageRoots(
      pageSize: newest.pageSize, pageCount: newest.lastPage + 1,
      transaction: newest.transaction, free: newest.free, main: newest.main)
    guard let byteCount = try file.byteCount(),
      UInt64(byteCount) / UInt64(roots.pageSize) >= roots.pageCount
    else { throw PageDamage("the file ends before its last page") }
    return roots
  }
}
