import Cryptography

/// What a checkpoint states: which journal, how many records, which root (C2SP tlog-checkpoint).
public struct Checkpoint: Sendable {
  /// The origin line: the name of the journal, for ours a prefix, `/` and the `Origin`.
  public let source: String
  /// The size and the root of the tree.
  public let head: TreeHead
  /// The lines after the root, without their newlines. Ours have none, and nothing here means
  /// anything to us; they are signed with the rest.
  public let extensions: [String]

  /// Reads the lines of a note's text. Linear.
  init(lines: ArraySlice<NoteLine>, firstLine: Int) throws(ProofError) {
    if let empty = lines.firstIndex(where: \.isEmpty) {
      throw ProofError(.emptyLine, line: firstLine + empty - lines.startIndex)
    }
    guard lines.count >= 3 else {
      throw ProofError(.tooFewLines, line: firstLine + max(lines.count - 1, 0))
    }
    let lines = Array(lines)
    guard let size = NoteLines.number(lines[1]) else {
      throw ProofError(.treeSize, line: firstLine + 1)
    }
    guard let root = NoteLines.hash(lines[2]) else {
      throw ProofError(.rootHash, line: firstLine + 2)
    }
    source = String(decoding: lines[0], as: UTF8.self)
    head = TreeHead(size: size, root: root)
    extensions = lines[3...].map { String(decoding: $0, as: UTF8.self) }
  }

  /// The note text of a checkpoint without extension lines.
  static func text(_ head: TreeHead, source: String) -> [UInt8] {
    var text = Array("\(source)\n\(head.size)\n".utf8)
    Base64.append(head.root.bytes, to: &text)
    text.append(NoteLines.newline)
    return text
  }
}

/// A checkpoint with its signatures: the signed statement of a journal's size and root (C2SP
/// tlog-checkpoint in a signed-note).
///
/// Reading one checks its form alone. Its content is worth something once `isSigned(by:)` was true
/// for the key of the journal that is meant.
public struct SignedCheckpoint: Sendable {
  /// What is stated.
  public let checkpoint: Checkpoint
  /// The whole note as it was read or signed, byte for byte.
  public let text: String

  let note: SignedNote

  /// Reads a checkpoint in a signed note; signatures are kept and not looked at. Linear.
  ///
  /// - Throws: what in which line is against the form, or beyond 262,144 bytes or 64 signatures.
  public init(_ text: String) throws(ProofError) {
    try self.init(bytes: Array(text.utf8)[...], firstLine: 1)
  }

  /// - Parameter firstLine: the number of the first line, for the errors.
  init(bytes: ArraySlice<UInt8>, firstLine: Int) throws(ProofError) {
    note = try SignedNote(bytes, firstLine: firstLine)
    checkpoint = try Checkpoint(lines: note.lines, firstLine: firstLine)
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether this key signed the checkpoint of the journal that it is named after.
  ///
  /// `false` as well where a line of that key is wrong beside one that is right, and where the
  /// origin line is not the key's name: one key must not vouch for the other's journal. Signatures
  /// of other keys are ignored. Linear; a tenth of a millisecond for each signature of the key.
  public func isSigned(by key: VerifierKey) -> Bool {
    isNamed(by: key) && note.isSigned(by: key)
  }

  /// Whether the origin line is the key's name, byte for byte.
  func isNamed(by key: VerifierKey) -> Bool {
    checkpoint.source.utf8.elementsEqual(key.nameBytes)
  }

  /// Signs a head with the journal's key, under the name that is the origin line too. The same
  /// head gives the same text.
  ///
  /// A journal must never sign two heads of which one does not extend the other: see to it that
  /// the head was committed.
  ///
  /// - Parameters:
  ///   - source: the origin line.
  ///   - privateKey: the 32 bytes of an Ed25519 seed.
  /// - Throws: `ProofError` with `keyName`; `CryptographyError`.
  package static func sign(
    _ head: TreeHead, source: String, privateKey: [UInt8]
  ) throws -> SignedCheckpoint {
    let text = Checkpoint.text(head, source: source)
    let note = try SignedNote.sign(text, name: source, privateKey: privateKey)
    return try SignedCheckpoint(bytes: note[...], firstLine: 1)
  }
}
