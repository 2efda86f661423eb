import Cryptography
import Testing

/// What holds for the lengths around a block holds for every length.
@Suite struct EveryLengthTests {
  private func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
  }

  @Test func `a prefix is hashed as the first byte of a message of every length`() {
    for count in 0...130 {
      for prefix: UInt8 in [0x00, 0x01, 0xff] {
        let message = pattern(count)
        let whole = [prefix] + message
        #expect(SHA256.hash(prefix: prefix, message.span) == SHA256.hash(whole.span))
      }
    }
  }

  @Test func `every domain is the first byte of the message, and no two give one code`() {
    let hmac = HMACSHA256(key: pattern(32))
    for count in [0, 1, 54, 55, 56, 63, 64, 65] {
      let message = pattern(count)
      var codes: Set<Digest> = []
      for domain in UInt8.min...UInt8.max {
        let whole = [domain] + message
        let code = hmac.authenticate(domain: domain, message.span)
        #expect(code == hmac.authenticate(whole.span))
        codes.insert(code)
      }
      #expect(codes.count == 256)
    }
  }

  @Test func `a plaintext of every length opens to what was sealed`() throws {
    let cipher = try AES256GCM(key: pattern(32))
    let nonce = pattern(12)
    for count in Array(0...70) + [1_000_003] {
      for dataCount in [0, 1, 15, 16, 17] {
        let (plaintext, data) = (pattern(count), pattern(dataCount))
        var sealed: [UInt8] = []
        try cipher.seal(
          plaintext.span, nonce: nonce.span, additionalData: data.span, appendingTo: &sealed)
        #expect(sealed.count == count + AES256GCM.tagByteCount)
        let opened = try cipher.open(sealed.span, nonce: nonce.span, additionalData: data.span)
        #expect(opened == plaintext)
      }
    }
  }

  /// Without a ciphertext the tag alone guards the additional data.
  @Test func `a changed bit of an empty plaintext's seal is refused`() throws {
    let cipher = try AES256GCM(key: pattern(32))
    let (nonce, data, nothing) = (pattern(12), pattern(21), [UInt8]())
    var sealed: [UInt8] = []
    try cipher.seal(
      nothing.span, nonce: nonce.span, additionalData: data.span, appendingTo: &sealed)
    for bit in 0..<sealed.count * 8 {
      let changed = flipping(bit: bit, of: sealed)
      #expect(throws: CryptographyError.authenticationFailed) {
        try cipher.open(changed.span, nonce: nonce.span, additionalData: data.span)
      }
    }
    for bit in 0..<data.count * 8 {
      let changed = flipping(bit: bit, of: data)
      #expect(throws: CryptographyError.authenticationFailed) {
        try cipher.open(sealed.span, nonce: nonce.span, additionalData: changed.span)
      }
    }
  }

  @Test func `ten thousand nonces of one pool differ`() throws {
    let pool = NoncePool()
    var nonces: Set<[UInt8]> = []
    for _ in 0..<10_000 {
      var nonce: [UInt8] = []
      try pool.appendNext(to: &nonce)
      nonces.insert(nonce)
    }
    #expect(nonces.count == 10_000)
  }

  /// RFC 8032, section 7.1, the tests named 1024 and SHA(abc).
  @Test(arguments: [
    (
      "f5e5767cf153319517630f226876b86c8160cc583bc013744c6bf255f5cc0ee5",
      "278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e"
    ),
    (
      "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
      "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf"
    ),
  ])
  func `a private key of the long tests of RFC 8032 has the public key printed there`(
    privateKey: String, publicKey: String
  ) throws {
    let privateKey = try bytes(privateKey)
    #expect(try Ed25519.publicKey(of: privateKey) == bytes(publicKey))
  }
}
