import Daybook
import Foundation
import Testing

/// One row of what is known about a provider, shown on a ledger of its own: what goes in by the
/// helpers that an app calls, and what the ledger answers then.
struct Row: Sendable, CustomTestStringConvertible {
  let name: String
  private let show: @Sendable (TemporaryLedger) async throws -> Void

  var testDescription: String { name }

  /// A row that one start of an app shows.
  init(_ name: String, _ show: @escaping @Sendable (Ledger) async throws -> Void) {
    self.name = name
    self.show = { try await $0.with { try await show($0) } }
  }

  /// A row that takes several starts.
  init(_ name: String, starts show: @escaping @Sendable (TemporaryLedger) async throws -> Void) {
    self.name = name
    self.show = show
  }

  func callAsFunction() async throws {
    let ledger = try TemporaryLedger()
    try await show(ledger)
    let verification = try await ledger.with { try await $0.verify() }
    #expect(verification.isClean)
    let disk = try ledger.bytesOutsideKeys()
    #expect(disk.range(of: Data("planted".utf8)) == nil, "a secret is on disk")
  }
}

extension Ledger {
  /// The statuses of all transactions, in journal order.
  var statuses: [PaymentStatus] {
    get async throws { try await fetch(.transactions()).map(\.status) }
  }

  /// What is odd, in journal order.
  var oddities: [Anomaly.Kind] {
    get async throws { try await fetch(.anomalies()).map(\.kind) }
  }

  /// The one transaction that there is.
  var only: Transaction {
    get async throws {
      let found = try await fetch(.transactions())
      #expect(found.count == 1)
      return try #require(found.first)
    }
  }

  /// How many records the journal has.
  var size: UInt64 { get async throws { try await head().size } }
}

extension RecordingResult {
  /// The types of what was recorded; a failure has none.
  var types: [String] { receipts.map(\.type) }
}
