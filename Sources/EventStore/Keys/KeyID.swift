import Cryptography

/// The name of a person's key: 128 random bits. It says nothing about the person and is what
/// records and file names hold.
package struct KeyID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// A new name, which nobody has had before. Throws where the system gives no randomness.
  package static func random() throws -> KeyID {
    let bytes = try SecureRandom.bytes(count: 16)
    func word(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    return KeyID(high: word(bytes[0..<8]), low: word(bytes[8..<16]))
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the 32 lower-case hexadecimal digits that `description` writes; `nil` for any other
  /// text.
  package init?(_ text: some StringProtocol) {
    guard let bytes = Hexadecimal.bytes(text), bytes.count == 16 else { return nil }
    func word(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: word(bytes[0..<8]), low: word(bytes[8..<16]))
  }

  /// The 128 bits as 32 lower-case hexadecimal digits.
  package var description: String {
    let words = [high, low]
    let bytes = words.flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
    return Hexadecimal.text(bytes)
  }
}
