import Foundation
import PaymentProviders
import Payments
import Testing

/// The status tables stand in the code and in `docs/reference/status.md`; both must say the same.
@Suite struct StatusPageTests {
  private static let page = URL(fileURLWithPath: #filePath)
    .appending(path: "../../../docs/reference/status.md").standardizedFileURL

  @Test(arguments: [
    ("MoonPay", MoonPayStatus.table), ("MONEI Pay", MoneiPayStatus.table),
    ("Payrails", PayrailsStatus.table), ("DailyPay", DailyPayStatus.table),
  ])
  func `the page has the provider's table, row by row`(name: String, table: StatusTable) throws {
    let page = try String(contentsOf: StatusPageTests.page, encoding: .utf8)
    let sections = page.components(separatedBy: "\n## ")
    let section = try #require(sections.first { $0.hasPrefix("\(name)\n") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    #expect(rows.map(String.init) == table.rows.map { StatusPageTests.line(of: $0) })
  }

  @Test func `the page has every status with its rank`() throws {
    let page = try String(contentsOf: StatusPageTests.page, encoding: .utf8)
    for status in PaymentStatus.allCases {
      let meaning = Meaning(.pay, .unknown, status)
      let row =
        "| `\(status.rawValue)` | \(meaning.rank) | \(status.isFinal ? "yes" : "no") "
        + "| \(meaning.money.rawValue) |"
      #expect(page.contains(row), "\(row)")
    }
  }

  private static func line(of row: StatusTable.Row) -> String {
    let words = row.words.map { $0 == "*" ? "any other" : "`\($0)`" }.joined(separator: ", ")
    var cells = ["`\(row.record)`", words]
    if let meaning = row.meaning {
      cells += [
        meaning.operation.rawValue, meaning.outcome.rawValue, "`\(meaning.status.rawValue)`",
        String(meaning.rank), meaning.status.isFinal ? "yes" : "no", meaning.money.rawValue,
      ]
    } else {
      cells += Array(repeating: "", count: 6)
    }
    return "|" + cells.map { $0.isEmpty ? " " : " \($0) " }.joined(separator: "|") + "|"
  }
}
