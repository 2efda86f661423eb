import Payments
import Recording

extension ProviderDescription {
  /// DailyPay: its elements, and the accounts and transfers of its API. It has no webhooks.
  package static let dailyPay = ProviderDescription(
    provider: .dailyPay,
    formats: [
      SurfaceName(.element): MessageFormat(
        kind: .member(["type"]),
        kinds: [
          (
            "DAILYPAY_CARD_TOKENIZE_RESPONSE",
            RecordType(
              "dailypay.element.card-tokenize-response", rule: DailyPayRedaction.tokenized)
          )
        ],
        unlisted: RecordType("dailypay.element.unlisted", rule: DailyPayRedaction.unlisted),
        unreadable: .unreadable("dailypay.element.unreadable")),
      SurfaceName(.read): MessageFormat(
        kind: .member(["data", "type"]),
        kinds: [
          (
            "accounts",
            RecordType("dailypay.read.account", tier: .read, rule: DailyPayRedaction.account)
          ),
          (
            "transfers",
            RecordType("dailypay.read.transfer", tier: .read, rule: DailyPayRedaction.transfer)
          ),
        ],
        unlisted: RecordType(
          "dailypay.read.other", tier: .read, rule: DailyPayRedaction.otherRead),
        unreadable: .unreadable("dailypay.read.unreadable")),
    ],
    channels: [
      SurfaceName(.element): ChannelTypes(
        opened: RecordType("dailypay.element.opened", rule: DailyPayRedaction.opened),
        closed: RecordType("dailypay.element.closed", rule: .object([:])))
    ],
    interpret: DailyPayInterpreter.interpret)
}
