import EventStore
public import Foundation

extension Ledger {
  /// MONEI Pay's requests and redirects.
  public var moneiPay: MoneiPay { MoneiPay(ledger: self) }
}

/// Asks MONEI Pay for payments on a ledger, and takes what comes back.
///
/// One payment is in flight at a time, as MONEI Pay has it. After a timeout, a cancellation or a
/// new start of the app the slot is free, and a redirect that comes then still finds its request.
public struct MoneiPay: Sendable {
  let ledger: Ledger

  /// A request that was recorded and is ready to be opened.
  public struct OpenedRequest: Sendable {
    /// The URL to open. It holds the auth token: neither log nor keep it.
    public let url: String
    /// The URL to open where the first cannot be: older installs know this scheme only.
    public let legacyURL: String
    /// The order id that went out, minted where the host gave none.
    public let orderID: String
    /// When the wait ends, by the wall clock: time in the background counts.
    public let deadline: Date
    /// Whether the request is recorded.
    public let recording: RecordingResult
    let channel: String
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
  /// - Parameters:
  ///   - person: the host's own name for the customer; never stored.
  ///   - timeout: how long to wait, by the wall clock.
  /// - Throws: what MONEI would refuse; nothing is recorded then.
  public func begin(
    _ request: MoneiPayRequest, person: String? = nil, timeout: TimeInterval = 60
  ) async throws(MoneiPayRefusal) -> OpenedRequest {
    if let refusal = request.refusal { throw refusal }
    await expire()
    var request = request
    let orderID = request.orderID ?? UUID().uuidString
    request.orderID = orderID
    let flight = MoneiPayFlight(
      channel: UUID().uuidString, deadline: Date(timeIntervalSinceNow: timeout))
    let isFree = ledger.moneiPayFlight.withLock { current in
      if current != nil { return false }
      current = flight
      return true
    }
    if !isFree { throw .paymentInProgress }
    var capture = Capture(.monei, .request, body: request.url)
    capture.channel = flight.channel
    capture.direction = .out
    capture.currency = request.currency
    capture.person = person
    return OpenedRequest(
      url: request.url, legacyURL: request.legacyURL, orderID: orderID,
      deadline: flight.deadline, recording: await ledger.recording([capture]),
      channel: flight.channel)
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
    ledger.moneiPayFlight.withLock { $0 = nil }
    return .received(await ledger.recording([Capture(.monei, .redirect, body: url)]))
  }

  /// Takes what MONEI's own SDK gave: its result or error as JSON with the names of the SDK's
  /// properties, Android's extras, or the base64 text of an intent.
  public func receive(result: String) async -> RecordingResult {
    var capture = Capture(.monei, .callback, body: result)
    capture.channel = ledger.moneiPayFlight.withLock { current in
      defer { current = nil }
      return current?.channel
    }
    return await ledger.recording([capture])
  }

  /// Records that the wait is over, where it is: call it when a timer fires and whenever the app
  /// comes to the foreground. The other app may still succeed.
  ///
  /// - Returns: whether the payment in flight had run out of time; `nil` where none was in flight.
  @discardableResult
  public func expire(now: Date = Date()) async -> Bool? {
    let (isInFlight, channel) = ledger.moneiPayFlight.withLock { current in
      guard let flight = current else { return (false, String?.none) }
      if now < flight.deadline { return (true, nil) }
      current = nil
      return (true, flight.channel)
    }
    if let channel { await note("timedOut", on: channel) }
    return isInFlight ? channel != nil : nil
  }

  /// Frees the slot because the customer wants no more of it. Whether they pay in the other app all
  /// the same is not known.
  public func cancel() async {
    let flight = ledger.moneiPayFlight.withLock { current in
      defer { current = nil }
      return current
    }
    if let flight { await note("cancelled", on: flight.channel) }
  }

  /// Records that the URL could not be opened: nothing was started.
  ///
  /// - Parameter code: as in MONEI's SDK: `moneiPayNotInstalled` or `failedToOpen`.
  @discardableResult
  public func notOpened(
    _ request: OpenedRequest, code: String = "failedToOpen"
  ) async -> RecordingResult {
    ledger.moneiPayFlight.withLock { if $0?.channel == request.channel { $0 = nil } }
    return await note("notOpened", code: code, on: request.channel)
  }

  @discardableResult
  private func note(
    _ kind: String, code: String? = nil, on channel: String
  ) async -> RecordingResult {
    var statement = JSONBuilder()
    statement.add("kind", kind)
    statement.add("code", code)
    var capture = Capture(.monei, .host, body: statement.text)
    capture.channel = channel
    return await ledger.recording([capture])
  }
}

/// The payment that MONEI Pay was asked for and has not answered.
struct MoneiPayFlight: Sendable {
  let channel: String
  let deadline: Date
}
