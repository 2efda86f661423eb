import Recording
import Testing

/// Times as records write them and captures give them.
@Suite struct MomentTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000Z"),
    ("2024-02-29T23:59:60Z", "2024-02-29T23:59:59.000000Z"),
    ("2026-03-01T01:30:00.1+02:30", "2026-02-28T23:00:00.100000Z"),
    ("2026-03-01t09:30:00.123456789z", "2026-03-01T09:30:00.123456Z"),
    ("2100-03-01T00:00:00-00:01", "2100-03-01T00:01:00.000000Z"),
    ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
  ])
  func `a time is kept to the microsecond, in UTC`(_ text: String, _ kept: String) {
    #expect(Moment(text)?.description == kept)
    #expect(Moment(kept)?.description == kept)
  }

  @Test(arguments: [
    "", "noon", "2026-03-01", "2026-03-01T09:30:00", "2026-02-29T00:00:00Z",
    "2100-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-03-01T24:00:00Z", "2026-03-01T00:00:00.Z", "2026-03-01T00:00:00+0100",
    "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+00:01", "9999-12-31T23:59:59-23:59",
    "2026-03-01T00:00:00Z ", "12026-03-01T00:00:00Z",
  ])
  func `what is no RFC 3339 time of these years is refused`(_ text: String) {
    #expect(Moment(text) == nil)
  }
}
