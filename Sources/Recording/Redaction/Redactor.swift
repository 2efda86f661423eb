/// Replaces what may not be written, while it copies the rest.
///
/// One walk over the tape of a scanned body, guided by the rules of its type. It never looks at a
/// value without its rule, and what has no rule is sealed.
struct Redactor {
  var writer: RedactedWriter
  var tape = JSONTape(byteCount: 4096)
  var scratch = ByteBuffer(capacity: 1024)
  var parts = URLParts()
  private let spare = ByteBuffer(capacity: 16)

  /// Writes the value at a token by the rule at a node.
  mutating func write(
    _ index: Int, by node: RedactionTable.Node, of table: RedactionTable, in text: Span<UInt8>
  ) {
    let token = tape[index]
    switch token.kind {
    case .object where node.action == .object:
      writeObject(index, by: node, of: table, in: text)
    case .array where node.action == .list:
      writeList(index, by: table.content(of: node), of: table, in: text)
    case .object, .array:
      if node.action == .list || node.action == .base64JSON {
        write(index, by: table.content(of: node), of: table, in: text)
      } else {
        writeWhole(index, by: node, in: text)
      }
    case .string:
      let content = text.extracting(token.range)
      // Most values are codes: one copy, quotes included.
      if node.action == .code, TextShape.isCode(content), !CardGate.contains(in: content) {
        writer.record.append(text.extracting(token.literalRange))
      } else {
        writeText(content, by: node, of: table)
      }
    case .escapedString:
      // The buffer is taken out while its bytes are lent, and put back; nothing is copied.
      var decoded = scratch
      scratch = spare
      decoded.removeAll()
      JSONText.append(token, of: text, to: &decoded)
      writeText(decoded.storage.span.extracting(0..<decoded.count), by: node, of: table)
      scratch = decoded
    case .number: writeNumber(index, by: node, of: table, in: text)
    case .true, .false:
      switch node.action {
      case .code: writer.record.append(text.extracting(token.range))
      case .list, .base64JSON: write(index, by: table.content(of: node), of: table, in: text)
      default: writeSealedValue(index, in: text)
      }
    case .null: writer.record.append(text.extracting(token.range))
    case .key, .escapedKey: preconditionFailure("A key is not a value")
    }
  }

  private mutating func writeList(
    _ index: Int, by element: RedactionTable.Node, of table: RedactionTable, in text: Span<UInt8>
  ) {
    writer.record.append(0x5B)
    var current = index + 1
    var count: UInt64 = 0
    while current < Int(tape[index].next) {
      if count > 0 { writer.record.append(0x2C) }
      let depth = writer.pointer.count
      writer.pointer.append(0x2F)
      writer.pointer.appendDecimal(count)
      write(current, by: element, of: table, in: text)
      writer.pointer.truncate(to: depth)
      count += 1
      current = Int(tape[current].next)
    }
    writer.record.append(0x5D)
  }

  /// Writes an object or a list where the rule expects another value.
  private mutating func writeWhole(
    _ index: Int, by node: RedactionTable.Node, in text: Span<UInt8>
  ) {
    guard node.action == .secret else { return writeSealedValue(index, in: text) }
    // Of a card number not even a fingerprint is kept, however deep it lies.
    writer.plain.removeAll()
    CardCut.append(index, of: tape, in: text, scratch: &scratch, to: &writer.plain)
    let plain = writer.plain
    writer.writeFingerprint(plain.storage.span.extracting(0..<plain.count), .secret)
  }

  /// Writes the JSON text that a base64 text holds, by the rule of its content; a text that holds
  /// none as a secret is written.
  private mutating func writeEmbedded(
    _ text: Span<UInt8>, by node: RedactionTable.Node, of table: RedactionTable
  ) {
    guard let inner = Base64.json(in: text) else {
      if let match = CardGate.firstMatch(in: text) { return writer.writeCut(match) }
      return writer.writeFingerprint(text, .secret)
    }
    var outer = JSONTape(byteCount: inner.count)
    swap(&outer, &tape)
    do throws(JSONScanError) {
      try JSONScanner.scan(inner.span, into: &tape)
      write(0, by: table.content(of: node), of: table, in: inner.span)
    } catch {
      writer.writeFingerprint(text, .secret)
    }
    swap(&outer, &tape)
  }

