import Foundation
import Testing

/// Records as an independent validator sees them.
@Suite struct SchemaTests {
  private func validate(_ lines: String, _ options: [String] = []) throws -> Command.Result? {
    guard let python = Command.python else { return nil }
    let script = Command.root.appendingPathComponent("tools/validate_records.py").path
    return try Command.run(
      [script] + options, input: lines, executable: python)
  }

  private func sampleDay() throws -> [String] {
    try ["1-morning", "2-evening"].map { name in
      let file = Command.root.appendingPathComponent("docs/samples/day/\(name).ndjson")
      return try String(contentsOf: file, encoding: .utf8)
    }
  }

  @Test func `the sample day is made of valid capture lines`() throws {
    guard let result = try validate(sampleDay().joined(), ["--capture"]) else { return }
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func `the records of the sample day and of hostile bodies are valid`() throws {
    try Command.withPath { path in
      _ = try Command.run(["init", path])
      for part in try sampleDay() { _ = try Command.run(["record", path], input: part) }
      let hostile = try hostileLines()
      _ = try Command.run(["record", path], input: hostile.joined(separator: "\n"))
      let records = try Command.run(["events", path, "--format", "json"]).output
      #expect(records.split(separator: "\n").count > hostile.count)
      guard let result = try validate(records) else { return }
      #expect(result.status == 0, "\(result.output.prefix(2000))")
    }
  }

  @Test func `the records of keyed captures and of a journal that continues another are valid`()
    throws
  {
    try Command.withPath { path in
      _ = try Command.run(["init", path])
      let line =
        #"{"provider":"monei","surface":"redirect","idempotencykey":"k","body":"a://b?n=1"}"#
      if let result = try validate(line, ["--capture"]) { #expect(result.status == 0) }
      _ = try Command.run(["record", path], input: line)
      let keyed = try Command.run(["events", path, "--format", "json"]).output
      #expect(keyed.contains("\"idempotencykey\":\""))
      #expect(try Command.run(["reorigin", path]).status == 0)
      let continued = try Command.run(["events", path, "--format", "json"]).output
      #expect(continued.contains("\"type\":\"daybook.continued\""))
      guard let result = try validate(keyed + continued) else { return }
      #expect(result.status == 0, "\(result.output.prefix(2000))")
    }
  }

  @Test func `the validator sees a record that was changed`() throws {
    try Command.withPath { path in
      _ = try Command.run(["init", path])
      let record = try Command.run(["events", path, "--format", "json"]).output
      for changed in [
        "{}", "[]", "nothing",
        record.replacingOccurrences(of: "\"in\"", with: "\"up\"") + "{\"specversion\":\"1.0\"}",
      ] {
        guard let result = try validate(changed) else { return }
        #expect(result.status == 1)
      }
    }
  }

  /// Every kind of both frames and both URLs with every kind of value in every place.
  private func hostileLines() throws -> [String] {
    let values = [
      "null", "7", "4111111111111111", "true", "[]", "{}", "[{\"a\":1}]", "\"\"", "\"two words\"",
      "\"a\\u0000b\"", "\"\\ud800\"", "\"4111-1111-1111-1111\"", "\"eyJhbGciOi.x.y\"",
      "\"https://a.b/?challengeToken=x\"", "{\"$sealed\":\"x\"}", "{\"id\":{\"deep\":[1]}}",
    ]
    var bodies = ["", "{", "7", "\"x\"", "\"\\\"x\\\"\"", "null", "[1]", "{\"a\":1,\"a\":2}"]
    let kinds = [
      "handshake", "ready", "buttonPressed", "complete", "challenge", "error", "ack", "setQuote",
      "cancelled", "nobody",
    ]
    for kind in kinds {
      for value in values {
        bodies.append("{\"kind\":\"\(kind)\",\"payload\":\(value),\"extra\":\(value)}")
        bodies.append(
          "{\"kind\":\"\(kind)\",\"meta\":{\"channelId\":\(value),\"x\":\(value)},\"payload\":"
            + "{\"transaction\":{\"id\":\(value),\"status\":\(value),\"failureReason\":\(value)},"
            + "\"url\":\(value),\"code\":\(value),\"quote\":{\"signature\":\(value)}}}")
      }
    }
    var lines: [String] = []
    for (index, body) in bodies.enumerated() {
      let frame = index % 2 == 0 ? "apple-pay" : "challenge"
      lines.append(
        try line([
          "provider": "moonpay", "surface": "frame", "frame": frame, "channel": "h\(index % 2)",
          "body": body,
        ]))
    }
    let urls = [
      "a:", "a://b?c", "a://user@b:9/p/q?=&&success&success=true#f", "no url", "a://b?%zz=%",
      "a://b?amount=4111111111111111&masked_card_number=4111111111111111&last4=12345",
      "a://b?order_id=4111111111111111&order_id=&order_id", "A+b.c://%00?error=a%00b",
    ]
    for url in urls {
      lines.append(try line(["provider": "monei", "surface": "redirect", "body": url]))
      lines.append(
        try line([
          "provider": "monei", "surface": "request", "channel": "r", "body": url,
          "reference": "o", "person": "p", "currency": "EUR",
        ]))
    }
    return lines
  }

  private func line(_ members: [String: String]) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: members)
    return String(decoding: data, as: UTF8.self)
  }
}
