import Foundation
import Recording

/// The payload that a Payrails session is made of, as the host's backend passed it on.
///
/// It is read leniently: what is missing or odd is absent, and loses nothing beside it. The token
/// and the links in it are secret, so it has no description that shows them.
public struct PayrailsInitData: Sendable, CustomStringConvertible, CustomReflectable {
  /// The payment's id; absent where the session only takes instruments.
  public let executionID: String?
  /// The amount that the session begins with, and falls back to.
  public let amount: PayrailsAmount?
  /// The host's own reference of the order.
  public let merchantReference: String?
  /// The kinds of payment on offer, by their codes; an option without one is passed over.
  public let paymentMethodCodes: [String]
  /// The instruments that are stored.
  public let instruments: [PayrailsInstrument]
  /// The payload as it came, for the capture.
  package let json: String

  /// Reads `{"version": …, "data": base64 of JSON}`, or the JSON that is in it.
  ///
  /// - Throws: `PayrailsInitDataError` where it is neither.
  public init(_ text: String) throws(PayrailsInitDataError) {
    var value = try PayrailsInitData.value(of: Array(text.utf8))
    json = text
    if let encoded = value["data"]?.text {
      guard let data = Data(base64Encoded: encoded) else { throw PayrailsInitDataError() }
      value = try PayrailsInitData.value(of: Array(data))
    }
    guard case .object = value else { throw PayrailsInitDataError() }
    let execution = value["execution"] ?? .null
    executionID = execution["id"]?.text
    merchantReference = execution["merchantReference"]?.text
    let sum = value["amount"] ?? execution["amount"] ?? .null
    if let amount = sum["value"]?.literal, let currency = sum["currency"]?.text {
      self.amount = PayrailsAmount(value: amount, currency: currency)
    } else {
      amount = nil
    }
    let options = PayrailsInitData.list(execution["initialResults"]).flatMap { result in
      PayrailsInitData.list(result["body"]?["data"]?["paymentCompositionOptions"])
    }
    paymentMethodCodes = options.compactMap { $0["paymentMethodCode"]?.text }
    instruments = options.flatMap { option in
      PayrailsInitData.list(option["paymentInstruments"]).compactMap { value in
        guard let id = value["id"]?.text else { return nil }
        var instrument = PayrailsInstrument(
          id: id, status: value["status"]?.text,
          paymentMethod: value["paymentMethod"]?.text ?? option["paymentMethodCode"]?.text)
        instrument.suffix = value["data"]?["suffix"]?.text
        instrument.network = value["data"]?["network"]?.text
        instrument.displayName = value["displayName"]?.text
        return instrument
      }
    }
  }

  private static func value(of text: [UInt8]) throws(PayrailsInitDataError) -> RecordValue {
    do throws(JSONScanError) {
      return try JSONReader.value(of: text)
    } catch {
      throw PayrailsInitDataError()
    }
  }

  private static func list(_ value: RecordValue?) -> [RecordValue] {
    if case .array(let list)? = value { list } else { [] }
  }

  /// Says what it is, and nothing of what it holds.
  public var description: String { "PayrailsInitData" }

  /// Nothing to look at.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The payload is no JSON object, nor base64 of one.
public struct PayrailsInitDataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, without what it holds.
  public var description: String {
    "The payload is neither a Payrails init payload nor the JSON in one."
  }
}
