import Recording

extension Capture {
  /// Reads one capture line: a JSON object with the members that this type has
  /// (`docs/formats/capture-line-v1.md`).
  ///
  /// - Throws: `refused`, with what is wrong with the line; never with what it holds.
  public init(line: [UInt8]) throws(LedgerError) {
    let members: [JSONReader.Member]?
    do throws(JSONScanError) { members = try JSONReader.members(of: line) } catch {
      throw LedgerError(.refused, "The line is no JSON: \(error).")
    }
    guard let members else { throw LedgerError(.refused, "The line is JSON, but no object.") }
    var reader = CaptureLineReader()
    try reader.take(members)
    self = try reader.capture()
  }
}

/// Collects the members of a line.
private struct CaptureLineReader {
  private var members: [String: JSONReader.Member] = [:]

  private static let known: Set<String> = [
    "provider", "surface", "frame", "channel", "open", "close", "direction", "time", "person",
    "reference", "currency", "idempotencykey", "parameters", "sender", "signature", "body",
  ]

  mutating func take(_ all: [JSONReader.Member]) throws(LedgerError) {
    for member in all {
      guard CaptureLineReader.known.contains(member.name) else {
        throw LedgerError(
          .refused,
          "The line has a member that is not known. Known are: "
            + CaptureLineReader.known.sorted().joined(separator: ", ") + ".")
      }
      members[member.name] = member
    }
  }

  func capture() throws(LedgerError) -> Capture {
    guard let provider = try text("provider"), let provider = Provider(rawValue: provider) else {
      throw wrong("provider", "one of \(Provider.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard let surface = try text("surface"), let surface = Surface(rawValue: surface) else {
      throw wrong("surface", "one of \(Surface.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    var capture = Capture(provider, surface, frame: try text("frame"))
    capture.channel = try text("channel")
    capture.opensChannel = try flag("open")
    capture.closesChannel = try flag("close")
    if let direction = try text("direction") {
      guard let direction = Direction(rawValue: direction) else {
        throw wrong("direction", "\"in\" or \"out\"")
      }
      capture.direction = direction
    }
    if let time = try text("time") {
      guard let moment = Moment(time) else {
        throw wrong("time", "an RFC 3339 time such as 2026-03-01T09:30:00Z")
      }
      capture.time = moment
    }
    capture.person = try text("person")
    capture.reference = try text("reference")
    capture.currency = try text("currency")
    capture.idempotencyKey = try text("idempotencykey")
    capture.sender = try text("sender")
    capture.signature = try text("signature")
    if let parameters = members["parameters"] {
      guard parameters.bytes.first == UInt8(ascii: "{"), !parameters.isString else {
        throw wrong("parameters", "a JSON object")
      }
      capture.parameters = String(decoding: parameters.bytes, as: UTF8.self)
    }
    capture.body = members["body"]?.bytes
    return capture
  }

  private func text(_ name: String) throws(LedgerError) -> String? {
    guard let member = members[name] else { return nil }
    guard member.isString, !member.bytes.isEmpty else {
      throw wrong(name, "a text that is not empty")
    }
    return String(decoding: member.bytes, as: UTF8.self)
  }

  private func flag(_ name: String) throws(LedgerError) -> Bool {
    guard let member = members[name] else { return false }
    switch String(decoding: member.bytes, as: UTF8.self) {
    case "true" where !member.isString: return true
    case "false" where !member.isString: return false
    default: throw wrong(name, "true or false")
    }
  }

  private func wrong(_ name: String, _ expected: String) -> LedgerError {
    LedgerError(.refused, "The line's \"\(name)\" is missing or wrong: it is \(expected).")
  }
}
