import Payments
import Recording

extension ProviderDescription {
  /// MoonPay: every frame of its Platform.
  package static let moonPay = ProviderDescription(
    provider: .moonPay,
    formats: Dictionary(
      uniqueKeysWithValues: MoonPayFrame.allCases.map { frame in
        (SurfaceName(.frame, frame: frame.rawValue), MoonPayKinds.format(of: frame))
      }),
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
}

/// Which kinds of message each frame has. Source: the frame reference pages.
private enum MoonPayKinds {
  private typealias Kind = (word: String, suffix: String, rule: FieldRule)

  static func format(of frame: MoonPayFrame) -> MessageFormat {
    let prefix = "moonpay.frame.\(frame.rawValue)."
    return MessageFormat(
      kindMember: "kind",
      kinds: kinds(of: frame).map { ($0.word, RecordType(prefix + $0.suffix, rule: $0.rule)) },
      unlisted: RecordType(prefix + "unlisted", rule: MoonPayRedaction.unlisted),
      unreadable: .unreadable(prefix + "unreadable"))
  }

  private static func kinds(of frame: MoonPayFrame) -> [Kind] {
    var kinds: [Kind] = [
      ("handshake", "handshake", MoonPayRedaction.bare),
      ("complete", "complete", complete(of: frame)),
      ("error", "error", MoonPayRedaction.error),
      ("ack", "ack", MoonPayRedaction.bare),
    ]
    if frame != .checkConnection { kinds.append(("ready", "ready", MoonPayRedaction.bare)) }
    switch frame {
    case .applePay:
      kinds.append(("buttonPressed", "button-pressed", MoonPayRedaction.bare))
    case .challenge:
      kinds.append(("cancelled", "cancelled", MoonPayRedaction.cancelled))
    case .widget:
      kinds.append(("transactionCreated", "transaction-created", MoonPayRedaction.complete))
    case .checkConnection, .connect, .googlePay, .addCard, .buy, .buyButton: break
    }
    switch frame {
    case .applePay, .googlePay, .buy, .buyButton:
      kinds.append(("challenge", "challenge", MoonPayRedaction.challenge))
      kinds.append(("setQuote", "set-quote", MoonPayRedaction.setQuote))
    case .checkConnection, .connect, .addCard, .challenge, .widget: break
    }
    return kinds
  }

  private static func complete(of frame: MoonPayFrame) -> FieldRule {
    switch frame {
    case .checkConnection, .connect: MoonPayRedaction.connection
    case .addCard: MoonPayRedaction.addedCard
    case .applePay, .googlePay, .buy, .buyButton, .challenge, .widget: MoonPayRedaction.complete
    }
  }
}
