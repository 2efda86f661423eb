import Payments
import Recording

extension ProviderDescription {
  /// MoonPay: every frame of its Platform, the widget's webhooks, the Platform's transaction.
  package static let moonPay = ProviderDescription(
    provider: .moonPay,
    formats: MoonPayKinds.formats,
    channels: Dictionary(
      uniqueKeysWithValues: MoonPayKinds.frames.map { frame in
        let prefix = "moonpay.frame.\(frame)"
        return (
          SurfaceName(.frame, frame: frame),
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

  /// The frames' words, with the one for those that are not listed.
  static let frames = MoonPayFrame.allCases.map(\.rawValue) + [SurfaceName.unlistedFrame]

  static var formats: [SurfaceName: MessageFormat] {
    var formats: [SurfaceName: MessageFormat] = [
      SurfaceName(.webhook): webhook,
      SurfaceName(.read): MessageFormat(
        .json,
        type: RecordType(
          "moonpay.read.transaction", tier: .read, rule: MoonPayServerRedaction.transaction),
        unreadable: .unreadable("moonpay.read.unreadable")),
      SurfaceName(.host): MessageFormat(
        kind: .member(["kind"]),
        kinds: [
          (
            "quote",
            RecordType("moonpay.host.quote", tier: .local, rule: MoonPayServerRedaction.quote)
          )
        ],
        unlisted: RecordType(
          "moonpay.host.unlisted", tier: .local, rule: MoonPayServerRedaction.unlistedHost),
        unreadable: .unreadable("moonpay.host.unreadable")),
    ]
    for frame in MoonPayFrame.allCases {
      formats[SurfaceName(.frame, frame: frame.rawValue)] = format(
        of: frame.rawValue, kinds(of: frame))
    }
    formats[SurfaceName(.frame, frame: SurfaceName.unlistedFrame)] = format(
      of: SurfaceName.unlistedFrame, [])
    return formats
  }

  private static var webhook: MessageFormat {
    let words = [
      "transaction_created", "transaction_updated", "transaction_failed",
      "sell_transaction_created", "sell_transaction_updated", "sell_transaction_failed",
      "sell_transaction_requote_required", "identity_check_updated",
      "virtual_account_status_updated",
    ]
    return MessageFormat(
      kind: .member(["type"]),
      kinds: words.map { word in
        let name = "moonpay.webhook." + word.split(separator: "_").joined(separator: "-")
        return (word, RecordType(name, rule: MoonPayServerRedaction.webhook))
      },
      unlisted: RecordType(
        "moonpay.webhook.unlisted", rule: MoonPayServerRedaction.unlistedWebhook),
      unreadable: .unreadable("moonpay.webhook.unreadable"),
      refused: .refused("moonpay.webhook.refused"))
  }

  private static func format(of frame: String, _ kinds: [Kind]) -> MessageFormat {
    let prefix = "moonpay.frame.\(frame)."
    return MessageFormat(
      kind: .member(["kind"]),
      kinds: kinds.map { ($0.word, RecordType(prefix + $0.suffix, rule: $0.rule)) },
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
