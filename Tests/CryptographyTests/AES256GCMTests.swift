import Cryptography
import Testing

/// Cases 13 to 16 of McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B:
/// those with a key of 256 bits and a nonce of 96.
struct GCMCase: Sendable, CustomTestStringConvertible {
  let number: Int
  let key: String
  let nonce: String
  var additionalData = ""
  var plaintext = ""
  var ciphertext = ""
  let tag: String

  var testDescription: String { "case \(number)" }

  private static let zeroKey = String(repeating: "0", count: 64)
  private static let key = String(repeating: "feffe9928665731c6d6a8f9467308308", count: 2)
  private static let nonce = "cafebabefacedbaddecaf888"
  private static let plaintext =
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
    + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
  private static let ciphertext =
    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
    + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad"

  static let published = [
    GCMCase(
      number: 13, key: zeroKey, nonce: String(repeating: "0", count: 24),
      tag: "530f8afbc74536b9a963b4f1c4cb738b"),
    GCMCase(
      number: 14, key: zeroKey, nonce: String(repeating: "0", count: 24),
      plaintext: String(repeating: "0", count: 32), ciphertext: "cea7403d4d606b6e074ec5d3baf39d18",
      tag: "d0d1c8a799996bf0265b98b5d48ab919"),
    GCMCase(
      number: 15, key: key, nonce: nonce, plaintext: plaintext, ciphertext: ciphertext,
      tag: "b094dac5d93471bdec1a502270e3cc6c"),
    GCMCase(
      number: 16, key: key, nonce: nonce,
      additionalData: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      plaintext: String(plaintext.dropLast(8)), ciphertext: String(ciphertext.dropLast(8)),
      tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
  ]
}

@Suite struct AES256GCMTests {
  @Test(arguments: GCMCase.published)
  func `a published case seals and opens as printed`(_ value: GCMCase) throws {
    let cipher = try AES256GCM(key: bytes(value.key))
    let (nonce, data) = (try bytes(value.nonce), try bytes(value.additionalData))
    let plaintext = try bytes(value.plaintext)
    var output: [UInt8] = []
    try cipher.seal(
      plaintext.span, nonce: nonce.span, additionalData: data.span, appendingTo: &output)
    #expect(Hexadecimal.text(output) == value.ciphertext + value.tag)
    let opened = try cipher.open(output.span, nonce: nonce.span, additionalData: data.span)
    #expect(opened == plaintext)
  }

  /// One object in both directions by turns, and after refusals: nothing is left over from a call.
  @Test func `an object serves many calls`() throws {
    let cipher = try AES256GCM(key: Array(0..<32))
    for round in UInt8(0)..<50 {
      let nonce = [UInt8](repeating: round, count: 12)
      let plaintext = [UInt8](repeating: round, count: Int(round))
      let data = [UInt8](repeating: round, count: Int(round % 5))
      var sealed: [UInt8] = []
      try cipher.seal(
        plaintext.span, nonce: nonce.span, additionalData: data.span, appendingTo: &sealed)
      let changed = flipping(bit: sealed.count * 8 - 1, of: sealed)
      #expect(throws: CryptographyError.authenticationFailed) {
        try cipher.open(changed.span, nonce: nonce.span, additionalData: data.span)
      }
      let other = try AES256GCM(key: Array(0..<32))
      #expect(
        try other.open(sealed.span, nonce: nonce.span, additionalData: data.span) == plaintext)
      #expect(
        try cipher.open(sealed.span, nonce: nonce.span, additionalData: data.span) == plaintext)
    }
  }

  @Test func `sealing appends and leaves what was there`() throws {
    let cipher = try AES256GCM(key: Array(0..<32))
    let (nonce, nothing) = ([UInt8](repeating: 9, count: 12), [UInt8]())
    var output: [UInt8] = [1, 2, 3]
    try cipher.seal(
      utf8("text").span, nonce: nonce.span, additionalData: nothing.span, appendingTo: &output)
    #expect(output.count == 3 + 4 + AES256GCM.tagByteCount)
    #expect(output.prefix(3) == [1, 2, 3])
  }

  @Test(arguments: [0, 16, 31, 33, 64])
  func `a key of another length is refused`(count: Int) {
    #expect(throws: CryptographyError.wrongLength) {
      _ = try AES256GCM(key: [UInt8](repeating: 0, count: count))
    }
  }

  @Test(arguments: [0, 11, 13, 16])
  func `a nonce of another length is refused and nothing is appended`(count: Int) throws {
    let cipher = try AES256GCM(key: Array(0..<32))
    let nonce = [UInt8](repeating: 0, count: count)
    let sealed = [UInt8](repeating: 0, count: 20)
    var output: [UInt8] = [5]
    #expect(throws: CryptographyError.wrongLength) {
      try cipher.seal(
        sealed.span, nonce: nonce.span, additionalData: sealed.span, appendingTo: &output)
    }
    #expect(output == [5])
    #expect(throws: CryptographyError.wrongLength) {
      try cipher.open(sealed.span, nonce: nonce.span, additionalData: sealed.span)
    }
  }
}
