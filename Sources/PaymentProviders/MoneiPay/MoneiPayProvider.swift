import Payments
import Recording

extension ProviderDescription {
  /// MONEI Pay: the URL that opens it, the redirect that comes back, what its SDKs give, and what
  /// MONEI's server says of the payment.
  package static let moneiPay = ProviderDescription(
    provider: .monei,
    formats: [
      SurfaceName(.redirect): MessageFormat(
        .url, type: RecordType("monei.redirect", rule: MoneiPayRedaction.redirected),
        unreadable: .unreadable("monei.redirect.unreadable")),
      SurfaceName(.callback): MessageFormat(
        .jsonOrBase64,
        type: RecordType("monei.callback", rule: MoneiPayServerRedaction.callback),
        unreadable: .unreadable("monei.callback.unreadable")),
      SurfaceName(.webhook): MessageFormat(
        .json, type: RecordType("monei.webhook", rule: MoneiPayServerRedaction.webhook),
        unreadable: .unreadable("monei.webhook.unreadable"),
        refused: .refused("monei.webhook.refused")),
      SurfaceName(.read): MessageFormat(
        .json,
        type: RecordType(
          "monei.read.payment", tier: .read, rule: MoneiPayServerRedaction.payment),
        unreadable: .unreadable("monei.read.unreadable")),
      SurfaceName(.host): MessageFormat(
        kind: .member(["kind"]),
        kinds: [("timedOut", "timed-out"), ("cancelled", "cancelled"), ("notOpened", "not-opened")]
          .map { word, name in
            (
              word,
              RecordType(
                "monei.host.\(name)", tier: .local, rule: MoneiPayServerRedaction.host)
            )
          },
        unlisted: RecordType(
          "monei.host.unlisted", tier: .local, rule: MoneiPayServerRedaction.unlistedHost),
        unreadable: .unreadable("monei.host.unreadable")),
    ],
    channels: [
      SurfaceName(.request): ChannelTypes(
        opened: RecordType("monei.request.opened", rule: MoneiPayRedaction.opened),
        closed: RecordType("monei.request.closed", rule: .object([:])))
    ],
    interpret: MoneiPayInterpreter.interpret)
}
