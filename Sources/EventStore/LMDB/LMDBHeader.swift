import Foundation

/// The two meta pages at the start of an LMDB file, read without LMDB, which would change a file
/// that is not its own and trust one that is damaged.
struct LMDBHeader {
  private static let magic: UInt32 = 0xBEEF_C0DE
  private static let version: UInt32 = 1
  private static let noPage = UInt64.max

  /// Refuses a file that LMDB 0.9 on a 64-bit machine of this byte order did not write
  /// (`notALedger`), and one that ends before its newest roots (`corrupted`). O(1).
  static func check(_ path: String) throws(EventStoreError) {
    let file = try OpenFile(path, O_RDONLY)
    guard let byteCount = try file.byteCount(),
      let first = LMDBHeader(page: try file.read(upTo: 152)), first.pageSize >= 512,
      first.pageSize <= 65536,
      let second = LMDBHeader(page: try file.read(upTo: 152, from: first.pageSize))
    else {
      throw EventStoreError(
        .notALedger,
        "\(path) is not an LMDB file, so this is no ledger. Check the path, or restore the file.")
    }
    let newest = first.transaction >= second.transaction ? first : second
    let pageCount = UInt64(byteCount) / UInt64(first.pageSize)
    for root in [newest.freeRoot, newest.mainRoot]
    where root != LMDBHeader.noPage && root >= pageCount {
      throw EventStoreError(
        .corrupted, "\(path) was cut: it ends before its newest page. Restore it from a backup.")
    }
  }

  let pageSize: Int
  let freeRoot: UInt64
  let mainRoot: UInt64
  let transaction: UInt64

  private init?(page: [UInt8]) {
    guard page.count == 152, LMDBHeader.number(page, 16, 4) == UInt64(LMDBHeader.magic),
      LMDBHeader.number(page, 20, 4) == UInt64(LMDBHeader.version)
    else { return nil }
    pageSize = Int(LMDBHeader.number(page, 40, 4))
    freeRoot = LMDBHeader.number(page, 80, 8)
    mainRoot = LMDBHeader.number(page, 128, 8)
    transaction = LMDBHeader.number(page, 144, 8)
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<count {
      #if _endian(little)
        number |= UInt64(bytes[offset + index]) << UInt64(8 * index)
      #else
        number = number << 8 | UInt64(bytes[offset + index])
      #endif
    }
    return number
  }
}
