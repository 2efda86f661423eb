extension Redactor {
  /// Writes a URL as an object that says so: scheme, host, the query's parameters in their order,
  /// each by its own rule. A path or fragment has no rule and is sealed; a text that is no URL is
  /// sealed whole.
  mutating func writeURL(
    _ url: Span<UInt8>, by node: RedactionTable.Node, of table: RedactionTable
  ) {
    do throws(URLScanError) { try URLScanner.scan(url, into: &parts) } catch {
      return writer.writeSealed(text: url)
    }
    writer.record.append(Names.scheme)
    writePart(url.extracting(parts.scheme), at: Names.schemePointer)
    if let authority = parts.authority {
      writer.record.append(Names.host)
      writePart(url.extracting(authority), at: Names.hostPointer)
    }
    if !parts.path.isEmpty {
      writer.record.append(Names.path)
      writeSealedPart(url.extracting(parts.path), at: Names.pathPointer)
    }
    if let fragment = parts.fragment {
      writer.record.append(Names.fragment)
      writeSealedPart(url.extracting(fragment), at: Names.fragmentPointer)
    }
    if parts.query != nil { writeQuery(of: url, by: node, of: table) }
    writer.record.append(0x7D)
  }

  private mutating func writeQuery(
    of url: Span<UInt8>, by node: RedactionTable.Node, of table: RedactionTable
  ) {
    writer.record.append(Names.query)
    var decoded = ByteBuffer(capacity: 256)
    for index in parts.parameters.indices {
      let parameter = parts.parameters[index]
      if index > 0 { writer.record.append(0x2C) }
      writer.record.append(0x5B)
      let depth = writer.pointer.count
      writer.pointer.append(Names.queryPointer)
      writer.pointer.appendDecimal(UInt64(index))
      decoded.removeAll()
      URLScanner.decode(url.extracting(parameter.name), into: &decoded)
      let name = decoded.bytes
      if let member = table.member(named: name.span, 0..<name.count, of: node) {
        writer.writeClear(name.span)
        if let value = parameter.value {
          writer.record.append(0x2C)
          writer.pointer.append(Names.valuePointer)
          decoded.removeAll()
          URLScanner.decode(url.extracting(value), into: &decoded)
          let text = decoded.bytes
          writeText(text.span, by: table.nodes[member.node], of: table)
        }
      } else {
        writeUnknownParameter(parameter, of: url, name: name, decoded: &decoded)
      }
      writer.record.append(0x5D)
      writer.pointer.truncate(to: depth)
    }
    writer.record.append(0x5D)
  }

  /// Seals a parameter that no rule names, as the text `name=value`.
  private mutating func writeUnknownParameter(
    _ parameter: URLParameter, of url: Span<UInt8>, name: [UInt8], decoded: inout ByteBuffer
  ) {
    decoded.removeAll()
    decoded.append(name.span)
    if let value = parameter.value {
      decoded.append(0x3D)
      URLScanner.decode(url.extracting(value), into: &decoded)
    }
    writer.pointer.append(Names.namePointer)
    writer.writeSealed(text: decoded.storage.span.extracting(0..<decoded.count))
  }

  /// Keeps of a URL the fingerprint of one decoded parameter alone: parameters get reordered and
  /// others appended, and this is how the same one is known again.
  mutating func writeSecretParameter(
    _ url: Span<UInt8>, by node: RedactionTable.Node, of table: RedactionTable
  ) {
    typealias Words = RedactedWriter.Words
    do throws(URLScanError) { try URLScanner.scan(url, into: &parts) } catch {
      return writer.writeOmitted(Words.noURL, length: url.count)
    }
    var decoded = ByteBuffer(capacity: 256)
    for parameter in parts.parameters {
      decoded.removeAll()
      URLScanner.decode(url.extracting(parameter.name), into: &decoded)
      let name = decoded.bytes
      guard table.member(named: name.span, 0..<name.count, of: node) != nil,
        let value = parameter.value
      else { continue }
      decoded.removeAll()
      URLScanner.decode(url.extracting(value), into: &decoded)
      let text = decoded.storage.span.extracting(0..<decoded.count)
      if let match = CardGate.firstMatch(in: text) { return writer.writeCut(match) }
      return writer.writeFingerprint(text, .secret)
    }
    writer.writeOmitted(Words.noParameter, length: url.count)
  }

  private mutating func writePart(_ text: Span<UInt8>, at pointer: [UInt8]) {
    if TextShape.isCode(text), !CardGate.contains(in: text) {
      writer.writeClear(text)
    } else {
      writeSealedPart(text, at: pointer)
    }
  }

  private mutating func writeSealedPart(_ text: Span<UInt8>, at pointer: [UInt8]) {
    var decoded = ByteBuffer(capacity: 256)
    URLScanner.decode(text, into: &decoded)
    let depth = writer.pointer.count
    writer.pointer.append(pointer)
    writer.writeSealed(text: decoded.storage.span.extracting(0..<decoded.count))
    writer.pointer.truncate(to: depth)
  }

  private enum Names {
    static let scheme = Array(#"{"scheme":"#.utf8)
    static let host = Array(#","host":"#.utf8)
    static let path = Array(#","path":"#.utf8)
    static let fragment = Array(#","fragment":"#.utf8)
    static let query = Array(#","query":["#.utf8)
    static let schemePointer = Array("/scheme".utf8)
    static let hostPointer = Array("/host".utf8)
    static let pathPointer = Array("/path".utf8)
    static let fragmentPointer = Array("/fragment".utf8)
    static let queryPointer = Array("/query/".utf8)
    static let namePointer = Array("/0".utf8)
    static let valuePointer = Array("/1".utf8)
  }
}
