package import Cryptography

/// A value that was sealed, with all that is needed to open it but the key.
package struct SealedValue: Hashable, Sendable, CustomStringConvertible {
  /// The journal's origin, the key's id, the record's type and the value's JSON pointer in `data`.
  package let origin: String
  package let keyID: String
  package let type: String
  package let pointer: String
  /// Base64 of nonce, ciphertext and tag.
  package let box: String

  package init(origin: String, keyID: String, type: String, pointer: String, box: String) {
    self.origin = origin
    self.keyID = keyID
    self.type = type
    self.pointer = pointer
    self.box = box
  }

  /// Reads what `description` writes; `nil` for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5 else { return nil }
    self.init(origin: parts[0], keyID: parts[1], type: parts[2], pointer: parts[3], box: parts[4])
  }

  /// The five parts with spaces between: as projections keep it. Ciphertext, so safe to show.
  package var description: String { "\(origin) \(keyID) \(type) \(pointer) \(box)" }

  /// What the value is bound to: a sealed value that is moved to another place does not open.
  static func appendAdditionalData(
    origin: Span<UInt8>, key: Span<UInt8>, type: Span<UInt8>, pointer: Span<UInt8>,
    to buffer: inout ByteBuffer
  ) {
    buffer.append(origin)
    buffer.append(0x0A)
    buffer.append(key)
    buffer.append(0x0A)
    buffer.append(type)
    buffer.append(0x0A)
    buffer.append(pointer)
  }

  /// The JSON text that was sealed.
  ///
  /// - Throws: `authenticationFailed` where the key is another one, or the value was changed or
  ///   moved; `wrongLength` where the box is no box.
  package func open(with secret: [UInt8]) throws(CryptographyError) -> String {
    guard let bytes = Base64.decode(box), bytes.count > NoncePool.nonceByteCount else {
      throw .wrongLength
    }
    var bound = ByteBuffer(capacity: 256)
    let (origin, key) = (Array(origin.utf8), Array(keyID.utf8))
    let (type, pointer) = (Array(type.utf8), Array(pointer.utf8))
    SealedValue.appendAdditionalData(
      origin: origin.span, key: key.span, type: type.span, pointer: pointer.span, to: &bound)
    let boundBytes = bound.bytes
    let text = try AES256GCM(key: secret).open(
      bytes.span.extracting(NoncePool.nonceByteCount..<bytes.count),
      nonce: bytes.span.extracting(0..<NoncePool.nonceByteCount), additionalData: boundBytes.span)
    return String(decoding: text, as: UTF8.self)
  }
}
