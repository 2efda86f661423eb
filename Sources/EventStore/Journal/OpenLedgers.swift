import Foundation

/// Which journals this process has open. LMDB breaks when one process opens a file twice: closing
/// one of the two drops the locks of both.
enum OpenLedgers {
  /// A file, whatever path leads to it.
  private struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private static let files = Lock<Set<FileIdentity>>([])

  /// The right to have one journal open, given back when it goes.
  final class Claim: Sendable {
    private let file: FileIdentity

    /// Throws `alreadyOpen` while another claim on the same file lives, `notFound` where there is
    /// no file.
    init(on path: String) throws(EventStoreError) {
      guard let status = try Folder.status(of: path) else {
        throw EventStoreError(.notFound, "There is no \(path). Check the path.")
      }
      let file = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
      guard OpenLedgers.files.withLock({ $0.insert(file).inserted }) else {
        throw EventStoreError(
          .alreadyOpen,
          "This process has \(path) open already. Use the store that is open, or close it first.")
      }
      self.file = file
    }

    deinit { OpenLedgers.files.withLock { _ = $0.remove(file) } }
  }
}
