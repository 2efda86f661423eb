import Cryptography
import MerkleLog
import Testing

/// What is read from outside has one right form, and every other one is refused.
@Suite struct StrictnessTests {
  private var origins: [Origin] {
    (UInt8.min...UInt8.max).map { seed in Origin(publicKey: (0..<32).map { $0 &* 7 ^ seed }) }
  }

  @Test func `every character but the sixteen digits is refused in every place of an origin`() {
    let digits = Array("0123456789abcdef".utf8)
    for place in 0..<32 {
      for byte in UInt8(0)..<128 {
        var text = digits + digits
        text[place] = byte
        let origin = Origin(String(decoding: text, as: UTF8.self))
        #expect((origin != nil) == digits.contains(byte), "\(byte) in place \(place)")
      }
    }
  }

  @Test func `an origin of another length is refused`() {
    for count in 0...66 {
      #expect((Origin(String(repeating: "a", count: count)) != nil) == (count == 32))
    }
  }

  @Test(arguments: [
    "0123456789abcdef0123456789abcdé", "0123456789abcdef0123456789abcd\r\n",
    "٠123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcde\u{301}",
  ])
  func `an origin has no character beyond ASCII and no line end`(text: String) {
    #expect(Origin(text) == nil)
  }

  @Test func `every origin reads back, from a part of a text as well`() {
    for origin in origins {
      #expect(Origin(origin.description) == origin)
      #expect(Origin("<\(origin)>".dropFirst().dropLast()) == origin)
    }
  }

  @Test func `origins are ordered as their descriptions`() {
    #expect(Set(origins).count == 256)
    #expect(origins.sorted().map(\.description) == origins.map(\.description).sorted())
  }

  @Test func `only one hash for each bit that is set makes a frontier`() {
    let hashes = makeLeaves(66)
    for size: UInt64 in Array(0...70) + [1 << 32, 1 << 63, .max - 1, .max] {
      for count in 0...66 {
        let range = CompactRange(size: size, hashes: Array(hashes[..<count]))
        #expect((range != nil) == (count == size.nonzeroBitCount), "\(size), \(count) hashes")
      }
    }
  }

  @Test func `another leaf or another order of the leaves makes another root`() {
    let leaves = makeLeaves(51)
    func root(_ leaves: ArraySlice<Digest>) -> Digest {
      var range = CompactRange()
      var completed: [Digest] = []
      for leaf in leaves { range.append(leaf, completing: &completed) }
      return range.head.root
    }
    var roots: Set<Digest> = [root(leaves[..<50])]
    for index in 0..<50 {
      var changed = leaves
      changed[index] = leaves[50]
      roots.insert(root(changed[..<50]))
    }
    for index in 0..<49 {
      var changed = leaves
      changed.swapAt(index, index + 1)
      roots.insert(root(changed[..<50]))
    }
    #expect(roots.count == 100)
  }
}
