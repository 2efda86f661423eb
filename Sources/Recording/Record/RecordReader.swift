package import MerkleLog
import Payments

/// Reads records back. Confined to one thread; keeps its buffers.
package struct RecordReader {
  private var tape = JSONTape(byteCount: 4096)
  private var scratch = ByteBuffer(capacity: 1024)

  package init() {}

  /// The event that a record's bytes are.
  ///
  /// - Throws: `RecordDamage` when they are not what a recorder writes at this position.
  package mutating func event(
    from record: Span<UInt8>, of origin: Origin, at position: Position
  ) throws(RecordDamage) -> RecordedEvent {
    do throws(JSONScanError) { try JSONScanner.scan(record, into: &tape) } catch {
      throw RecordDamage(position: position, reason: error.description)
    }
    let envelope = value(at: 0, in: record)
    guard let id = envelope["id"]?.text, id == position.description else {
      throw RecordDamage(position: position, reason: "its id is not its position")
    }
    guard let type = envelope["type"]?.text, let time = envelope["time"]?.text,
      let recordedTime = envelope["recordedtime"]?.text,
      let direction = envelope["direction"]?.text.flatMap(Direction.init),
      let tier = envelope["evidence"]?.text.flatMap(EvidenceTier.init),
      let data = envelope["data"]
    else { throw RecordDamage(position: position, reason: "an attribute is missing or unknown") }
    let channel = envelope["subject"]?.text.flatMap { UInt64($0) }
    return RecordedEvent(
      name: EventName(origin: origin, position: position), type: type,
      channel: channel.map { EventName(origin: origin, position: Position($0)) }, time: time,
      recordedTime: recordedTime, direction: direction, tier: tier,
      person: envelope["person"]?.text, data: data)
  }

  private mutating func value(at index: Int, in text: Span<UInt8>) -> RecordValue {
    let token = tape[index]
    switch token.kind {
    case .object: return object(at: index, in: text)
    case .array:
      var elements: [RecordValue] = []
      var element = index + 1
      while element < Int(token.next) {
        elements.append(value(at: element, in: text))
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

  private mutating func object(at index: Int, in text: Span<UInt8>) -> RecordValue {
    var members: [RecordValue.Member] = []
    var key = index + 1
    while key < Int(tape[index].next) {
      let name = string(tape[key], in: text)
      members.append(.init(name: name, value: value(at: key + 1, in: text)))
      key = Int(tape[key + 1].next)
    }
    return RecordValue.Redacted(members).map(RecordValue.redacted) ?? .object(members)
  }

  private mutating func string(_ token: JSONToken, in text: Span<UInt8>) -> String {
    if !token.hasEscapes { return String(copying: text.extracting(token.range)) }
    scratch.removeAll()
    JSONText.append(token, of: text, to: &scratch)
    return String(decoding: scratch.bytes, as: UTF8.self)
  }
}

/// A record that is not what its place says. Carries no content.
package struct RecordDamage: Error, Hashable, CustomStringConvertible {
  package let position: Position
  package let reason: String

  package var description: String { "The record at position \(position) is damaged: \(reason)." }
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
  /// The text of bytes that a scan found to be UTF-8.
  fileprivate init(copying bytes: Span<UInt8>) {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in 0..<bytes.count { copy.append(bytes[index]) }
    self.init(decoding: copy, as: UTF8.self)
  }
}
