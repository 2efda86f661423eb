import Payments
import Recording

extension ProviderDescription {
  /// MONEI Pay: the URL that opens it, and the redirect that comes back.
  package static let moneiPay = ProviderDescription(
    provider: .monei,
    formats: [
      SurfaceName(.redirect): MessageFormat(
        .url, type: RecordType("monei.redirect", rule: MoneiPayRedaction.redirected),
        unreadable: .unreadable("monei.redirect.unreadable"))
    ],
    channels: [
      SurfaceName(.request): ChannelTypes(
        opened: RecordType("monei.request.opened", rule: MoneiPayRedaction.opened),
        closed: RecordType("monei.request.closed", rule: .object([:])))
    ],
    interpret: MoneiPayInterpreter.interpret)
}
