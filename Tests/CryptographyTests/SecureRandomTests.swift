import Testing

@testable import Cryptography

@Suite struct SecureRandomTests {
  @Test(arguments: [0, 1, 12, 32, 5000])
  func `as many bytes are given as were asked for`(count: Int) throws {
    #expect(try SecureRandom.bytes(count: count).count == count)
  }

  @Test func `two draws differ`() throws {
    #expect(try SecureRandom.bytes(count: 32) != SecureRandom.bytes(count: 32))
  }

  @Test func `a negative count is a mistake of the caller`() async {
    await #expect(processExitsWith: .failure) { _ = try SecureRandom.bytes(count: -1) }
  }

  /// Over several refills of the pool.
  @Test func `no nonce is given twice`() throws {
    let pool = NoncePool()
    var seen: Set<[UInt8]> = []
    for _ in 0..<2000 {
      var nonce: [UInt8] = []
      try pool.appendNext(to: &nonce)
      #expect(nonce.count == NoncePool.nonceByteCount)
      #expect(seen.insert(nonce).inserted)
    }
  }

  @Test func `two holders of one pool get different nonces`() throws {
    let pool = NoncePool()
    let copy = pool
    var (first, second): ([UInt8], [UInt8]) = ([], [])
    try pool.appendNext(to: &first)
    try copy.appendNext(to: &second)
    #expect(first != second)
  }

  @Test func `a nonce is appended to what is there`() throws {
    var output: [UInt8] = [1, 2]
    try NoncePool().appendNext(to: &output)
    #expect(output.count == 2 + NoncePool.nonceByteCount)
    #expect(output.prefix(2) == [1, 2])
  }

  @Test func `overwritten bytes are zeros`() {
    var secret: [UInt8] = [1, 2, 3]
    secret.overwrite()
    #expect(secret == [0, 0, 0])
    var nothing: [UInt8] = []
    nothing.overwrite()
    #expect(nothing == [])
  }
}
