import Foundation

/// An element of Payrails' SDK.
public enum PayrailsElement: String, Hashable, Sendable, CaseIterable {
  /// The card form with its button.
  case cardPaymentButton
  /// Apple Pay's button.
  case applePayButton
  /// PayPal's button.
  case payPalButton
  /// A button that leads to a page; its success is a landing page that was seen, no more.
  case genericRedirectButton
  /// The list of stored instruments.
  case storedInstruments
  /// `executePayment`, without any element.
  case headless
}

/// One try to pay in a Payrails session: its execution was fixed when it began, and every callback
/// is stamped with it.
public final class PayrailsAttempt: Sendable {
  /// How long Payrails' SDK waits for the answer to `onRequestStart`.
  public static let decisionTime = Duration.seconds(10)

  /// The execution that the attempt pays.
  public var executionID: String? { stamp.execution }
  /// Whether the beginning is recorded.
  public let opening: RecordingResult

  private let ledger: Ledger
  private let element: PayrailsElement
  private let stamp: PayrailsCallback.Stamp
  private let channel = UUID().uuidString

  init(
    on ledger: Ledger, _ element: PayrailsElement, _ stamp: PayrailsCallback.Stamp,
    reference: String?, person: String?
  ) async {
    self.ledger = ledger
    self.element = element
    self.stamp = stamp
    var parameters = JSONBuilder()
    parameters.add("element", element.rawValue)
    parameters.add("execution", stamp.execution)
    parameters.add("attempt", stamp.attempt)
    parameters.add("amount", json: stamp.amount?.json)
    var capture = Capture(.payrails, .callback)
    capture.channel = channel
    capture.opensChannel = true
    capture.reference = reference
    capture.person = person
    capture.parameters = parameters.text
    opening = await ledger.recording([capture])
  }

  /// Records what the SDK called back. A success of the generic redirect is recorded as what it is:
  /// a landing page that was seen.
  @discardableResult
  public func record(_ callback: PayrailsCallback) async -> RecordingResult {
    var callback = callback
    if element == .genericRedirectButton, callback == .authorizeSuccess {
      callback = .redirectSuccess
    }
    return await record(callback, .in)
  }

  /// Answers `onRequestStart`: records the question and the answer. One that takes longer than
  /// Payrails waits counts as none, and stops the attempt as Payrails does.
  ///
  /// - Parameter answer: decides; it is cancelled when the time is over.
  /// - Returns: what to complete with.
  public func decide(
    _ context: PayrailsRequestContext, within limit: Duration = PayrailsAttempt.decisionTime,
    _ answer: @escaping @Sendable () async -> PayrailsDecision
  ) async -> PayrailsDecision {
    await record(.requestStart(context), .in)
    let decision = await withTaskGroup(of: PayrailsDecision.self) { group in
      group.addTask { await answer() }
      group.addTask {
        do {
          try await Task.sleep(for: limit)
        } catch {
          // The answer came first.
        }
        return .timeout
      }
      let first = await group.next() ?? .timeout
      group.cancelAll()
      return first
    }
    await record(.requestDecision(decision), .out)
    return decision
  }

  /// Records that a landing page came back to the app.
  @discardableResult
  public func receive(redirect url: String) async -> RecordingResult {
    var capture = Capture(.payrails, .redirect, body: url)
    capture.channel = channel
    return await ledger.recording([capture])
  }

  /// Records that the element left the screen. What is called back late is still taken.
  @discardableResult
  public func close() async -> RecordingResult {
    var capture = Capture(.payrails, .callback)
    capture.channel = channel
    capture.closesChannel = true
    capture.ownsChannelName = true
    return await ledger.recording([capture])
  }

  @discardableResult
  private func record(_ callback: PayrailsCallback, _ direction: Direction) async
    -> RecordingResult
  {
    var capture = Capture(.payrails, .callback, body: callback.json(stamp))
    capture.channel = channel
    capture.direction = direction
    return await ledger.recording([capture])
  }
}
