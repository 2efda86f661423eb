import Cryptography
import Testing

/// The examples of RFC 5869, appendix A, and the limits.
@Suite struct HKDFSHA256Tests {
  @Test func `the examples of the RFC come out`() throws {
    let counting = (0..<80).map { UInt8($0) }
    let cases: [(secret: [UInt8], salt: [UInt8], info: [UInt8], key: String)] = [
      (
        [UInt8](repeating: 0x0b, count: 22), Array(counting[0..<13]), (0xf0...0xf9).map { $0 },
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
      ),
      (
        counting, (0x60...0xaf).map { $0 }, (0xb0...0xff).map { $0 },
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c6"
          + "5e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
      ),
      (
        [UInt8](repeating: 0x0b, count: 22), [], [],
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
      ),
    ]
    for value in cases {
      let key = try HKDFSHA256.deriveKey(
        from: value.secret, salt: value.salt, info: value.info, byteCount: value.key.count / 2)
      #expect(key == (try bytes(value.key)))
    }
  }

  @Test func `a shorter key is the start of a longer one, up to the most there can be`() throws {
    let most = HKDFSHA256.byteCountMax
    let whole = try HKDFSHA256.deriveKey(from: [1], salt: [2], info: [3], byteCount: most)
    #expect(whole.count == 8160)
    for count in [0, 1, 31, 32, 33, 64, 8159] {
      let key = try HKDFSHA256.deriveKey(from: [1], salt: [2], info: [3], byteCount: count)
      #expect(key == Array(whole.prefix(count)))
    }
    #expect(throws: CryptographyError.wrongLength) {
      try HKDFSHA256.deriveKey(from: [1], salt: [2], info: [3], byteCount: most + 1)
    }
  }

  @Test func `secret, salt and purpose each make another key`() throws {
    var keys: Set<[UInt8]> = []
    let parts: [[[UInt8]]] = [
      [[1], [2], [3]], [[0], [2], [3]], [[1], [0], [3]], [[1], [2], [0]],
    ]
    for part in parts {
      keys.insert(
        try HKDFSHA256.deriveKey(from: part[0], salt: part[1], info: part[2], byteCount: 32))
    }
    #expect(keys.count == 4)
  }
}
