/// Why there is no proof to make.
public struct ProofError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Hashable, Sendable, CaseIterable {
    /// A position or a size that the tree does not have.
    case outsideTree
  }

  /// What is wrong.
  public let problem: Problem

  init(_ problem: Problem) { self.problem = problem }

  /// One sentence: what is wrong.
  public var description: String { "The input has a position or a size that is not in the tree." }
}
