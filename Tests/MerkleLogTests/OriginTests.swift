import Cryptography
import MerkleLog
import Testing

@Suite struct OriginTests {
  let publicKey = (0..<32).map { UInt8($0) }

  @Test func `an origin is the first half of the key's hash in digits`() {
    let hash = SHA256.hash(publicKey.span).description
    #expect(Origin(publicKey: publicKey).description == String(hash.prefix(32)))
  }

  @Test func `a description is read back`() throws {
    let origin = Origin(publicKey: publicKey)
    #expect(Origin(origin.description) == origin)
    let low = "000000000000000000000000000000ff"
    #expect(try #require(Origin(low)).description == low)
  }

  @Test(arguments: [
    "", "ff", "000000000000000000000000000000FF", "0000000000000000000000000000000ff",
    "+00000000000000000000000000000ff", "000000000000000-0000000000000000",
    " 0000000000000000000000000000ff",
    "0000000000000000000000000000000g",
  ])
  func `any other text is no origin`(text: String) {
    #expect(Origin(text) == nil)
  }

  @Test func `origins and positions have an order`() throws {
    let low = try #require(Origin(String(repeating: "0", count: 32)))
    let middle = try #require(Origin(String(repeating: "0", count: 31) + "1"))
    let high = try #require(Origin("1" + String(repeating: "0", count: 31)))
    #expect([high, low, middle].sorted() == [low, middle, high])
    #expect(Position(1) < Position(2))
    #expect(Position(7).description == "7")
  }
}
