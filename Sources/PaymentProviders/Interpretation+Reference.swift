import MerkleLog
import Payments
import Recording

extension Interpretation {
  /// A record that says nothing about a payment, but is odd.
  init(anomalies: [Anomaly.Kind]) {
    self.init()
    self.anomalies = anomalies
  }

  /// Takes a sum, where there is one.
  mutating func add(
    _ kind: AmountEntry.Kind, _ value: RecordValue?, _ currency: String?,
    in unit: Amount.Unit = .major
  ) {
    guard let literal = value?.literal else { return }
    amounts.append((kind, Amount(literal: literal, unit: unit, currency: currency)))
  }

  /// Takes the host's reference from where the record has it: its fingerprint joins, its sealed
  /// form is kept, with its place, for those who hold the key.
  ///
  /// - Parameter pointer: the value's JSON pointer in the record's data.
  mutating func refer(to value: RecordValue?, at pointer: String, in event: RecordedEvent) {
    guard case .redacted(let redacted)? = value, let fingerprint = redacted.fingerprint else {
      return
    }
    identifiers.append(Identifier(provider: nil, kind: .reference, value: fingerprint))
    if let box = redacted.sealed, let person = event.person, sealedReference == nil {
      let origin = event.name.origin.description
      sealedReference =
        SealedValue(
          origin: origin, keyID: person, type: event.type, pointer: pointer, box: box
        ).description
    }
  }
}
