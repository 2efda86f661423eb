/// Bytes being put together, in storage that is kept from one message to the next.
///
/// The storage only grows, so a buffer that has seen its largest message allocates nothing more.
/// Not thread-safe: one buffer belongs to one worker.
package struct ByteBuffer: Sendable {
  /// The bytes written so far are the first ``count`` of these; what follows them is left over.
  ///
  /// The fast way to read: `buffer.storage.span.extracting(0..<buffer.count)`.
  package private(set) var storage: [UInt8]

  /// The number of bytes written.
  package private(set) var count = 0

  /// An empty buffer with room for this many bytes.
  package init(capacity: Int = 1024) {
    storage = [UInt8](repeating: 0, count: max(capacity, 16))
  }

  /// Whether nothing has been written.
  package var isEmpty: Bool { count == 0 }

  /// A copy of the bytes. Allocates.
  package var bytes: [UInt8] { Array(storage[..<count]) }

  /// Lends the bytes written so far.
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(0..<count))
  }

  /// Forgets the bytes; gives the storage back only if asked to.
  package mutating func removeAll(keepingCapacity: Bool = true) {
    count = 0
    if !keepingCapacity { storage = [UInt8](repeating: 0, count: 16) }
  }

  /// Forgets all but the first `newCount` bytes.
  ///
  /// - Precondition: not more bytes than there are.
  package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count, "A buffer is only ever made shorter")
    count = newCount
  }

  /// Makes room for `more` bytes. Storage at least doubles when it grows.
  @inline(__always)
  package mutating func reserve(_ more: Int) {
    if more > storage.count &- count { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let wanted = max(count + more, storage.count * 2)
    storage.append(contentsOf: repeatElement(0, count: wanted - storage.count))
  }

  /// Adds one byte.
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count &+= 1
  }

  /// Adds these bytes: one block copy.
  ///
  /// The one place of this module that leaves memory safety: a loop over checked spans is not
  /// turned into a block copy by the compiler, and half of a record's cost was this loop.
  package mutating func append(_ bytes: Span<UInt8>) {
    let length = bytes.count
    if length == 0 { return }
    reserve(length)
    let start = count
    precondition(length <= storage.count &- start, "Room was made for the bytes above")
    unsafe storage.withUnsafeMutableBufferPointer { target in
      unsafe bytes.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        unsafe (to + start).update(from: from, count: length)
      }
    }
    count = start &+ length
  }

  /// Adds a part of bytes that were prepared earlier.
  package mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
    append(bytes.span.extracting(range))
  }

  /// Adds bytes that were prepared earlier.
  package mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

  /// Adds the UTF-8 of a text. Allocates: on the hot path, prepare a `[UInt8]`.
  package mutating func append(_ text: StaticString) {
    append(Array("\(text)".utf8).span)
  }

  /// Adds `more` bytes of no particular value, for ``set(_:at:)`` to fill.
  @inline(__always)
  mutating func extend(by more: Int) {
    precondition(more >= 0, "A buffer is extended by a count of bytes")
    reserve(more)
    count &+= more
  }

  /// Lends the storage for overwriting what was written before.
  @inline(__always)
  mutating func withWritten(_ body: (inout MutableSpan<UInt8>) -> Void) {
    var target = storage.mutableSpan
    body(&target)
  }

  /// Overwrites one byte that was written before.
  @inline(__always)
  mutating func set(_ byte: UInt8, at index: Int) {
    precondition(index < count, "Only written bytes can be overwritten")
    storage[index] = byte
  }
}
