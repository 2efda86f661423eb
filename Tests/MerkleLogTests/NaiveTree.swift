import Cryptography
import MerkleLog

/// Proofs straight from the recursive definitions of RFC 6962, over the leaves' hashes.
enum NaiveTree {
  /// The sides on which the hashes of a proof stand, and what marks a consistency proof's end: two
  /// proofs of one shape are checked by the same steps.
  typealias Shape = [Character]

  private static func split(_ count: Int) -> Int {
    var split = 1
    while split * 2 < count { split *= 2 }
    return split
  }

  /// PATH(m, D[n]) of section 2.1.1.
  static func inclusion(_ index: Int, _ leaves: ArraySlice<Digest>) -> [Digest] {
    guard leaves.count > 1 else { return [] }
    let middle = leaves.startIndex + split(leaves.count)
    return index < middle - leaves.startIndex
      ? inclusion(index, leaves[..<middle]) + [naiveRoot(leaves[middle...])]
      : inclusion(index - (middle - leaves.startIndex), leaves[middle...])
        + [naiveRoot(leaves[..<middle])]
  }

  /// SUBPROOF(m, D[n], b) of section 2.1.2.
  static func consistency(
    _ older: Int, _ leaves: ArraySlice<Digest>, isWhole: Bool = true
  ) -> [Digest] {
    if older == leaves.count { return isWhole ? [] : [naiveRoot(leaves)] }
    let count = split(leaves.count)
    let middle = leaves.startIndex + count
    return older <= count
      ? consistency(older, leaves[..<middle], isWhole: isWhole) + [naiveRoot(leaves[middle...])]
      : consistency(older - count, leaves[middle...], isWhole: false)
        + [naiveRoot(leaves[..<middle])]
  }

  static func inclusionShape(_ index: Int, _ size: Int) -> Shape {
    guard size > 1 else { return [] }
    let count = split(size)
    return index < count
      ? inclusionShape(index, count) + ["R"] : inclusionShape(index - count, size - count) + ["L"]
  }

  static func consistencyShape(_ older: Int, _ size: Int, isWhole: Bool = true) -> Shape {
    if older == size { return isWhole ? ["="] : ["N"] }
    let count = split(size)
    return older <= count
      ? consistencyShape(older, count, isWhole: isWhole) + ["R"]
      : consistencyShape(older - count, size - count, isWhole: false) + ["L"]
  }
}

/// The nodes that a journal stores: a row for each leaf, with the hashes that the leaf completes.
struct StoredTree {
  struct Missing: Error {}

  private(set) var range = CompactRange()
  private(set) var rows: [[Digest]] = []

  init(_ leaves: some Sequence<Digest>) {
    var completed: [Digest] = []
    for leaf in leaves {
      range.append(leaf, completing: &completed)
      rows.append([leaf] + completed)
    }
  }

  /// What the functions of `MerkleProof` ask for; an error for anything that no journal has.
  func node(_ end: Position, _ level: Int) throws -> Digest {
    guard end.index < UInt64(rows.count), rows[Int(end.index)].indices.contains(level) else {
      throw Missing()
    }
    return rows[Int(end.index)][level]
  }

  func head(_ size: Int) throws -> TreeHead {
    TreeHead(size: UInt64(size), root: try MerkleProof.root(size: UInt64(size), node: node))
  }
}

/// Every path that differs from one in one hash, by one hash, or in the order of two.
func damages(of path: [Digest]) -> [[Digest]] {
  let stranger = SHA256.hash([1, 2, 3].span)
  var damaged: [[Digest]] = []
  for index in path.indices {
    var words = path[index].words
    words.3 ^= 1 << UInt64(index % 64)
    damaged.append(path.replacing(index, with: Digest(words: words)))
    damaged.append(path.replacing(index, with: nil))
    damaged.append(path.replacing(index, with: path[index], path[index]))
    for other in path.indices.dropFirst(index + 1) where path[other] != path[index] {
      var swapped = path
      swapped.swapAt(index, other)
      damaged.append(swapped)
    }
  }
  for index in 0...path.count {
    var longer = path
    longer.insert(stranger, at: index)
    damaged.append(longer)
  }
  return damaged
}

extension [Digest] {
  fileprivate func replacing(_ index: Int, with hashes: Digest?...) -> [Digest] {
    self[..<index] + hashes.compactMap { $0 } + self[(index + 1)...]
  }
}
