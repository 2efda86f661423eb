package import MerkleLog
import Payments

/// Reads records back. Confined to one thread; keeps its buffers.
package struct RecordReader {
  private var tape = JSONTape(byteCount: 4096)

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
    let envelope = TapeReader(findsMarkers: true).value(at: 0, of: tape, in: record)
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
      sender: envelope["sender"]?.text, person: envelope["person"]?.text, data: data)
  }
}

/// A record that is not what its place says. Carries no content.
package struct RecordDamage: Error, Hashable, CustomStringConvertible {
  package let position: Position
  package let reason: String

  package var description: String { "The record at position \(position) is damaged: \(reason)." }
}
