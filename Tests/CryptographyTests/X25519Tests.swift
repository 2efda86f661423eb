import Cryptography
import Testing

/// The examples of RFC 7748, and what is refused.
@Suite struct X25519Tests {
  @Test func `the examples of section 5_2 come out`() throws {
    for (scalar, point, product) in [
      (
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
      ),
      (
        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
        "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
      ),
    ] {
      let secret = try X25519.sharedSecret(of: try bytes(scalar), with: try bytes(point))
      #expect(secret == (try bytes(product)))
    }
  }

  @Test func `a thousand steps lead where section 5_2 says`() throws {
    var scalar = [9] + [UInt8](repeating: 0, count: 31)
    var point = scalar
    for step in 1...1000 {
      (scalar, point) = (try X25519.sharedSecret(of: scalar, with: point), scalar)
      if step == 1 {
        let first = "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"
        #expect(scalar == (try bytes(first)))
      }
    }
    let last = "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"
    #expect(scalar == (try bytes(last)))
  }

  @Test func `both sides of section 6_1 come to one secret`() throws {
    let alice = try bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
    let bob = try bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    let alicePublic = try bytes("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    let bobPublic = try bytes("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    let shared = try bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    #expect(try X25519.publicKey(of: alice) == alicePublic)
    #expect(try X25519.publicKey(of: bob) == bobPublic)
    #expect(try X25519.sharedSecret(of: alice, with: bobPublic) == shared)
    #expect(try X25519.sharedSecret(of: bob, with: alicePublic) == shared)
  }

  @Test func `fresh keys agree, and no two are the same`() throws {
    let keys = try (0..<8).map { _ in try X25519.generatePrivateKey() }
    #expect(Set(keys).count == 8)
    for (one, other) in zip(keys, keys.dropFirst()) {
      let first = try X25519.sharedSecret(of: one, with: X25519.publicKey(of: other))
      let second = try X25519.sharedSecret(of: other, with: X25519.publicKey(of: one))
      #expect(first == second)
    }
  }

  @Test func `a point of low order and a wrong length are refused`() throws {
    let key = try X25519.generatePrivateKey()
    let zero = [UInt8](repeating: 0, count: 32)
    #expect(throws: CryptographyError.authenticationFailed) {
      try X25519.sharedSecret(of: key, with: zero)
    }
    #expect(throws: CryptographyError.authenticationFailed) {
      try X25519.sharedSecret(of: key, with: [1] + zero.dropLast())
    }
    for count in [0, 31, 33] {
      let short = [UInt8](repeating: 9, count: count)
      #expect(throws: CryptographyError.wrongLength) { try X25519.publicKey(of: short) }
      #expect(throws: CryptographyError.wrongLength) {
        try X25519.sharedSecret(of: short, with: key)
      }
      #expect(throws: CryptographyError.wrongLength) {
        try X25519.sharedSecret(of: key, with: short)
      }
    }
  }
}
