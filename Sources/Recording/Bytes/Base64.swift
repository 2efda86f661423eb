import Foundation

/// Base64 (RFC 4648, section 4) for reading; `ByteBuffer.appendBase64` writes it.
enum Base64 {
  static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map(Array.init) }

  /// The JSON object or list in a base64 text; `nil` where there is none. Line breaks are passed
  /// over, as Android's encoder makes them.
  static func json(in text: Span<UInt8>) -> [UInt8]? {
    guard text.count >= 4 else { return nil }
    let encoded = String(copying: text)
    guard let data = Data(base64Encoded: encoded, options: .ignoreUnknownCharacters) else {
      return nil
    }
    let opening = data.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
    return opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[") ? Array(data) : nil
  }
}
