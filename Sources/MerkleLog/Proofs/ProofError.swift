/// Why a text is no proof, checkpoint or key name, or why there is no proof to make.
///
/// It says what is wrong and where, and holds nothing of the text itself.
public struct ProofError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Hashable, Sendable, CaseIterable {
    /// More bytes than any proof needs.
    case tooLong
    /// A control character other than the newline.
    case controlCharacter
    /// The last line has no newline.
    case noFinalNewline
    /// No empty line separates the signed text from its signatures.
    case noSeparator
    /// Nothing follows the empty line before the signatures.
    case noSignature
    /// More signatures than a verifier should have to look at.
    case tooManySignatures
    /// Not an em dash, a key name and a signature, with one space between each.
    case signatureLine
    /// A name that is empty or has a space, a plus sign or a control character.
    case keyName
    /// Fewer lines than origin, size and root.
    case tooFewLines
    /// An empty line in a checkpoint.
    case emptyLine
    /// Not a size in decimal.
    case treeSize
    /// Not a root in base64.
    case rootHash
    /// Not the first line of a proof.
    case proofVersion
    /// Not bytes in base64.
    case extra
    /// Not an index in decimal.
    case index
    /// Not a hash of the path in base64.
    case pathHash
    /// A longer path than any tree has.
    case tooManyHashes
    /// No empty line separates the path from the checkpoint.
    case noCheckpoint
    /// A position or a size that the tree does not have.
    case outsideTree
  }

  /// What is wrong.
  public let problem: Problem
  /// The line that is wrong, from 1; `nil` where it is not a line.
  public let line: Int?

  package init(_ problem: Problem, line: Int? = nil) {
    self.problem = problem
    self.line = line
  }

  /// One sentence: what is wrong, and at which line.
  public var description: String {
    if let line { "Line \(line) \(problem.predicate)." } else { "The input \(problem.predicate)." }
  }
}

extension ProofError.Problem {
  /// What follows the words that name the line.
  fileprivate var predicate: String {
    switch self {
    case .tooLong: "goes on beyond the \(SignedNote.byteLimit) bytes that a proof may have"
    case .controlCharacter: "has a control character"
    case .noFinalNewline: "does not end with a newline"
    case .noSeparator: "ends a text without an empty line before its signatures"
    case .noSignature: "is followed by no signature"
    case .tooManySignatures:
      "is one signature more than the \(SignedNote.signatureLimit) that are read"
    case .signatureLine: "is not an em dash, a key name and a signature in base64"
    case .keyName: "has a key name that is empty or has a space, a plus sign or a control character"
    case .tooFewLines: "ends a checkpoint before its origin, size and root are complete"
    case .emptyLine: "is empty, which no line of a checkpoint may be"
    case .treeSize: "is not a tree size, a decimal number without leading zeros below 2^64"
    case .rootHash: "is not a root hash, 32 bytes in base64"
    case .proofVersion: "is not \(RecordProof.version)"
    case .extra: "has extra data that is empty or is not base64"
    case .index: "is not the word index and a decimal number without leading zeros below 2^64"
    case .pathHash: "is not a hash of the path, 32 bytes in base64"
    case .tooManyHashes: "is one hash more than the \(RecordProof.pathLimit) that a path can have"
    case .noCheckpoint: "ends a path without an empty line and a checkpoint after it"
    case .outsideTree: "has a position or a size that is not in the tree"
    }
  }
}
