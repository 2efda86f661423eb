import PaymentProviders
import Payments
import Recording
import Testing

/// What holds for every provider.
@Suite struct ProviderTests {
  @Test func `every type begins with its provider's word and is listed once`() {
    var names: [String] = []
    for description in Providers.all {
      for type in description.types {
        #expect(type.name.hasPrefix(description.provider.rawValue + "."))
        names.append(type.name)
      }
    }
    #expect(Set(names).count == names.count)
    #expect(Set(Providers.all.map(\.provider)) == Set(Provider.allCases))
  }

  @Test func `interpreting needs no key, so it says the same with and without`() throws {
    let bodies = [
      #"{"kind":"complete","payload":{"transaction":{"id":"t","status":"pending"}}}"#,
      #"{"kind":"complete","payload":{"transaction":{"status":"failed","failureReason":"x"}}}"#,
      #"{"kind":"error","payload":{"code":"generic","message":"x"}}"#,
      #"{"kind":"cancelled"}"#, #"{"kind":"other"}"#, "{",
    ]
    let format = RecordingHarness.format(frame: .applePay)
    for body in bodies {
      var harness = RecordingHarness()
      var keyless = RecordingHarness(hasKeys: false)
      let interpret = ProviderDescription.moonPay.interpret
      #expect(
        try interpret(harness.event(body, as: format)) == interpret(keyless.event(body, as: format))
      )
    }
  }

  @Test func `every interpreter takes any value anywhere`() throws {
    let values = ["null", "1", "\"x\"", "[]", "{}", "true", "\"\"", "[{\"a\":1}]"]
    for frame in MoonPayFrame.allCases {
      let format = RecordingHarness.format(frame: frame)
      for kind in format.kinds.map(\.word) + ["nope"] {
        for value in values {
          for body in [
            "{\"kind\":\"\(kind)\",\"payload\":\(value),\"meta\":\(value)}",
            "{\"kind\":\"\(kind)\",\"payload\":{\"transaction\":\(value),\"code\":\(value)}}",
            "{\"kind\":\"\(kind)\",\"payload\":{\"url\":\(value),\"flow\":\(value)}}",
          ] {
            var harness = RecordingHarness()
            _ = ProviderDescription.moonPay.interpret(try harness.event(body, as: format))
          }
        }
      }
    }
  }
}
