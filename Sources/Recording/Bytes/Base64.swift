import Foundation

/// Base64 (RFC 4648, section 4) for reading; `ByteBuffer.appendBase64` writes it.
enum Base64 {
  static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map(Array.init) }
}
