import Cryptography
import Foundation
import Testing

/// The bytes that a vector's hexadecimal digits stand for.
func bytes(_ digits: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> [UInt8] {
  try #require(Hexadecimal.bytes(digits), sourceLocation: sourceLocation)
}

/// The bytes of a text.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The same bytes with one bit turned over.
func flipping(bit: Int, of bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  bytes[bit / 8] ^= 1 << UInt8(bit % 8)
  return bytes
}
