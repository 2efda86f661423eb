import Cryptography
import MerkleLog
import Testing

@Suite struct CompactRangeTests {
  static let leaves = makeLeaves(300)

  /// Every frontier up to 300 leaves, with the rows that the journal would keep.
  static let history: [(range: CompactRange, rows: [[Digest]])] = {
    var range = CompactRange()
    var rows: [[Digest]] = []
    var completed: [Digest] = []
    var history = [(range, rows)]
    for leaf in leaves {
      range.append(leaf, completing: &completed)
      rows.append([leaf] + completed)
      history.append((range, rows))
    }
    return history
  }()

  @Test func `the root is that of the naive definition for every size to 300`() {
    for (size, step) in CompactRangeTests.history.enumerated() {
      let root = naiveRoot(CompactRangeTests.leaves[..<size])
      #expect(step.range.root == root, "size \(size)")
      #expect(step.range.head == TreeHead(size: UInt64(size), root: root))
      #expect(step.range.hashes.count == size.nonzeroBitCount)
    }
  }

  @Test func `an empty tree has the hash of nothing for a root`() {
    #expect(CompactRange().head == TreeHead(size: 0, root: MerkleHash.emptyRoot))
    #expect(CompactRange(size: 0, hashes: []) == CompactRange())
    #expect(CompactRange.frontierNodes(size: 0).isEmpty)
  }

  /// A leaf completes one subtree for each power of two that divides the size that it makes.
  @Test func `a leaf completes the perfect subtrees that end with it`() throws {
    let rows = try #require(CompactRangeTests.history.last).rows
    for (index, row) in rows.enumerated() {
      #expect(row.count == (index + 1).trailingZeroBitCount + 1)
      for (level, hash) in row.enumerated() {
        let subtree = CompactRangeTests.leaves[(index + 1 - (1 << level))...index]
        #expect(hash == naiveRoot(subtree), "leaf \(index), level \(level)")
      }
    }
  }

  @Test func `what an append completes replaces what was there`() {
    var range = CompactRange()
    var completed = CompactRangeTests.leaves
    range.append(CompactRangeTests.leaves[0], completing: &completed)
    #expect(completed.isEmpty)
    range.append(CompactRangeTests.leaves[1], completing: &completed)
    #expect(completed == [range.root])
  }

  @Test func `the frontier of every size to 300 is found among the rows`() throws {
    for (size, step) in CompactRangeTests.history.enumerated() {
      let nodes = CompactRange.frontierNodes(size: UInt64(size))
      let hashes = nodes.map { step.rows[Int($0.leaf.index)][$0.level] }
      let range = try #require(CompactRange(size: UInt64(size), hashes: hashes))
      #expect(range == step.range, "size \(size)")
    }
  }

  @Test func `a frontier that was loaded goes on as the one that was built`() throws {
    var completed: [Digest] = []
    let history = CompactRangeTests.history
    for size in 0..<300 {
      let hashes = history[size].range.hashes
      var range = try #require(CompactRange(size: UInt64(size), hashes: hashes))
      range.append(CompactRangeTests.leaves[size], completing: &completed)
      #expect(range == history[size + 1].range, "size \(size)")
      #expect([CompactRangeTests.leaves[size]] + completed == history[size + 1].rows[size])
    }
  }

  @Test func `a frontier with a hash too many or too few is none`() {
    for (size, step) in CompactRangeTests.history.enumerated() {
      let more = step.range.hashes + [MerkleHash.emptyRoot]
      #expect(CompactRange(size: UInt64(size), hashes: more) == nil)
      guard size > 0 else { continue }
      #expect(CompactRange(size: UInt64(size), hashes: step.range.hashes.dropLast()) == nil)
    }
  }

  @Test func `the largest sizes have their nodes`() {
    let all = CompactRange.frontierNodes(size: .max)
    #expect(all.map(\.level) == Array((0..<64).reversed()))
    #expect(all.last?.leaf == Position(.max - 1))
    let one = CompactRange.frontierNodes(size: 1 << 63)
    #expect(one.map(\.leaf) == [Position((1 << 63) - 1)])
    #expect(one.map(\.level) == [63])
  }
}
