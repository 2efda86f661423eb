package import Cryptography
package import MerkleLog
package import Payments

/// Turns captures into records: scan, redact, and the record's bytes in one pass over reused
/// buffers. Confined to one thread.
///
/// The bytes are made here once and never re-serialised: what is stored is what is hashed,
/// exported and verified.
package struct Recorder {
  /// Body and record are limited to 256 KiB each.
  package static let byteCountMax = 262_144

  private var redactor: Redactor
  private var clock = RecordClock()
  private let sourceText: [UInt8]

  /// A recorder for one journal.
  ///
  /// - Parameter keys: `nil` where they cannot be reached: capture goes on, and what would be
  ///   sealed or fingerprinted keeps its length only.
  package init(source: String, origin: Origin, keys: RedactionKeys?) {
    sourceText = Array(#"","source":"\#(source)","type":""#.utf8)
    redactor = Redactor(writer: RedactedWriter(origin: origin.description, keys: keys))
  }

  /// What the log and the host know of a record beside its body.
  package struct Head {
    package var position: Position
    /// The channel's position in the same journal.
    package var channel: Position?
    package var time: Moment
    package var recordedTime: Moment
    package var direction: Direction
    /// How far the record can be trusted, where its type does not say: a webhook's signature does.
    package var tier: EvidenceTier?
    /// The web origin that sent the message, as the host's web view says.
    package var sender: String?
    /// The key that personal values are sealed under.
    package var person: SealingKey?
    /// The fingerprints of the caller's idempotency key and of the content that came with it.
    package var keyed: (key: Digest, content: Digest)?

    package init(
      position: Position, channel: Position?, time: Moment, recordedTime: Moment,
      direction: Direction, tier: EvidenceTier? = nil, person: SealingKey?
    ) {
      self.position = position
      self.channel = channel
      self.time = time
      self.recordedTime = recordedTime
      self.direction = direction
      self.tier = tier
      self.person = person
    }
  }

  /// What became of a body.
  package struct Written: Sendable {
    /// The record's type.
    package let type: String
    /// Why the body could not be parsed, and where; absent where it could.
    package let unreadable: String?
    /// Whether keys could not be reached, so that fields kept their length only.
    package let hasOmitted: Bool
  }

  /// The record that was written last.
  package func withRecord<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try redactor.writer.record.withSpan(body)
  }

  /// Writes the record of a body as the surface brought it.
  ///
  /// - Throws: when the body or the record is too large; nothing may be appended then.
  package mutating func write(
    _ body: Span<UInt8>, as format: MessageFormat, _ head: Head
  ) throws(CaptureRefusal) -> Written {
    try Recorder.check(body.count, of: "body")
    switch format.syntax {
    case .url:
      do throws(URLScanError) { try URLScanner.scan(body, into: &redactor.parts) } catch {
        return try writeUnreadable(body, format.unreadable, error.description, error.offset, head)
      }
      let type = format.type(ofURL: body)
      begin(type, head)
      redactor.writer.record.append(Words.url)
      redactor.writer.pointer.append(Words.urlPointer)
      let table = type.table
      redactor.writeURL(body, by: table.content(of: table.nodes[0]), of: table)
      redactor.writer.record.append(0x7D)
      return try finish(type)
    case .json, .jsonOrBase64:
      do throws(JSONScanError) { try JSONScanner.scan(body, into: &redactor.tape) } catch {
        if format.syntax == .jsonOrBase64, let text = Base64.json(in: body) {
          return try write(text.span, as: format, head)
        }
        return try writeUnreadable(body, format.unreadable, error.description, error.offset, head)
      }
      // A web view may hand over a JSON text inside a JSON string; what counts is the inner one.
      if redactor.tape[0].isString {
        var inner = ByteBuffer(capacity: body.count)
        JSONText.append(redactor.tape[0], of: body, to: &inner)
        let text = inner.bytes
        let isEncoded = format.syntax == .jsonOrBase64 && Base64.json(in: text.span) != nil
        if isEncoded || text.contains(where: { $0 == 0x7B || $0 == 0x22 }) {
          return try write(text.span, as: format, head)
        }
      }
      return try writeScanned(body, format.type(of: redactor.tape, in: body), head)
    }
  }

  /// Writes the record of a JSON body of ours, such as what is known when a channel opens.
  package mutating func write(
    ours body: Span<UInt8>, as type: RecordType, _ head: Head
  ) throws(CaptureRefusal) -> Written {
    try Recorder.check(body.count, of: "body")
    do throws(JSONScanError) { try JSONScanner.scan(body, into: &redactor.tape) } catch {
      throw CaptureRefusal("The parameters are no JSON object: \(error).")
    }
    return try writeScanned(body, type, head)
  }

  /// Writes the record of a JSON object that holds words and numbers of the ledger's alone, as it
  /// is: nothing from outside may be in it, since it passes no redaction.
  package mutating func write(
    own data: [UInt8], as type: RecordType, _ head: Head
  ) throws(CaptureRefusal) -> Written {
    begin(type, head)
    redactor.writer.record.append(data)
    return try finish(type)
  }

  /// Writes the record of a webhook that was refused: why, and its body sealed whole, so that it
  /// can be looked at, and nothing of it is in clear that nobody vouches for.
  package mutating func write(
    refused body: Span<UInt8>, because reason: String, as format: MessageFormat, _ head: Head
  ) throws(CaptureRefusal) -> Written {
    try Recorder.check(body.count, of: "body")
    guard let type = format.refused else {
      throw CaptureRefusal("No webhooks of this provider are known.")
    }
    begin(type, head)
    redactor.writer.record.append(Words.refused)
    redactor.writer.record.append(Array(reason.utf8))
    redactor.writer.record.append(Words.refusedDigest)
    redactor.writer.writeFingerprint(body, .body)
    redactor.writer.record.append(Words.refusedBody)
    redactor.writer.pointer.append(Words.bodyPointer)
    redactor.writer.writeSealed(text: body)
    redactor.writer.record.append(0x7D)
    return try finish(type)
  }

  private mutating func writeScanned(
    _ body: Span<UInt8>, _ type: RecordType, _ head: Head
  ) throws(CaptureRefusal) -> Written {
    begin(type, head)
    redactor.write(0, by: type.table.nodes[0], of: type.table, in: body)
    return try finish(type)
  }

  private mutating func writeUnreadable(
    _ body: Span<UInt8>, _ type: RecordType, _ reason: String, _ offset: Int, _ head: Head
  ) throws(CaptureRefusal) -> Written {
    begin(type, head)
    redactor.writer.record.append(Words.byteCount)
    redactor.writer.record.appendDecimal(UInt64(body.count))
    redactor.writer.record.append(Words.digest)
    redactor.writer.writeFingerprint(body, .body)
    redactor.writer.record.append(Words.reason)
    let words = reason.split(separator: " at byte ").first.map(String.init) ?? reason
    redactor.writer.record.append(Array(words.utf8))
    redactor.writer.record.append(Words.offset)
    redactor.writer.record.appendDecimal(UInt64(offset))
    redactor.writer.record.append(0x7D)
    return try finish(type, unreadable: reason)
  }

  private mutating func begin(_ type: RecordType, _ head: Head) {
    redactor.writer.begin(person: head.person)
    redactor.writer.setType(type.nameText)
    redactor.writer.record.append(Words.opening)
    redactor.writer.record.appendDecimal(head.position.index)
    redactor.writer.record.append(sourceText)
    redactor.writer.record.append(type.nameText)
    if let channel = head.channel {
      redactor.writer.record.append(Words.subject)
      redactor.writer.record.appendDecimal(channel.index)
    }
    redactor.writer.record.append(Words.time)
    clock.append(head.time, to: &redactor.writer.record)
    redactor.writer.record.append(Words.recordedTime)
    clock.append(head.recordedTime, to: &redactor.writer.record)
    redactor.writer.record.append(head.direction == .in ? Words.in : Words.out)
    let tier = head.tier ?? (head.direction == .out ? .local : type.tier)
    redactor.writer.record.append(Words.text(of: tier))
    if let sender = head.sender {
      redactor.writer.record.append(Words.sender)
      redactor.writer.record.append(Array((WebOrigin(sender)?.description ?? "other").utf8))
    }
    if let person = head.person {
      redactor.writer.record.append(Words.person)
      redactor.writer.record.append(person.idText)
    }
    if let keyed = head.keyed {
      redactor.writer.record.append(Words.idempotencyKey)
      redactor.writer.record.appendHex(keyed.key.words.0)
      redactor.writer.record.appendHex(keyed.key.words.1)
      redactor.writer.record.append(Words.contentDigest)
      redactor.writer.record.appendHex(keyed.content.words.0)
      redactor.writer.record.appendHex(keyed.content.words.1)
    }
    redactor.writer.record.append(Words.endOfText)
    redactor.writer.record.append(type.schemaText)
  }

  private mutating func finish(
    _ type: RecordType, unreadable: String? = nil
  ) throws(CaptureRefusal) -> Written {
    redactor.writer.record.append(0x7D)
    try Recorder.check(redactor.writer.record.count, of: "record")
    return Written(
      type: type.name, unreadable: unreadable, hasOmitted: redactor.writer.hasOmitted)
  }

  private static func check(_ count: Int, of what: String) throws(CaptureRefusal) {
    if count > byteCountMax {
      throw CaptureRefusal(
        "The \(what) has \(count) bytes; at most \(byteCountMax) are recorded.")
    }
  }

  private enum Words {
    static let opening = Array(#"{"specversion":"1.0","id":""#.utf8)
    static let subject = Array(#"","subject":""#.utf8)
    static let time = Array(#"","time":""#.utf8)
    static let recordedTime = Array(#"","recordedtime":""#.utf8)
    static let `in` = Array(#"","direction":"in","evidence":""#.utf8)
    static let out = Array(#"","direction":"out","evidence":""#.utf8)
    static let (local, claim) = (Array("local".utf8), Array("claim".utf8))
    static let (sdk, read) = (Array("sdk".utf8), Array("read".utf8))
    static let signed = Array("signed".utf8)

    static func text(of tier: EvidenceTier) -> [UInt8] {
      switch tier {
      case .local: local
      case .claim: claim
      case .sdk: sdk
      case .read: read
      case .signed: signed
      }
    }

    static let sender = Array(#"","sender":""#.utf8)
    static let person = Array(#"","person":""#.utf8)
    static let idempotencyKey = Array(#"","idempotencykey":""#.utf8)
    static let contentDigest = Array(#"","contentdigest":""#.utf8)
    static let endOfText = Array("\",".utf8)
    static let url = Array(#"{"url":"#.utf8)
    static let refused = Array(#"{"reason":""#.utf8)
    static let refusedDigest = Array(#"","digest":"#.utf8)
    static let refusedBody = Array(#","body":"#.utf8)
    static let bodyPointer = Array("/body".utf8)
    static let urlPointer = Array("/url".utf8)
    static let byteCount = Array(#"{"length":"#.utf8)
    static let digest = Array(#","digest":"#.utf8)
    static let reason = Array(#","reason":""#.utf8)
    static let offset = Array(#"","offset":"#.utf8)
  }
}

/// Why a capture cannot become a record. Carries sizes and words of ours, never content.
package struct CaptureRefusal: Error, Hashable, CustomStringConvertible {
  /// One sentence: what is wrong, and what would be right.
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension RecordType {
  /// The type of bodies that cannot be parsed: their length, their keyed digest, and the parser's
  /// reason and offset are kept, and none of their content.
  package static func unreadable(_ name: String) -> RecordType {
    RecordType(
      name,
      rule: .object([
        "length": .clear(.code), "digest": .secret, "reason": .clear(.code),
        "offset": .clear(.code),
      ]))
  }

  /// The type of webhooks that are refused: the reason, a keyed digest, and the body sealed whole.
  package static func refused(_ name: String) -> RecordType {
    RecordType(
      name,
      rule: .object(["reason": .clear(.code), "digest": .secret, "body": .personal]))
  }
}
