import CLMDB
import Foundation

extension EventStoreError {
  /// The error for a return code of LMDB, which is either its own or the system's `errno`.
  ///
  /// - Parameter action: what was being done and to what, to fit after "could not".
  init(lmdb code: Int32, _ action: String) {
    switch code {
    case MDB_MAP_FULL:
      self.init(
        .mapFull,
        "Could not \(action): the journal has outgrown the address space reserved for it. "
          + "Open it in a process with more address space.")
    case MDB_MAP_RESIZED:
      self.init(
        .outOfMemory,
        "Could not \(action): another process made the journal larger than the address space "
          + "that this one reserved, and it cannot follow while a snapshot lasts on the same "
          + "thread. Try again outside of it.")
    case MDB_READERS_FULL:
      self.init(
        .tooManyReaders,
        "Could not \(action): all places for readers are taken. Close other readers and try again."
      )
    case MDB_PANIC:
      self.init(
        .outcomeUnknown,
        "Could not \(action): an earlier commit failed halfway. Try again: the journal is opened "
          + "anew and what was kept of that commit is read back.")
    case MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_INVALID, MDB_VERSION_MISMATCH, MDB_INCOMPATIBLE,
      MDB_KEYEXIST, MDB_NOTFOUND:
      let reason = EventStoreError.text(of: code)
      self.init(
        .corrupted,
        "Could not \(action): \(reason). Verify the ledger and restore it from a backup.")
    default:
      self.init(system: code, action)
    }
  }

  /// The error for an `errno` of the system.
  ///
  /// - Parameter action: what was being done and to what, to fit after "could not".
  init(system code: Int32, _ action: String) {
    let happened = "Could not \(action): \(EventStoreError.text(of: code))."
    switch code {
    case ENOSPC, EDQUOT, EFBIG:
      self.init(.outOfDiskSpace, "\(happened) Make room and try again.")
    case EACCES, EPERM, EROFS:
      self.init(.permissionDenied, "\(happened) Check who owns the ledger and how it is mounted.")
    case ENOENT, ENOTDIR:
      self.init(.notFound, "\(happened) Check the path.")
    case ENOMEM:
      self.init(.outOfMemory, "\(happened) Free memory or raise the limit, and try again.")
    default:
      self.init(.inputOutput, "\(happened) Check the disk and the limits of the process.")
    }
  }

  private static func text(of code: Int32) -> String {
    guard let text = unsafe mdb_strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
