import EventStore
import Foundation

extension Ledger {
  static func keysPath(_ directory: String) -> String {
    URL(fileURLWithPath: directory).appendingPathComponent("keys").path
  }

  /// Sees that the key is there that signs what is going to be written, and finishes a `reorigin`
  /// that was cut short.
  static func settleSigningKey(_ keys: KeyFiles?, of store: EventLog) throws {
    guard let keys else { throw CheckpointBook.noKeys(of: store) }
    do {
      try keys.settleSigningKey(of: store.publicKey)
      _ = try keys.signingKey(of: store.publicKey)
    } catch let error as EventStoreError where error.code == .keyMissing {
      throw CheckpointBook.noKeys(of: store, error.message)
    }
  }

  static func redactionKeys(_ keys: KeyFiles?) throws -> RedactionKeys? {
    guard let keys else { return nil }
    do {
      return RedactionKeys(
        fingerprint: try keys.secret(.fingerprint), link: try keys.secret(.link))
    } catch let error as EventStoreError where error.code == .keyMissing {
      // Capture goes on without them; receipts say that lengths alone were kept.
      return nil
    }
  }

  /// Refuses a prefix that cannot be part of a journal's name, or holds a card number: it stands in
  /// every record.
  static func checkSource(_ source: String) throws {
    try EventLog.checkSource(source)
    let text = Array(source.utf8)
    if CardGate.firstMatch(in: text.span, from: 0) != nil {
      throw LedgerError(.refused, "The source's prefix holds a card number. Choose another.")
    }
  }
}
