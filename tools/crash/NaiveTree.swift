import Cryptography

/// The Merkle tree hash as section 2.1 of RFC 6962 defines it, word for word: no frontier, no
/// stored subtree, nothing shared with the code that it is held against but SHA-256.
enum NaiveTree {
  static func leafHash(of record: Span<UInt8>) -> Digest { SHA256.hash(prefix: 0x00, record) }

  static func root(over leaves: ArraySlice<Digest>) -> Digest {
    guard let first = leaves.first else {
      let nothing: [UInt8] = []
      return SHA256.hash(nothing.span)
    }
    if leaves.count == 1 { return first }
    // The largest power of two that is smaller than the number of leaves.
    var split = 1
    while split * 2 < leaves.count { split *= 2 }
    return SHA256.hash(
      prefix: 0x01, root(over: leaves.prefix(split)), root(over: leaves.dropFirst(split)))
  }
}
