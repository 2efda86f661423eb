import Cryptography

extension RecordProof {
  /// The proof as a file, byte for byte what was read where it was read. Linear.
  public var text: String {
    var text = Array("\(RecordProof.version)\n".utf8)
    if let extra {
      text += RecordProof.extraWord
      Base64.append(extra, to: &text)
      text.append(NoteLines.newline)
    }
    text += RecordProof.indexWord
    text += Array("\(position)\n".utf8)
    for hash in path {
      Base64.append(hash.bytes, to: &text)
      text.append(NoteLines.newline)
    }
    text.append(NoteLines.newline)
    return String(decoding: text, as: UTF8.self) + checkpoint.text
  }

  /// Reads a proof and checks its form alone: see `verify`. A proof has one text, so a character
  /// more or less is another proof or none. Linear.
  ///
  /// - Throws: what in which line is against C2SP tlog-proof, tlog-checkpoint or signed-note, or
  ///   beyond 262,144 bytes, 64 signatures or 64 hashes.
  public init(_ text: String) throws(ProofError) {
    guard text.utf8.count <= SignedNote.byteLimit else { throw ProofError(.tooLong) }
    var reader = HeaderReader(rest: Array(text.utf8)[...])

    guard let version = reader.next(), version.elementsEqual(RecordProof.version.utf8) else {
      throw ProofError(.proofVersion, line: reader.number)
    }
    var line = reader.next()
    var extra: [UInt8]?
    if let words = line, words.starts(with: RecordProof.extraWord) {
      extra = Base64.bytes(words.dropFirst(RecordProof.extraWord.count))
      if extra?.isEmpty != false { throw ProofError(.extra, line: reader.number) }
      line = reader.next()
    }
    guard let words = line, words.starts(with: RecordProof.indexWord),
      let index = NoteLines.number(words.dropFirst(RecordProof.indexWord.count))
    else { throw ProofError(.index, line: reader.number) }

    var path: [Digest] = []
    while let words = reader.next() {
      if words.isEmpty {
        let checkpoint = try SignedCheckpoint(bytes: reader.rest, firstLine: reader.number + 1)
        self.init(position: Position(index), path: path, checkpoint: checkpoint, extra: extra)
        return
      }
      guard let hash = NoteLines.hash(words) else {
        throw ProofError(.pathHash, line: reader.number)
      }
      guard path.count < RecordProof.pathLimit else {
        throw ProofError(.tooManyHashes, line: reader.number)
      }
      path.append(hash)
    }
    throw ProofError(.noCheckpoint, line: reader.number)
  }

  private static let extraWord = Array("extra ".utf8)
  private static let indexWord = Array("index ".utf8)

  /// Takes line after line from a text, so that what follows them is left as it is.
  private struct HeaderReader {
    var rest: ArraySlice<UInt8>
    /// The number of the line that was taken last, or was missing.
    private(set) var number = 0

    /// The next line without its newline; `nil` where no newline is left.
    mutating func next() -> NoteLine? {
      number += 1
      guard let end = rest.firstIndex(of: NoteLines.newline) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return rest[..<end]
    }

    init(rest: ArraySlice<UInt8>) { self.rest = rest }
  }
}
