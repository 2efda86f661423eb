import EventStore
import Foundation

extension Ledger {
  /// Payrails' sessions.
  public var payrails: Payrails { Payrails(ledger: self) }
}

/// Opens Payrails' sessions on a ledger.
public struct Payrails: Sendable {
  let ledger: Ledger

  /// Records that the SDK's session is made of this payload. It does not throw: a checkout goes on
  /// when recording failed, and `opening` says so.
  ///
  /// - Parameters:
  ///   - reference: the host's order id; absent takes the payload's `merchantReference`.
  ///   - person: the host's own name for the customer; never stored.
  public func session(
    _ initData: PayrailsInitData, reference: String? = nil, person: String? = nil
  ) async -> PayrailsSession {
    await PayrailsSession(on: ledger, initData, reference: reference, person: person)
  }
}

/// One session of Payrails' SDK. A callback carries no id and no amount: the session knows both,
/// and each attempt keeps those it was begun with.
public final class PayrailsSession: Sendable {
  private struct State {
    var execution: String?
    var amount: PayrailsAmount?
    var reference: String?
    var attempts = 0
  }

  /// Whether the opening is recorded.
  public let opening: RecordingResult

  private let ledger: Ledger
  private let channel = UUID().uuidString
  private let person: String?
  private let state: Lock<State>

  init(
    on ledger: Ledger, _ initData: PayrailsInitData, reference: String?, person: String?
  ) async {
    self.ledger = ledger
    self.person = person
    let reference = reference ?? initData.merchantReference
    state = Lock(
      State(
        execution: initData.executionID, amount: initData.amount, reference: reference))
    var capture = Capture(.payrails, .host)
    capture.channel = channel
    capture.opensChannel = true
    capture.reference = reference
    capture.person = person
    capture.body = Array(
      PayrailsSession.statement("initialized", initData: initData).utf8)
    opening = await ledger.recording([capture])
  }

  /// The execution that the session pays now.
  public var executionID: String? { state.withLock { $0.execution } }

  /// The amount in force, as far as the host told.
  public var amount: PayrailsAmount? { state.withLock { $0.amount } }

  /// Begins a try on an element. Its execution and amount are those of now, whatever the session
  /// does later.
  public func attempt(_ element: PayrailsElement) async -> PayrailsAttempt {
    let stamp = state.withLock { state in
      state.attempts += 1
      return PayrailsCallback.Stamp(
        execution: state.execution, attempt: state.attempts, amount: state.amount,
        element: element.rawValue)
    }
    let reference = state.withLock { $0.reference }
    return await PayrailsAttempt(
      on: ledger, element, stamp, reference: reference, person: person)
  }

  /// Records what the SDK called back outside of any attempt: instruments, tokens, queries.
  @discardableResult
  public func record(_ callback: PayrailsCallback) async -> RecordingResult {
    let stamp = PayrailsCallback.Stamp(execution: executionID)
    return await record(.callback, callback.json(stamp))
  }

  /// Records that the SDK asked for a new payload.
  @discardableResult
  public func expired() async -> RecordingResult {
    await record(.host, PayrailsSession.statement("expired"))
  }

  /// Records the new payload that the SDK was given: it changes execution and amount inside the
  /// same session.
  @discardableResult
  public func refresh(_ initData: PayrailsInitData) async -> RecordingResult {
    state.withLock {
      $0.execution = initData.executionID
      $0.amount = initData.amount
      $0.reference = initData.merchantReference ?? $0.reference
    }
    return await record(.host, PayrailsSession.statement("refreshed", initData: initData))
  }

  /// Records that `onInit` gave an error: the name of the `PayrailsError`'s case.
  @discardableResult
  public func initFailed(_ error: String) async -> RecordingResult {
    await record(.host, PayrailsSession.statement("initFailed", error: error))
  }

  /// Records `Payrails.update(amount)`. Call it when the SDK has a session: it drops it silently
  /// otherwise.
  @discardableResult
  public func update(_ amount: PayrailsAmount) async -> RecordingResult {
    state.withLock { $0.amount = amount }
    return await sum("amountUpdated", amount)
  }

  /// Records the amount that the host's backend set at Payrails. Where the SDK's is another, the
  /// next request is refused as not authenticated.
  @discardableResult
  public func backendAmount(_ amount: PayrailsAmount) async -> RecordingResult {
    await sum("backendAmount", amount)
  }

  /// Takes the amount that `query(.amount)` gives after the customer came back: the SDK falls back
  /// to the payload's without a callback. It is recorded, and as a reset where it is not the one in
  /// force.
  ///
  /// - Returns: whether the SDK had fallen back.
  @discardableResult
  public func returned(sdkAmount: PayrailsAmount?) async -> Bool {
    await record(.queried(.amount(sdkAmount)))
    guard let sdkAmount, sdkAmount != amount else { return false }
    state.withLock { $0.amount = sdkAmount }
    await sum("amountReset", sdkAmount)
    return true
  }

  /// Records that the session is over. What is called back late is still taken.
  @discardableResult
  public func close() async -> RecordingResult {
    var capture = Capture(.payrails, .host)
    capture.channel = channel
    capture.closesChannel = true
    capture.ownsChannelName = true
    return await ledger.recording([capture])
  }

  @discardableResult
  private func sum(_ kind: String, _ amount: PayrailsAmount) async -> RecordingResult {
    await record(
      .host, PayrailsSession.statement(kind, amount: amount, execution: executionID))
  }

  private func record(_ surface: Surface, _ body: String) async -> RecordingResult {
    var capture = Capture(.payrails, surface, body: body)
    capture.channel = channel
    return await ledger.recording([capture])
  }

  private static func statement(
    _ kind: String, initData: PayrailsInitData? = nil, amount: PayrailsAmount? = nil,
    execution: String? = nil, error: String? = nil
  ) -> String {
    var statement = JSONBuilder()
    statement.add("kind", kind)
    statement.add("init", json: initData?.json)
    statement.add("amount", json: amount?.json)
    statement.add("execution", execution)
    statement.add("error", error)
    return statement.text
  }
}
