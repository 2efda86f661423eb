/// SHA-256 (FIPS 180-4) in one shot, over a context on the stack: no allocation, no error.
package enum SHA256 {
  /// The hash of these bytes. Linear.
  package static func hash(_ bytes: Span<UInt8>) -> Digest {
    var state = SHA256State()
    state.absorb(bytes)
    return state.finish()
  }

  /// The hash of one byte followed by these bytes: how RFC 6962 tells leaves from nodes. Linear.
  package static func hash(prefix: UInt8, _ bytes: Span<UInt8>) -> Digest {
    var state = SHA256State()
    state.absorb(prefix)
    state.absorb(bytes)
    return state.finish()
  }

  /// The hash of one byte followed by the bytes of two digests. Two compressions of a block.
  package static func hash(prefix: UInt8, _ first: Digest, _ second: Digest) -> Digest {
    var state = SHA256State()
    state.absorb(prefix)
    state.absorb(first)
    state.absorb(second)
    return state.finish()
  }
}
