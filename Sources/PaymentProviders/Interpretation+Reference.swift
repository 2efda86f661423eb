import Payments
import Recording

extension Interpretation {
  /// A record that says nothing about a payment, but is odd.
  init(anomalies: [Anomaly.Kind]) {
    self.init()
    self.anomalies = anomalies
  }

  /// Takes the host's reference from where the record has it: its fingerprint joins, its sealed
  /// form is kept for those who hold the key.
  mutating func refer(to value: RecordValue?) {
    guard case .redacted(let redacted)? = value, let fingerprint = redacted.fingerprint else {
      return
    }
    identifiers.append(Identifier(provider: nil, kind: .reference, value: fingerprint))
    sealedReference = sealedReference ?? redacted.sealed
  }
}
