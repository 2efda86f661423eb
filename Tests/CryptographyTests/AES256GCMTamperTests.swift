import Cryptography
import Testing

/// Whatever is changed, a sealed value does not open.
@Suite struct AES256GCMTamperTests {
  let key: [UInt8]
  let nonce: [UInt8]
  let data: [UInt8]
  let plaintext: [UInt8]
  let sealed: [UInt8]

  init() throws {
    let key = (0..<32).map { UInt8($0 * 7) }
    let nonce = (0..<12).map { UInt8($0 + 100) }
    let data = utf8("origin\nkey\ntype\n/pointer")
    let plaintext = utf8("a name and an address")
    var sealed: [UInt8] = []
    try AES256GCM(key: key).seal(
      plaintext.span, nonce: nonce.span, additionalData: data.span, appendingTo: &sealed)
    (self.key, self.nonce, self.data) = (key, nonce, data)
    (self.plaintext, self.sealed) = (plaintext, sealed)
  }

  private func expectRefusal(
    _ sealed: [UInt8]? = nil, key: [UInt8]? = nil, nonce: [UInt8]? = nil, data: [UInt8]? = nil,
    error: CryptographyError = .authenticationFailed,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let cipher = try AES256GCM(key: key ?? self.key)
    let (sealed, nonce, data) = (sealed ?? self.sealed, nonce ?? self.nonce, data ?? self.data)
    #expect(throws: error, sourceLocation: sourceLocation) {
      try cipher.open(sealed.span, nonce: nonce.span, additionalData: data.span)
    }
  }

  @Test func `unchanged it opens`() throws {
    let cipher = try AES256GCM(key: key)
    #expect(
      try cipher.open(sealed.span, nonce: nonce.span, additionalData: data.span) == plaintext)
  }

  @Test func `any bit of ciphertext or tag`() throws {
    for bit in 0..<sealed.count * 8 { try expectRefusal(flipping(bit: bit, of: sealed)) }
  }

  @Test func `any bit of the key, the nonce or the additional data`() throws {
    for bit in 0..<key.count * 8 { try expectRefusal(key: flipping(bit: bit, of: key)) }
    for bit in 0..<nonce.count * 8 { try expectRefusal(nonce: flipping(bit: bit, of: nonce)) }
    for bit in 0..<data.count * 8 { try expectRefusal(data: flipping(bit: bit, of: data)) }
  }

  @Test func `bytes cut off or added`() throws {
    for count in AES256GCM.tagByteCount..<sealed.count {
      try expectRefusal(Array(sealed.prefix(count)))
      try expectRefusal(Array(sealed.suffix(count)))
    }
    try expectRefusal(sealed + [0])
    try expectRefusal([0] + sealed)
    try expectRefusal(data: [])
    try expectRefusal(data: Array(data.dropLast()))
    try expectRefusal(data: data + [0])
  }

  @Test func `fewer bytes than a tag are refused for their length`() throws {
    for count in 0..<AES256GCM.tagByteCount {
      try expectRefusal(Array(sealed.prefix(count)), error: .wrongLength)
    }
  }

  /// An additional byte must not pass for one of the text, nor the other way round.
  @Test func `a byte moved between additional data and ciphertext`() throws {
    try expectRefusal(Array(sealed.dropFirst()), data: data + [sealed[0]])
    try expectRefusal(data.suffix(1) + sealed, data: Array(data.dropLast()))
  }

  @Test func `an error says nothing of what was sealed`() {
    let errors: [CryptographyError] = [
      .wrongLength, .authenticationFailed, .noRandomness, .libraryFailure,
    ]
    for error in errors {
      #expect(error.description.hasSuffix("."))
      #expect(!error.description.contains(/[0-9]/))
    }
  }
}
