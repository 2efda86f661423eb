import Cryptography

/// Writes a record's bytes: values in clear, and the markers that stand for the others.
///
/// It holds every buffer that one record needs and keeps them for the next, so that a message
/// costs no allocation.
struct RedactedWriter {
  var record = ByteBuffer(capacity: 4096)
  /// The JSON pointer (RFC 6901) of the value that is being written, within `data`.
  var pointer = ByteBuffer(capacity: 256)
  var keys: RedactionKeys?
  var person: SealingKey?
  /// Whether something was kept by its length only, because its key could not be reached.
  private(set) var hasOmitted = false

  /// What is about to be sealed.
  var plain = ByteBuffer(capacity: 1024)
  private var sealer: Sealer

  init(origin: String, keys: RedactionKeys?) {
    sealer = Sealer(origin: origin)
    self.keys = keys
  }

  mutating func begin(person: SealingKey?) {
    record.removeAll()
    pointer.removeAll()
    hasOmitted = false
    self.person = person
  }

  mutating func setType(_ type: [UInt8]) { sealer.setType(type) }

  // MARK: Values

  /// A value in clear that needs no escaping.
  mutating func writeClear(_ text: Span<UInt8>) {
    record.append(0x22)
    record.append(text)
    record.append(0x22)
  }

  /// What is left of a card number.
  mutating func writeCut(_ match: CardMatch) {
    record.append(Words.cut)
    match.appendLastFour(to: &record)
    record.append(Words.close)
  }

  mutating func writeFingerprint(_ text: Span<UInt8>, _ domain: RedactionKeys.Domain) {
    guard let keys else { return writeOmitted(Words.noKey, length: text.count) }
    let digest = keys.fingerprint.authenticate(domain: domain.rawValue, text)
    record.append(Words.fingerprint)
    record.appendHex(digest.words.0)
    record.appendHex(digest.words.1)
    record.append(Words.close)
  }

  mutating func writeOmitted(_ reason: [UInt8], length: Int) {
    if reason == Words.noKey { hasOmitted = true }
    record.append(Words.omitted)
    record.append(reason)
    record.append(Words.length)
    record.appendDecimal(UInt64(length))
    record.append(0x7D)
  }

  /// Seals a text as a JSON string, card numbers in it cut.
  mutating func writeSealed(text: Span<UInt8>, isReference: Bool = false) {
    plain.removeAll()
    CardCut.appendLiteral(text, to: &plain)
    writeSealedPlain(reference: isReference ? text : nil, length: text.count)
  }

  /// Seals the JSON text that was put together in `plain`.
  mutating func writeSealedPlain() { writeSealedPlain(reference: nil, length: plain.count) }

  private mutating func writeSealedPlain(reference: Span<UInt8>?, length: Int) {
    guard let person, let keys else { return writeOmitted(Words.noKey, length: length) }
    // Locals, for a span of a stored buffer would borrow all of the writer. Nothing is copied.
    let (plain, pointer) = (plain, pointer)
    let isSealed = sealer.seal(
      plain.storage.span.extracting(0..<plain.count),
      at: pointer.storage.span.extracting(0..<pointer.count), under: person)
    guard isSealed else { return writeOmitted(Words.noKey, length: length) }
    record.append(Words.sealed)
    let box = sealer.box
    record.appendBase64(box.span)
    if let reference {
      let digest = keys.link.authenticate(
        domain: RedactionKeys.Domain.reference.rawValue, reference)
      record.append(Words.andFingerprint)
      record.appendHex(digest.words.0)
      record.appendHex(digest.words.1)
    }
    record.append(Words.close)
  }

  /// The words of the markers, ready to be copied.
  enum Words {
    static let sealed = Array(#"{"$sealed":""#.utf8)
    static let fingerprint = Array(#"{"$fingerprint":""#.utf8)
    static let andFingerprint = Array(#"","$fingerprint":""#.utf8)
    static let cut = Array(#"{"$cut":""#.utf8)
    static let omitted = Array(#"{"$omitted":""#.utf8)
    static let length = Array(#"","length":"#.utf8)
    static let close = Array(#""}"#.utf8)
    static let unknown = Array(#""$unknown":"#.utf8)
    static let noKey = Array("no key".utf8)
    static let noParameter = Array("no such parameter".utf8)
    static let noURL = Array("no URL".utf8)
  }
}
