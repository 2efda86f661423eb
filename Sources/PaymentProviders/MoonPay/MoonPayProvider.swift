import Payments
import Recording

extension ProviderDescription {
  /// MoonPay: the Apple Pay frame, and the challenge frame that it can ask for.
  package static let moonPay = ProviderDescription(
    provider: .moonPay,
    formats: [
      SurfaceName(.frame, frame: MoonPayFrame.applePay.rawValue): format(
        of: .applePay,
        kinds: [
          ("handshake", "handshake", MoonPayRedaction.bare),
          ("ready", "ready", MoonPayRedaction.bare),
          ("buttonPressed", "button-pressed", MoonPayRedaction.bare),
          ("complete", "complete", MoonPayRedaction.complete),
          ("challenge", "challenge", MoonPayRedaction.challenge),
          ("error", "error", MoonPayRedaction.error),
          ("ack", "ack", MoonPayRedaction.bare),
          ("setQuote", "set-quote", MoonPayRedaction.setQuote),
        ]),
      SurfaceName(.frame, frame: MoonPayFrame.challenge.rawValue): format(
        of: .challenge,
        kinds: [
          ("handshake", "handshake", MoonPayRedaction.bare),
          ("ready", "ready", MoonPayRedaction.bare),
          ("complete", "complete", MoonPayRedaction.complete),
          ("cancelled", "cancelled", MoonPayRedaction.cancelled),
          ("error", "error", MoonPayRedaction.error),
          ("ack", "ack", MoonPayRedaction.bare),
        ]),
    ],
    channels: Dictionary(
      uniqueKeysWithValues: MoonPayFrame.allCases.map { frame in
        let prefix = "moonpay.frame.\(frame.rawValue)"
        return (
          SurfaceName(.frame, frame: frame.rawValue),
          ChannelTypes(
            opened: RecordType(prefix + ".opened", rule: MoonPayRedaction.opened),
            closed: RecordType(prefix + ".closed", rule: .object([:])))
        )
      }),
    interpret: MoonPayInterpreter.interpret)

  private static func format(
    of frame: MoonPayFrame, kinds: [(word: String, suffix: String, rule: FieldRule)]
  ) -> MessageFormat {
    let prefix = "moonpay.frame.\(frame.rawValue)."
    return MessageFormat(
      kindMember: "kind",
      kinds: kinds.map { ($0.word, RecordType(prefix + $0.suffix, rule: $0.rule)) },
      unlisted: RecordType(prefix + "unlisted", rule: MoonPayRedaction.unlisted),
      unreadable: .unreadable(prefix + "unreadable"))
  }
}
