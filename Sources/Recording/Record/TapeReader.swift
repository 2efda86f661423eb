/// Makes values of a scanned text.
struct TapeReader {
  /// Whether objects that are redaction markers become redacted values: in records, where nothing
  /// else can look like one.
  var findsMarkers = false

  func value(at index: Int, of tape: borrowing JSONTape, in text: Span<UInt8>) -> RecordValue {
    let token = tape[index]
    switch token.kind {
    case .object: return object(at: index, of: tape, in: text)
    case .array:
      var elements: [RecordValue] = []
      var element = index + 1
      while element < Int(token.next) {
        elements.append(value(at: element, of: tape, in: text))
        element = Int(tape[element].next)
      }
      return .array(elements)
    case .string, .escapedString, .key, .escapedKey: return .text(string(token, in: text))
    case .number: return .number(String(copying: text.extracting(token.range)))
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .null: return .null
    }
  }

  private func object(
    at index: Int, of tape: borrowing JSONTape, in text: Span<UInt8>
  ) -> RecordValue {
    var members: [RecordValue.Member] = []
    var key = index + 1
    while key < Int(tape[index].next) {
      let name = string(tape[key], in: text)
      members.append(.init(name: name, value: value(at: key + 1, of: tape, in: text)))
      key = Int(tape[key + 1].next)
    }
    guard findsMarkers, let redacted = RecordValue.Redacted(members) else {
      return .object(members)
    }
    return .redacted(redacted)
  }

  private func string(_ token: JSONToken, in text: Span<UInt8>) -> String {
    if !token.hasEscapes { return String(copying: text.extracting(token.range)) }
    var decoded = ByteBuffer(capacity: Int(token.length))
    JSONText.append(token, of: text, to: &decoded)
    return String(decoding: decoded.bytes, as: UTF8.self)
  }
}

extension RecordValue.Redacted {
  /// The marker that these members are, if they are one.
  fileprivate init?(_ members: [RecordValue.Member]) {
    guard let first = members.first, first.name.hasPrefix("$"), first.name != "$unknown" else {
      return nil
    }
    self.init()
    for member in members {
      switch (member.name, member.value) {
      case ("$sealed", .text(let text)): sealed = text
      case ("$fingerprint", .text(let text)): fingerprint = text
      case ("$cut", .text(let text)): cut = text
      case ("$omitted", .text(let text)): omitted = text
      case ("length", .number): continue
      default: return nil
      }
    }
  }
}

extension String {
  /// The text of bytes; what is no UTF-8 is replaced, which a scan has ruled out.
  init(copying bytes: Span<UInt8>) {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in 0..<bytes.count { copy.append(bytes[index]) }
    self.init(decoding: copy, as: UTF8.self)
  }
}
