import Foundation

extension Ledger {
  /// MONEI Pay's requests and redirects.
  public var moneiPay: MoneiPay { MoneiPay(ledger: self) }
}

/// Asks MONEI Pay for payments on a ledger, and takes what comes back.
public struct MoneiPay: Sendable {
  let ledger: Ledger

  /// A request that was recorded and is ready to be opened.
  public struct OpenedRequest: Sendable {
    /// The URL to open. It holds the auth token: neither log nor keep it.
    public let url: String
    /// The order id that went out, minted where the host gave none.
    public let orderID: String
    /// Whether the request is recorded.
    public let recording: RecordingResult
  }

  /// What an opened URL was.
  public enum Redirect: Sendable {
    /// Another link of the app's. It is not recorded.
    case notOurs
    /// A redirect of MONEI Pay: the name of its record, which finds the transaction.
    case received(RecordingResult)
  }

  /// Records a request and makes the URL that opens MONEI Pay. Mints an order id where the request
  /// has none, so that a redirect can be matched whatever happens in between.
  ///
  /// - Precondition: the amount is positive, as MONEI requires.
  public func begin(_ request: MoneiPayRequest, person: String? = nil) async -> OpenedRequest {
    precondition(request.amount > 0, "MONEI Pay takes positive amounts only")
    var request = request
    let orderID = request.orderID ?? UUID().uuidString
    request.orderID = orderID
    var capture = Capture(.monei, .request, body: request.url)
    capture.direction = .out
    capture.currency = request.currency
    capture.person = person
    return OpenedRequest(
      url: request.url, orderID: orderID, recording: await ledger.recording([capture]))
  }

  /// Takes a URL that the app was opened with, even after a timeout or when the app was started
  /// again in between.
  ///
  /// - Parameter scheme: the app's own scheme, as given to `begin`.
  public func receive(redirect url: String, scheme: String) async -> Redirect {
    let start = "\(scheme)://payment-result"
    guard url.lowercased().hasPrefix(start.lowercased()) else { return .notOurs }
    let next = url.dropFirst(start.count).first
    guard next == nil || next == "?" || next == "/" || next == "#" else { return .notOurs }
    return .received(await ledger.recording([Capture(.monei, .redirect, body: url)]))
  }
}
