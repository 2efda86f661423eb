import Cryptography
import Testing

@Suite struct Ed25519Tests {
  /// RFC 8032, section 7.1, the first three tests.
  @Test(arguments: [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
        + "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
        + "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
    (
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
        + "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
  ])
  func `a test of RFC 8032 gives the key and the signature printed there`(
    privateKey: String, publicKey: String, message: String, signature: String
  ) throws {
    let (privateKey, message) = (try bytes(privateKey), try bytes(message))
    let ours = try Ed25519.publicKey(of: privateKey)
    #expect(Hexadecimal.text(ours) == publicKey)
    let signed = try Ed25519.sign(message.span, privateKey: privateKey)
    #expect(Hexadecimal.text(signed) == signature)
    #expect(isValid(signed, of: message, publicKey: ours))
  }

  @Test func `a fresh key signs, and no two are the same`() throws {
    let (first, second) = (try Ed25519.generatePrivateKey(), try Ed25519.generatePrivateKey())
    #expect(first.count == Ed25519.keyByteCount)
    #expect(first != second)
    let message = utf8("checkpoint")
    let signature = try Ed25519.sign(message.span, privateKey: first)
    let (key, otherKey) = (
      try Ed25519.publicKey(of: first), try Ed25519.publicKey(of: second)
    )
    #expect(isValid(signature, of: message, publicKey: key))
    #expect(!isValid(signature, of: message, publicKey: otherKey))
  }

  @Test func `a changed bit makes a signature invalid`() throws {
    let privateKey = [UInt8](0..<32)
    let (message, key) = (utf8("size and root"), try Ed25519.publicKey(of: privateKey))
    let signature = try Ed25519.sign(message.span, privateKey: privateKey)
    for bit in 0..<signature.count * 8 {
      let changed = flipping(bit: bit, of: signature)
      #expect(!isValid(changed, of: message, publicKey: key))
    }
    for bit in 0..<message.count * 8 {
      let changed = flipping(bit: bit, of: message)
      #expect(!isValid(signature, of: changed, publicKey: key))
    }
    for bit in 0..<key.count * 8 {
      let changed = flipping(bit: bit, of: key)
      #expect(!isValid(signature, of: message, publicKey: changed))
    }
  }

  @Test(arguments: [0, 31, 33, 64])
  func `a key of another length is refused`(count: Int) {
    let key = [UInt8](repeating: 1, count: count)
    let message = utf8("message")
    #expect(throws: CryptographyError.wrongLength) { try Ed25519.publicKey(of: key) }
    #expect(throws: CryptographyError.wrongLength) {
      try Ed25519.sign(message.span, privateKey: key)
    }
    let signature = [UInt8](repeating: 0, count: Ed25519.signatureByteCount)
    #expect(!isValid(signature, of: message, publicKey: key))
  }

  @Test(arguments: [0, 32, 63, 65])
  func `a signature of another length is invalid`(count: Int) throws {
    let key = try Ed25519.publicKey(of: [UInt8](0..<32))
    let signature = [UInt8](repeating: 0, count: count)
    #expect(!isValid(signature, of: utf8("message"), publicKey: key))
  }
}

/// A span cannot go into an expectation itself.
private func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
  Ed25519.isValid(signature: signature, of: message.span, publicKey: publicKey)
}
