import Foundation

/// A file or folder that is open, and closed when this goes.
struct OpenFile: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Opens a path, never through a symbolic link at its end. The descriptor is not inherited by
  /// programs that this one starts.
  ///
  /// - Parameter flags: those of open(2). With `O_CREAT` a file is made that only its owner may
  ///   read and write.
  init(_ path: String, _ flags: Int32) throws(EventStoreError) {
    let descriptor = unsafe open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw EventStoreError(system: errno, "open \(path)") }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// What the system knows of the file.
  borrowing func status() throws(EventStoreError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw EventStoreError(system: errno, "look at \(path)")
    }
    return status
  }

  /// How many bytes the file has; `nil` where it is something else than a file.
  borrowing func byteCount() throws(EventStoreError) -> Int? {
    let status = try status()
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// The file's first bytes, at most `limit` of them, from an offset on.
  borrowing func read(upTo limit: Int, from offset: Int = 0) throws(EventStoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: count), limit - count,
          off_t(offset + count))
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw EventStoreError(system: errno, "read \(path)") }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(limit - count)
    return bytes
  }

  /// Writes all the bytes from an offset on.
  borrowing func write(_ bytes: [UInt8], at offset: Int = 0) throws(EventStoreError) {
    var count = 0
    while count < bytes.count {
      let put = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          descriptor, buffer.baseAddress?.advanced(by: count), bytes.count - count,
          off_t(offset + count))
      }
      if put < 0 && errno == EINTR { continue }
      guard put >= 0 else { throw EventStoreError(system: errno, "write \(path)") }
      count += put
    }
  }

  /// Writes all the bytes of another file behind the present end.
  borrowing func append(contentsOf other: borrowing OpenFile) throws(EventStoreError) {
    var (from, to) = (0, Int(try status().st_size))
    while true {
      let bytes = try other.read(upTo: 1 << 20, from: from)
      if bytes.isEmpty { return }
      try write(bytes, at: to)
      from += bytes.count
      to += bytes.count
    }
  }

  /// Lends the descriptor to a library that writes to it.
  borrowing func withDescriptor(
    _ body: (Int32) throws(EventStoreError) -> Void
  ) throws(EventStoreError) { try body(descriptor) }

  /// Makes the file longer by some zeros, to learn whether that is possible.
  borrowing func grow(by count: Int) throws(EventStoreError) {
    let end = try status().st_size
    let zeros = [UInt8](repeating: 0, count: count)
    try write(zeros, at: Int(end))
  }

  /// Returns once what was written to the file, or into the folder, has reached the disk.
  borrowing func synchronize() throws(EventStoreError) {
    guard fsync(descriptor) == 0 else {
      throw EventStoreError(system: errno, "bring \(path) to the disk")
    }
  }

  /// Takes the file's advisory lock, which lasts until this goes; false if another has it.
  borrowing func lockExclusively() throws(EventStoreError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw EventStoreError(system: errno, "lock \(path)") }
    }
    return true
  }

  /// Gives the advisory lock back.
  borrowing func unlock() { flock(descriptor, LOCK_UN) }

  /// Whether another process holds a record lock (fcntl) on any part of the file.
  borrowing func isRecordLockedElsewhere() throws(EventStoreError) -> Bool {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    guard unsafe fcntl(descriptor, F_GETLK, &lock) == 0 else {
      throw EventStoreError(system: errno, "see who uses \(path)")
    }
    return lock.l_type != Int16(F_UNLCK)
  }
}
