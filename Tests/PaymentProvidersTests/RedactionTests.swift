import PaymentProviders
import Recording
import Testing

/// What becomes of a body's values on their way into a record.
@Suite struct RedactionTests {
  private let applePay = RecordingHarness.format(frame: .applePay)

  @Test func `what is in clear stays as it came, order and spelling and all`() throws {
    var harness = RecordingHarness()
    let data = try harness.data(
      #"{ "kind" : "ready" , "meta":{"channelId":"c-1"},"version":2.0e0}"#, as: applePay)
    #expect(data == #"{"kind":"ready","meta":{"channelId":"c-1"},"version":2.0e0}"#)
  }

  @Test func `the envelope has its attributes in the fixed order`() throws {
    var harness = RecordingHarness()
    let record = try harness.record(#"{"kind":"ready"}"#, as: applePay)
    let origin = RecordingHarness.origin
    #expect(
      record == """
        {"specversion":"1.0","id":"9","source":"daybook/\(origin)",\
        "type":"moonpay.frame.apple-pay.ready","subject":"3",\
        "time":"2026-03-02T09:00:00.000001Z","recordedtime":"2026-03-02T09:00:00.000002Z",\
        "direction":"in","evidence":"claim","person":"\(RecordingHarness.keyID)",\
        "dataschema":"daybook:moonpay.frame.apple-pay.ready:1",\
        "datacontenttype":"application/json","data":{"kind":"ready"}}
        """)
  }

  @Test func `a personal field opens with its key in its place and nowhere else`() throws {
    var harness = RecordingHarness()
    let event = try harness.event(
      #"{"kind":"error","payload":{"code":"generic","message":"Dear \"Ann\" \u00e9"}}"#,
      as: applePay)
    let value = event.data["payload"]?["message"]
    #expect(
      try RecordingHarness.open(value, at: "/payload/message", of: event) == #""Dear \"Ann\" é""#)
    #expect(throws: (any Error).self) {
      try RecordingHarness.open(value, at: "/payload/code", of: event)
    }
  }

  @Test func `unknown members are sealed together, names and all`() throws {
    var harness = RecordingHarness()
    let body =
      #"{"kind":"ready","Ann":{"b":[1,2]},"meta":{"channelId":"c","Bob":true},"$sealed":"x"}"#
    let event = try harness.event(body, as: applePay)
    #expect(
      try RecordingHarness.open(event.data["$unknown"], at: "/$unknown", of: event)
        == #"{"Ann":{"b":[1,2]},"$sealed":"x"}"#)
    #expect(
      try RecordingHarness.open(event.data["meta"]?["$unknown"], at: "/meta/$unknown", of: event)
        == #"{"Bob":true}"#)
  }

