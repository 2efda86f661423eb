import Daybook

/// Reads the keys that webhooks are checked with. They stand in a file, since what stands in a
/// command's arguments can be seen by every process of the machine.
enum WebhookKeys {
  /// The verifiers, by their providers.
  static func read(_ path: String) throws -> [Provider: WebhookVerifier] {
    let text = String(decoding: try TextFile.read(path), as: UTF8.self)
    var verifiers: [Provider: WebhookVerifier] = [:]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.isEmpty || words[0].hasPrefix("#") { continue }
      guard words.count == 2, let verifier = verifier(String(words[0]), String(words[1])) else {
        throw CommandFailure(
          "line \(index + 1) of \(path) is no provider and key: write 'moonpay', 'monei' or "
            + "'payrails', a space, and the key.")
      }
      verifiers[verifier.provider] = verifier
    }
    return verifiers
  }

  private static func verifier(_ provider: String, _ key: String) -> WebhookVerifier? {
    switch Provider(rawValue: provider) {
    case .moonPay: .moonPay(key)
    case .monei: .monei(key)
    case .payrails: .payrails(key)
    case .dailyPay, .generic, nil: nil
    }
  }
}
