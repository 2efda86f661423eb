import Payments
import Testing

@Suite struct MoneyTests {
  @Test(arguments: ["0", "57.49", "57.490", "-3", "-0.05", "0.000000000000000001", "007"])
  func `an exact decimal keeps its places`(_ literal: String) throws {
    let number = try #require(ExactDecimal(literal))
    let expected = literal == "007" ? "7" : literal
    #expect(number.description == expected)
    #expect(ExactDecimal(number.description) == number)
  }

  @Test(arguments: [
    "", "-", ".", "1.", ".5", "1.2.3", "1e3", "+1", "--1", " 1", "1 ", "1,5", "٣", "NaN",
    "0.0000000000000000001", "999999999999999999999999999999999999999999",
  ])
  func `what is no plain decimal has no value`(_ literal: String) {
    #expect(ExactDecimal(literal) == nil)
  }

  @Test(arguments: [("5749", "EUR", "57.49"), ("500", "JPY", "500"), ("1234", "KWD", "1.234")])
  func `minor units count by the currency's places`(
    _ literal: String, _ currency: String, _ value: String
  ) {
    let amount = Amount(literal: literal, unit: .minor, currency: currency)
    #expect(amount.value?.description == value)
    #expect(amount.literal == literal)
  }

  @Test(arguments: ["XQQ", "eur", "", nil])
  func `minor units of an unknown currency keep their literal and have no value`(
    _ currency: String?
  ) {
    let amount = Amount(literal: "5749", unit: .minor, currency: currency)
    #expect(amount.value == nil)
    #expect(amount.literal == "5749")
  }

  @Test(arguments: ["+5", "", "5.0", "1e3", " 5", "5 ", "--5", "0x5"])
  func `minor units that are no plain number have no value`(_ literal: String) {
    #expect(Amount(literal: literal, unit: .minor, currency: "EUR").value == nil)
  }

  @Test func `major units need no currency`() {
    #expect(Amount(literal: "0.10", unit: .major, currency: nil).value?.description == "0.10")
    #expect(Amount(literal: "ten", unit: .major, currency: "EUR").value == nil)
    #expect(Amount(literal: "57.49", unit: .minor, currency: "EUR").value == nil)
  }
}
