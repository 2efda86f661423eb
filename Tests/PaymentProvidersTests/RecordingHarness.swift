import Cryptography
import Foundation
import MerkleLog
import PaymentProviders
import Payments
import Recording
import Testing

/// Records one body and reads the record back.
struct RecordingHarness {
  static let origin = Origin(publicKey: [UInt8](repeating: 7, count: 32))
  static let secret = [UInt8](repeating: 3, count: 32)
  static let keyID = String(repeating: "a", count: 32)

  var recorder: Recorder
  var hasPerson = true

  init(hasKeys: Bool = true, fingerprintKey: UInt8 = 1) {
    let keys = RedactionKeys(
      fingerprint: [UInt8](repeating: fingerprintKey, count: 32),
      link: [UInt8](repeating: 2, count: 32))
    let origin = RecordingHarness.origin
    recorder = Recorder(source: "daybook/\(origin)", origin: origin, keys: hasKeys ? keys : nil)
    hasPerson = hasKeys
  }

  static func format(frame: MoonPayFrame) -> MessageFormat {
    guard
      let format = ProviderDescription.moonPay.formats[
        SurfaceName(.frame, frame: frame.rawValue)]
    else { preconditionFailure("Every frame has a format") }
    return format
  }

  /// The format of a provider's surface.
  static func format(_ provider: Provider, _ surface: Surface) -> MessageFormat {
    guard let format = Providers.description(of: provider)?.formats[SurfaceName(surface)] else {
      preconditionFailure("The provider has this surface")
    }
    return format
  }

  /// What a body says, recorded as a surface brings it.
  static func interpretation(
    _ body: String, _ provider: Provider, _ surface: Surface, frame: MoonPayFrame? = nil
  ) throws -> Interpretation {
    var harness = RecordingHarness()
    let format = frame.map(RecordingHarness.format) ?? format(provider, surface)
    let event = try harness.event(body, as: format)
    return try #require(Providers.description(of: provider)).interpret(event)
  }

  static var redirect: MessageFormat {
    guard let format = ProviderDescription.moneiPay.formats[SurfaceName(.redirect)] else {
      preconditionFailure("The redirect has a format")
    }
    return format
  }

  /// The record of a body, as text.
  mutating func record(_ body: String, as format: MessageFormat) throws -> String {
    let bytes = Array(body.utf8)
    let person = try hasPerson ? SealingKey(id: RecordingHarness.keyID, secret: secret) : nil
    let head = Recorder.Head(
      position: Position(9), channel: Position(3),
      time: Moment(microseconds: 1_772_442_000_000_001),
      recordedTime: Moment(microseconds: 1_772_442_000_000_002), direction: .in, person: person)
    _ = try recorder.write(bytes.span, as: format, head)
    return try recorder.withRecord { record in
      var copy: [UInt8] = []
      for index in 0..<record.count { copy.append(record[index]) }
      return String(decoding: copy, as: UTF8.self)
    }
  }

  /// The record of what is known when a channel opens.
  mutating func record(ours body: String, as type: RecordType) throws -> String {
    let bytes = Array(body.utf8)
    let head = Recorder.Head(
      position: Position(9), channel: Position(3), time: Moment(microseconds: 1),
      recordedTime: Moment(microseconds: 2), direction: .out,
      person: try SealingKey(id: RecordingHarness.keyID, secret: secret))
    _ = try recorder.write(ours: bytes.span, as: type, head)
    return try recorder.withRecord { record in
      String(decoding: (0..<record.count).map { record[$0] }, as: UTF8.self)
    }
  }

  private var secret: [UInt8] { RecordingHarness.secret }

  /// The event that a body is recorded as.
  mutating func event(_ body: String, as format: MessageFormat) throws -> RecordedEvent {
    let bytes = Array(try record(body, as: format).utf8)
    var reader = RecordReader()
    return try reader.event(
      from: bytes.span, of: RecordingHarness.origin, at: Position(9))
  }

  /// The `data` of the record of a body.
  mutating func data(_ body: String, as format: MessageFormat) throws -> String {
    let record = try record(body, as: format)
    guard let start = record.range(of: "\"data\":") else { return "" }
    return String(record[start.upperBound...].dropLast())
  }

  static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  /// What was sealed at a place of an event.
  static func open(_ value: RecordValue?, at pointer: String, of event: RecordedEvent) throws
    -> String?
  {
    guard case .redacted(let redacted)? = value, let box = redacted.sealed else { return nil }
    return try SealedValue(
      origin: origin.description, keyID: keyID, type: event.type, pointer: pointer, box: box
    ).open(with: secret)
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<String.Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) {
        return index..<self.index(index, offsetBy: text.count)
      }
      index = self.index(after: index)
    }
    return nil
  }
}
