import Foundation

/// Operations on folders and on the names in them.
enum Folder {
  /// What the system knows of a path; `nil` where there is nothing. A link is not followed.
  static func status(of path: String) throws(EventStoreError) -> stat? {
    var status = stat()
    if unsafe lstat(path, &status) == 0 { return status }
    guard errno == ENOENT else { throw EventStoreError(system: errno, "look at \(path)") }
    return nil
  }

  /// Whether there is a file at the path: no folder, link, pipe or device; those might not answer.
  static func hasFile(at path: String) throws(EventStoreError) -> Bool {
    guard let status = try status(of: path) else { return false }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the path leads to a folder, be it through a link.
  static func exists(at path: String) throws(EventStoreError) -> Bool {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw EventStoreError(system: errno, "look at \(path)")
    }
    return false
  }

  /// Makes a folder for its owner alone, durably; false if something of that name is there.
  static func make(at path: String) throws(EventStoreError) -> Bool {
    guard unsafe mkdir(path, 0o700) == 0 else {
      if errno == EEXIST { return false }
      throw EventStoreError(system: errno, "make folder \(path)")
    }
    try synchronize(path + "/..")
    return true
  }

  /// Returns once the names in a folder have reached the disk.
  static func synchronize(_ path: String) throws(EventStoreError) {
    let path = path + "/."
    let folder = try OpenFile(path, O_RDONLY | O_DIRECTORY)
    try folder.synchronize()
  }

  /// Gives a file another name in one step, over any file that had it.
  static func rename(_ path: String, to other: String) throws(EventStoreError) {
    guard unsafe Foundation.rename(path, other) == 0 else {
      throw EventStoreError(system: errno, "rename \(path) to \(other)")
    }
  }

  /// Takes a file's name away; that there is none is no error.
  static func remove(_ path: String) throws(EventStoreError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw EventStoreError(system: errno, "remove \(path)")
    }
  }

  /// Takes an empty folder away; that there is none is no error.
  static func removeFolder(_ path: String) throws(EventStoreError) {
    guard unsafe rmdir(path) == 0 || errno == ENOENT else {
      throw EventStoreError(system: errno, "remove folder \(path)")
    }
  }

  /// The names in a folder, in no order.
  static func names(in path: String) throws(EventStoreError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw EventStoreError(.inputOutput, "Could not list \(path). Check that it can be read.")
    }
  }
}
