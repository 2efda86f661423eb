import Daybook
import Foundation

extension Chain {
  /// Asks the ledger for its transactions, as twenty killed processes left the projections, and
  /// again when they have been derived from the journal anew.
  func compareAnswers() async throws {
    let kept = try await transactions()
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: ledger)
    where name.hasPrefix("projections.sqlite") {
      try files.removeItem(atPath: ledger + "/" + name)
    }
    guard try await transactions() == kept else {
      throw Violation("the projections give other transactions than the journal")
    }
  }

  private func transactions() async throws -> [Transaction] {
    try await Ledger.with(at: ledger, for: .reading) { try await $0.fetch(.transactions()) }
  }
}