  private mutating func writeObject(
    _ index: Int, by node: RedactionTable.Node, of table: RedactionTable, in text: Span<UInt8>
  ) {
    writer.record.append(0x7B)
    var hasMembers = false
    var hasUnknown = false
    let end = Int(tape[index].next)
    var key = index + 1
    while key < end {
      let value = key + 1
      if let member = table.member(named: tape[key], in: text, of: node) {
        writeKey(tape[key], member, of: table, in: text, isFirst: !hasMembers)
        hasMembers = true
        let child = table.nodes[member.node]
        let depth = writer.pointer.count
        if child.action.needsPointer {
          writer.pointer.append(0x2F)
          writer.pointer.append(table.names, member.start..<member.start + member.length)
        }
        write(value, by: child, of: table, in: text)
        writer.pointer.truncate(to: depth)
      } else {
        hasUnknown = true
      }
      key = Int(tape[value].next)
    }
    if hasUnknown {
      if hasMembers { writer.record.append(0x2C) }
      writeUnknownMembers(of: index, node, table, in: text)
    }
    writer.record.append(0x7D)
  }

  /// Writes a key with its colon, and the comma before it, in one copy; an escaped key as it came.
  private mutating func writeKey(
    _ key: JSONToken, _ member: RedactionTable.Member, of table: RedactionTable,
    in text: Span<UInt8>, isFirst: Bool
  ) {
    let start = member.start &- (isFirst ? 1 : 2)
    if !key.hasEscapes {
      return writer.record.append(table.names, start..<member.start &+ member.length &+ 2)
    }
    if !isFirst { writer.record.append(0x2C) }
    writer.record.append(text.extracting(key.literalRange))
    writer.record.append(0x3A)
  }

  /// Seals all members of one object that no rule names, names and all, as one object: a body of
  /// many tiny ones then still fits into a record.
  private mutating func writeUnknownMembers(
    of index: Int, _ node: RedactionTable.Node, _ table: RedactionTable, in text: Span<UInt8>
  ) {
    writer.record.append(RedactedWriter.Words.unknown)
    let depth = writer.pointer.count
    writer.pointer.append(Redactor.unknownPointer)
    writer.plain.removeAll()
    writer.plain.append(0x7B)
    var key = index + 1
    var hasMembers = false
    while key < Int(tape[index].next) {
      let value = key + 1
      if table.member(named: tape[key], in: text, of: node) == nil {
        if hasMembers { writer.plain.append(0x2C) }
        hasMembers = true
        CardCut.appendMember(key, of: tape, in: text, scratch: &scratch, to: &writer.plain)
      }
      key = Int(tape[value].next)
    }
    writer.plain.append(0x7D)
    writer.writeSealedPlain()
    writer.pointer.truncate(to: depth)
  }

  private mutating func writeSealedValue(_ index: Int, in text: Span<UInt8>) {
    writer.plain.removeAll()
    CardCut.append(index, of: tape, in: text, scratch: &scratch, to: &writer.plain)
    writer.writeSealedPlain()
  }

  private mutating func writeNumber(
    _ index: Int, by node: RedactionTable.Node, of table: RedactionTable, in text: Span<UInt8>
  ) {
    let literal = text.extracting(tape[index].range)
    switch node.action {
    case .code, .time:
      if let match = CardGate.firstMatch(in: literal) {
        writer.writeCut(match)
      } else {
        writer.record.append(literal)
      }
    case .reference, .secret: writeText(literal, by: node, of: Redactor.noTable)
    case .origin, .personal, .card, .secretParameter, .url, .object:
      writeSealedValue(index, in: text)
    case .list, .base64JSON:
      writeNumber(index, by: table.content(of: node), of: table, in: text)
    }
  }

  /// Writes a text, already decoded, by the rule at a node.
  mutating func writeText(
    _ text: Span<UInt8>, by node: RedactionTable.Node, of table: RedactionTable
  ) {
    switch node.action {
    case .url: return writeURL(text, by: node, of: table)
    case .secretParameter: return writeSecretParameter(text, by: node, of: table)
    case .personal, .object: return writer.writeSealed(text: text)
    case .list: return writeText(text, by: table.content(of: node), of: table)
    case .base64JSON: return writeEmbedded(text, by: node, of: table)
    case .code, .time, .origin, .card, .reference, .secret: break
    }
    if let match = CardGate.firstMatch(in: text) { return writer.writeCut(match) }
    switch node.action {
    case .reference: writer.writeSealed(text: text, isReference: true)
    case .secret: writer.writeFingerprint(text, .secret)
    case .code where TextShape.isCode(text), .time where TextShape.isTime(text),
      .card where TextShape.isMaskedCard(text), .origin where TextShape.isOrigin(text):
      writer.writeClear(text)
    default: writer.writeSealed(text: text)
    }
  }

  private static let unknownPointer = Array("/$unknown".utf8)
  private static let noTable = RedactionTable(.object([:]))
}

extension RedactionTable.Action {
  /// Whether something below may be sealed, and so bound to its place.
  var needsPointer: Bool {
    switch self {
    case .secret, .secretParameter: false
    case .code, .time, .origin, .personal, .reference, .card, .url, .object, .list, .base64JSON:
      true
    }
  }
}
