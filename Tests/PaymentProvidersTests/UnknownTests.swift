import PaymentProviders
import Payments
import Recording
import Testing

/// What is not known never fails, never disappears and never stands in the clear.
@Suite struct UnknownTests {
  private static let planted = "planted"

  /// Every body of every surface: each listed kind and one that is not, with planted members in
  /// each place that an object can have, and planted words where codes are expected.
  private func bodies(of format: MessageFormat) -> [String] {
    if format.syntax == .url {
      return format.kinds.map(\.word).map { $0 + "?planted-name=planted-value&planted" } + [
        "planted-scheme://planted host", "app://any.host/planted?planted-name=planted%20value",
        "app://h?success=true&transaction_id=planted%20text&planted-name#planted",
      ]
    }
    let path: [String] = if case .member(let names) = format.kind { names } else { [] }
    let words = format.kinds.map(\.word) + ["planted-kind", ""]
    var bodies: [String] = []
    for word in words {
      for value in values {
        var text = "\"\(word)\""
        for name in path.reversed() { text = "{\"\(name)\":\(text),\"planted-name\":\(value)}" }
        if path.isEmpty { text = "{\"planted-name\":\(value)}" }
        bodies.append(text)
      }
    }
    return bodies
  }

  private let values = [
    "\"planted-value\"", "{\"planted-name\":\"planted-value\"}", "[\"planted-value\",{}]", "null",
    "true", "12345678901", "\"planted value with spaces\"",
  ]

  @Test func `an unknown kind or member of any surface is recorded, sealed`() throws {
    var count = 0
    for description in Providers.all {
      for format in description.formats.values {
        for body in bodies(of: format) {
          for hasKeys in [true, false] {
            var harness = RecordingHarness(hasKeys: hasKeys)
            let record = try harness.record(body, as: format)
            #expect(!record.contains(Self.planted), "\(body)")
            let event = try harness.event(body, as: format)
            _ = description.interpret(event)
            #expect(event.type.hasPrefix(description.provider.rawValue))
            count += 1
          }
        }
      }
    }
    #expect(count > 1000)
  }

  /// Plants a sentence at every place that the rules of a type name.
  private func body(_ rule: FieldRule, planting text: String) -> String {
    switch rule {
    case .object(let members):
      let parts = members.sorted { $0.key < $1.key }.map { name, member in
        "\"\(name)\":\(body(member, planting: text))"
      }
      return "{\(parts.joined(separator: ","))}"
    case .list(let element): return "[\(body(element, planting: text))]"
    case .base64JSON(let content):
      return "\"\(RecordingHarness.base64(body(content, planting: text)))\""
    case .url: return "\"app://\(text.filter { $0 != " " }).host/\(text)?a=\(text)\""
    default: return "\"\(text)\""
    }
  }

  @Test func `a word that is none of a provider's never stands where its codes do`() throws {
    for description in Providers.all {
      for format in description.formats.values where format.syntax != .url {
        for (word, type) in format.kinds {
          let planted = body(type.rule, planting: "a planted sentence")
          let sealed = try recorded(planted, word, format)
          #expect(!sealed.contains("planted"), "\(type.name)")
          // A word shaped like a code may be one, and stays; everything else is sealed.
          let event = try event(body(type.rule, planting: "planted_code"), word, format)
          _ = description.interpret(event)
        }
      }
    }
  }

  /// Puts the kind's word where the format looks for it.
  private func recorded(_ body: String, _ word: String, _ format: MessageFormat) throws -> String {
    var harness = RecordingHarness()
    return try harness.record(naming(word, in: body, format), as: format)
  }

  private func event(
    _ body: String, _ word: String, _ format: MessageFormat
  ) throws -> RecordedEvent {
    var harness = RecordingHarness()
    return try harness.event(naming(word, in: body, format), as: format)
  }

  private func naming(_ word: String, in body: String, _ format: MessageFormat) -> String {
    guard case .member(let path) = format.kind, path.count == 1 else { return body }
    // The last of two members of one name counts.
    return String(body.dropLast()) + ",\"\(path[0])\":\"\(word)\"}"
  }

  @Test func `a frame that is not listed is heard, and says nothing yet`() throws {
    let surface = SurfaceName(.frame, frame: "planted-frame")
    let found = try #require(ProviderDescription.moonPay.surface(for: surface))
    let format = try #require(ProviderDescription.moonPay.formats[found])
    for body in [
      #"{"kind":"complete","payload":{"transaction":{"id":"planted","status":"completed"}}}"#,
      #"{"kind":"planted"}"#,
    ] {
      var harness = RecordingHarness()
      let event = try harness.event(body, as: format)
      #expect(event.type == "moonpay.frame.unlisted.unlisted")
      #expect(try !harness.record(body, as: format).contains("planted"))
      let said = ProviderDescription.moonPay.interpret(event)
      #expect(said.step == .none && said.anomalies == [.unlisted])
    }
    let opened = try #require(ProviderDescription.moonPay.channels[found]).opened
    var harness = RecordingHarness()
    let record = try harness.record(
      ours: #"{"frame":"planted-frame","parameters":{"planted":"planted"}}"#, as: opened)
    #expect(!record.contains("planted"))
    // Other surfaces have no frames.
    #expect(ProviderDescription.payrails.surface(for: SurfaceName(.frame, frame: "x")) == nil)
  }
}