  @Test func `a kind that is not listed is recorded without its name`() throws {
    var harness = RecordingHarness()
    let event = try harness.event(#"{"kind":"secretKind","version":2}"#, as: applePay)
    #expect(event.type == "moonpay.frame.apple-pay.unlisted")
    #expect(
      try RecordingHarness.open(event.data["$unknown"], at: "/$unknown", of: event)
        == #"{"kind":"secretKind"}"#)
  }

  @Test func `a body of another shape than the table's is sealed, not lost`() throws {
    var harness = RecordingHarness()
    for body in [
      "[1,2]", "12", "true", #"{"kind":{"a":1}}"#, #"{"kind":"complete","payload":"text"}"#,
      #"{"kind":"complete","payload":{"transaction":[{"id":"x"}]}}"#,
    ] {
      let data = try harness.data(body, as: applePay)
      #expect(data.contains("$sealed"), "\(body) gave \(data)")
    }
    #expect(try harness.data("null", as: applePay) == "null")
  }

  @Test func `text in a public field stays only where it is shaped like a code`() throws {
    var harness = RecordingHarness()
    func status(_ text: String) throws -> String {
      try harness.data(
        "{\"kind\":\"complete\",\"payload\":{\"transaction\":{\"status\":\(text)}}}", as: applePay)
    }
    for kept in [
      "\"a_B-9.:\"", "\"\"", "null", "true", "-1.5e3", "\"\(String(repeating: "a", count: 128))\"",
    ] {
      #expect(try status(kept).contains("\"status\":\(kept)"))
    }
    for text in [
      "\"two words\"", "\"a@b\"", "\"eyJhbGciOiJIUzI1NiJ9.e30.c2ln\"", "\"é\"",
      "\"\(String(repeating: "a", count: 129))\"", "{}", "[]",
    ] {
      #expect(try status(text).contains("$sealed"), "\(text)")
    }
  }

  @Test func `a card number is cut wherever it stands`() throws {
    var harness = RecordingHarness()
    let number = "4111111111111111"
    let escaped = #"\u0034111 1111-1111\u00201111"#
    for text in [
      "\"\(number)\"", number, "\"\(escaped)\"", "\"id\(number)x\"", "\"4111 1111 1111 1111\"",
    ] {
      for field in ["id", "status", "failureReason", "failureCode", "unheard"] {
        let body =
          "{\"kind\":\"complete\",\"payload\":{\"transaction\":{\"\(field)\":\(text)}}}"
        let event = try harness.event(body, as: applePay)
        let transaction = event.data["payload"]?["transaction"]
        let unknown = try RecordingHarness.open(
          transaction?["$unknown"], at: "/payload/transaction/$unknown", of: event)
        let sealed = try RecordingHarness.open(
          transaction?[field], at: "/payload/transaction/\(field)", of: event)
        if case .redacted(let redacted)? = transaction?[field] {
          #expect(redacted.fingerprint == nil)
        }
        for opened in [unknown, sealed].compactMap({ $0 }) {
          #expect(!opened.filter(\.isNumber).contains(number), "\(field) \(text)")
          #expect(opened.contains("1111"))
        }
      }
    }
    let key = try harness.event("{\"\(number)\":1,\"cvv\":\"123\"}", as: applePay)
    let opened = try RecordingHarness.open(key.data["$unknown"], at: "/$unknown", of: key)
    #expect(opened == #"{"****1111":1,"cvv":{"$omitted":"security code"}}"#)
  }

  @Test func `equal secrets match within a ledger and in no other`() throws {
    func fingerprint(_ secret: String, key: UInt8) throws -> String? {
      var harness = RecordingHarness(fingerprintKey: key)
      let event = try harness.event(
        "{\"kind\":\"setQuote\",\"payload\":{\"quote\":{\"signature\":\"\(secret)\"}}}",
        as: applePay)
      return event.data["payload"]?["quote"]?["signature"]?.fingerprint
    }
    #expect(try fingerprint("a", key: 1) == fingerprint("a", key: 1))
    #expect(try fingerprint("a", key: 1) == fingerprint(#"\u0061"#, key: 1))
    #expect(try fingerprint("a", key: 1) != fingerprint("b", key: 1))
    #expect(try fingerprint("a", key: 1) != fingerprint("a", key: 9))
    #expect(try fingerprint("a", key: 1)?.utf8.count == 32)
  }

  @Test func `a card number inside a secret leaves no trace in its fingerprint`() throws {
    func fingerprint(_ secret: String) throws -> String? {
      var harness = RecordingHarness()
      let event = try harness.event(
        "{\"kind\":\"setQuote\",\"payload\":{\"quote\":{\"signature\":\(secret)}}}", as: applePay)
      return event.data["payload"]?["quote"]?["signature"]?.fingerprint
    }
    #expect(try fingerprint(#"{"n":"4111111111111111"}"#) == fingerprint(#"{"n":"****1111"}"#))
    #expect(try fingerprint(#"[4111111111111111]"#) == fingerprint(#"["****1111"]"#))
    #expect(try fingerprint(#"[1]"#) != fingerprint(#"[2]"#))
  }

  @Test func `without keys lengths alone are kept`() throws {
    var harness = RecordingHarness(hasKeys: false)
    let data = try harness.data(
      #"{"kind":"error","payload":{"code":"generic","message":"abc","x":"y"}}"#, as: applePay)
    #expect(data.contains(#""message":{"$omitted":"no key","length":3}"#))
    #expect(data.contains(#""$unknown":{"$omitted":"no key""#))
    #expect(data.contains(#""code":"generic""#))
  }

  @Test func `a JSON text inside a JSON string is read as the web view meant it`() throws {
    var harness = RecordingHarness()
    let event = try harness.event(#""{\"kind\":\"handshake\",\"version\":2}""#, as: applePay)
    #expect(event.type == "moonpay.frame.apple-pay.handshake")
    #expect(event.data["version"] == .number("2"))
  }

  @Test func `an unreadable body keeps length, keyed digest, reason and offset`() throws {
    var harness = RecordingHarness()
    let event = try harness.event(#"{"kind":"ready","x":tru}"#, as: applePay)
    #expect(event.type == "moonpay.frame.apple-pay.unreadable")
    #expect(event.data["length"] == .number("24"))
    #expect(event.data["digest"]?.fingerprint?.utf8.count == 32)
    #expect(event.data["reason"]?.text != nil)
    #expect(event.data["offset"]?.literal != nil)
  }

  @Test func `the last of two kinds decides, as in the page's own parser`() throws {
    var harness = RecordingHarness()
    let event = try harness.event(#"{"kind":"ready","k\u0069nd":"handshake"}"#, as: applePay)
    #expect(event.type == "moonpay.frame.apple-pay.handshake")
  }

  @Test func `a redirect becomes an object that says so`() throws {
    var harness = RecordingHarness()
    let data = try harness.data(
      "app://done?success=true&a%20b=c&masked_card_number=%2A%2A1234&status_code=&flag#f",
      as: RecordingHarness.redirect)
    #expect(data.hasPrefix(#"{"url":{"scheme":"app","host":"done","fragment":{"$sealed":""#))
    #expect(data.contains(#"["success","true"],[{"$sealed":""#))
    #expect(data.contains(#"["masked_card_number","**1234"],["status_code",""],[{"$sealed""#))
    let event = try harness.event("app://x?a%20b=c", as: RecordingHarness.redirect)
    guard case .array(let query)? = event.data["url"]?["query"],
      case .array(let pair)? = query.first
    else {
      Issue.record("no query")
      return
    }
    #expect(
      try RecordingHarness.open(pair.first, at: "/url/query/0/0", of: event) == #""a b=c""#)
  }

  @Test func `a body or a record that is too large is refused`() throws {
    var harness = RecordingHarness()
    let large = String(repeating: "a", count: 262_145)
    #expect(throws: CaptureRefusal.self) { try harness.record(large, as: applePay) }
    // The body fits, its sealed form does not.
    let text = String(repeating: "a", count: 250_000)
    #expect(throws: CaptureRefusal.self) {
      try harness.record("{\"x\":\"\(text)\"}", as: applePay)
    }
  }
}
