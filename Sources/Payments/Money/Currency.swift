/// The decimal places of a currency, by its ISO 4217 alphabetic code.
///
/// Only currencies whose places are not two are listed, with the codes of two places that the
/// bundled providers settle in. A code outside the table has no known exponent, and an amount in
/// its minor units then keeps its literal and gets no value: a guess would be a wrong figure.
/// Source: ISO 4217 list one, read 2026.
package enum Currency {
  /// The alphabetic code of a numeric one, with or without leading zeros, of those that providers
  /// have been seen to send; any other text as it is, in upper case.
  package static func alphabeticCode(of code: String) -> String {
    switch code.drop(while: { $0 == "0" }) {
    case "978": "EUR"
    case "840": "USD"
    case "826": "GBP"
    default: code.uppercased()
    }
  }

  static func places(of code: String) -> Int? { table[code] }

  private static let table: [String: Int] = {
    var table: [String: Int] = [:]
    let codesByPlaces: [(Int, String)] = [
      (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"),
      (
        2,
        "AED ARS AUD BGN BRL CAD CHF CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR MAD MXN MYR "
          + "NGN NOK NZD PEN PHP PLN QAR RON SAR SEK SGD THB TRY TWD UAH USD UYU ZAR"
      ),
      (3, "BHD IQD JOD KWD LYD OMR TND"),
    ]
    for (places, codes) in codesByPlaces {
      for code in codes.split(separator: " ") { table[String(code)] = places }
    }
    return table
  }()
}
