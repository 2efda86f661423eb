import Cryptography

/// A text and the signatures under it (C2SP signed-note). Nothing in it can be trusted before
/// `isSigned(by:)` said so.
package struct SignedNote: Sendable {
  /// One line that claims to sign the text.
  package struct Signature: Sendable {
    /// The bytes of the key's name.
    let name: NoteLine
    /// Which of the keys of that name: `VerifierKey.keyHash`, or what another type of key has.
    package let keyHash: UInt32
    /// The signature itself, as long as its type makes it.
    package let bytes: [UInt8]
  }

  /// The most bytes that are read: room for 16 post-quantum signatures of 5 kB, which a verifier
  /// has to take.
  package static let byteLimit = 262_144
  /// The most signatures that are read; a verifier has to take 16.
  package static let signatureLimit = 64

  /// What is signed, with the newline of its last line.
  package let text: [UInt8]
  /// The signature lines in their order, at least one.
  package let signatures: [Signature]
  /// The lines of the text without their newlines, at least one.
  let lines: ArraySlice<NoteLine>

  /// Reads a note. Linear.
  ///
  /// - Parameter firstLine: the number of the first line, for the errors.
  /// - Throws: what in which line is against the form or beyond the limits.
  package init(_ bytes: ArraySlice<UInt8>, firstLine: Int = 1) throws(ProofError) {
    guard bytes.count <= SignedNote.byteLimit else { throw ProofError(.tooLong) }
    let lines = try NoteLines.split(bytes, firstLine: firstLine)
    guard let separator = lines.lastIndex(where: \.isEmpty), separator > 0 else {
      throw ProofError(.noSeparator, line: firstLine + max(lines.count - 1, 0))
    }
    guard separator + 1 < lines.count else {
      throw ProofError(.noSignature, line: firstLine + separator)
    }
    var signatures: [Signature] = []
    for index in separator + 1..<lines.count {
      guard signatures.count < SignedNote.signatureLimit else {
        throw ProofError(.tooManySignatures, line: firstLine + index)
      }
      signatures.append(try SignedNote.signature(lines[index], line: firstLine + index))
    }
    text = Array(bytes[..<lines[separator].startIndex])
    self.lines = lines[..<separator]
    self.signatures = signatures
  }

  /// Whether the key signed the text: at least one line names it, by name and hash, and each that
  /// does is right. Lines of other keys count for nothing. Linear.
  package func isSigned(by key: VerifierKey) -> Bool {
    let keyHash = key.keyHash
    let own = signatures.filter { $0.keyHash == keyHash && $0.name.elementsEqual(key.nameBytes) }
    return !own.isEmpty
      && own.allSatisfy {
        Ed25519.isValid(signature: $0.bytes, of: text.span, publicKey: key.publicKey)
      }
  }

  /// The bytes of a note with one signature. Linear.
  ///
  /// - Parameters:
  ///   - text: ends with a newline.
  ///   - name: the key's name.
  ///   - privateKey: the 32 bytes of an Ed25519 seed.
  /// - Throws: `ProofError` with `keyName`; `CryptographyError`.
  package static func sign(_ text: [UInt8], name: String, privateKey: [UInt8]) throws -> [UInt8] {
    let publicKey = try Ed25519.publicKey(of: privateKey)
    guard let key = VerifierKey(name: name, publicKey: publicKey) else {
      throw ProofError(.keyName)
    }
    let hash = (0..<4).map { UInt8(truncatingIfNeeded: key.keyHash >> (24 - 8 * $0)) }
    let signature = hash + (try Ed25519.sign(text.span, privateKey: privateKey))
    var note = text + [NoteLines.newline] + dash + key.nameBytes + [NoteLines.space]
    Base64.append(signature, to: &note)
    note.append(NoteLines.newline)
    return note
  }

  /// What a signature line begins with: an em dash and a space.
  private static let dash = Array("\u{2014} ".utf8)

  private static func signature(_ line: NoteLine, line number: Int) throws(ProofError) -> Signature
  {
    let parts = line.dropFirst(dash.count).split(
      separator: NoteLines.space, maxSplits: 1, omittingEmptySubsequences: false)
    guard line.starts(with: dash), parts.count == 2, let bytes = Base64.bytes(parts[1]),
      bytes.count > 4
    else { throw ProofError(.signatureLine, line: number) }
    guard NoteLines.isKeyName(parts[0]) else { throw ProofError(.keyName, line: number) }
    let keyHash = bytes[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Signature(name: parts[0], keyHash: keyHash, bytes: Array(bytes[4...]))
  }
}
