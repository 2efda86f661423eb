import Recording
import Testing

/// What a record says of its place and key, read from its first bytes.
@Suite struct RecordPreambleTests {
  private let preamble = RecordPreamble(source: "shop.example/daybook/0123")

  private func record(
    id: String = "7", source: String = "shop.example/daybook/0123", keyed: String = ""
  ) -> [UInt8] {
    Array(
      (#"{"specversion":"1.0","id":"\#(id)","source":"\#(source)","type":"monei.redirect","#
        + #""subject":"3","time":"2026-03-02T09:00:15.000000Z","#
        + #""recordedtime":"2026-03-02T09:00:15.000000Z","direction":"in","#
        + #""evidence":"claim","person":"8b7cd5dc5089c7f41a7ae1277bbc6e26",\#(keyed)"#
        + #""dataschema":"daybook:monei.redirect:1","datacontenttype":"application/json","#
        + #""data":{"idempotencykey":"00000000000000000000000000000000"}}"#).utf8)
  }

  private let key = "000102030405060708090a0b0c0d0e0f"
  private let content = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"

  private func attributes(_ key: String, _ content: String) -> String {
    #""idempotencykey":"\#(key)","contentdigest":"\#(content)","#
  }

  @Test func `the position is read where it and the source are well formed`() {
    for (id, position) in [("0", 0), ("7", 7), ("18446744073709551615", UInt64.max)] {
      let record = record(id: id)
      #expect(preamble.facts(in: record.span).position == position)
    }
    for id in ["", "07", "00", "-1", "7 ", "x", "18446744073709551616"] {
      let record = record(id: id)
      #expect(preamble.facts(in: record.span).position == nil, "\(id)")
    }
    for source in ["shop.example/daybook/012", "shop.example/daybook/01234", ""] {
      let record = record(source: source)
      #expect(preamble.facts(in: record.span).position == nil)
    }
  }

  @Test func `key and content are read where both are well formed, and never from the data`() {
    let whole = record(keyed: attributes(key, content))
    let found = preamble.facts(in: whole.span).keyed
    #expect(found?.key.0 == 0x0001_0203_0405_0607)
    #expect(found?.key.1 == 0x0809_0a0b_0c0d_0e0f)
    #expect(found?.content.0 == 0xf0f1_f2f3_f4f5_f6f7)
    #expect(found?.content.1 == 0xf8f9_fafb_fcfd_feff)
    for keyed in [
      "", attributes(key, content + "0"), attributes(String(key.dropLast()), content),
      attributes(key.uppercased(), content), #""idempotencykey":"\#(key)","#,
      #""idempotencykey":"\#(key)","other":"\#(content)","#,
    ] {
      let record = record(keyed: keyed)
      #expect(preamble.facts(in: record.span).keyed == nil, "\(keyed)")
    }
  }

  @Test func `a record cut anywhere, or with any byte changed, is read without harm`() {
    let whole = record(keyed: attributes(key, content))
    for count in 0...whole.count {
      let cut = Array(whole.prefix(count))
      let position = preamble.facts(in: cut.span).position
      #expect(position == nil || position == 7)
    }
    for index in whole.indices {
      for byte in [0, 0x22, 0x2C, 0x64, 0x69, 0xFF] as [UInt8] {
        var changed = whole
        changed[index] = byte
        _ = preamble.facts(in: changed.span)
      }
    }
  }
}
