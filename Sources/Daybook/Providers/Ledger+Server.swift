import EventStore

extension Ledger {
  /// Records a webhook with what its signature is worth.
  ///
  /// One that is not its provider's is recorded too, and says nothing of any payment: the receipt's
  /// `refusal` tells why.
  ///
  /// - Parameters:
  ///   - body: the exact bytes of the request's body; not JSON that was parsed and written again.
  ///   - header: the value of the signature's header; `nil` where the request had none.
  ///   - verifier: what to check it with.
  /// - Throws: as `record(_:)`.
  @discardableResult
  public func record(
    webhook body: [UInt8], header: String?, verifiedBy verifier: WebhookVerifier
  ) async throws(LedgerError) -> Receipt {
    var capture = Capture(verifier.provider, .webhook)
    capture.body = body
    capture.signature = header
    capture.verifier = verifier
    return try await only(record(capture))
  }

  /// Records what an authenticated read of a provider's API gave: the response's body.
  ///
  /// The host vouches that it asked the provider itself: the record counts as `read`.
  ///
  /// - Throws: as `record(_:)`.
  @discardableResult
  public func record(read body: [UInt8], of provider: Provider) async throws(LedgerError) -> Receipt
  {
    var capture = Capture(provider, .read)
    capture.body = body
    return try await only(record(capture))
  }

  private func only(_ receipts: [Receipt]) throws(LedgerError) -> Receipt {
    guard let receipt = receipts.last else {
      throw LedgerError(.refused, "There is nothing to record: the body is missing.")
    }
    return receipt
  }

  /// Checks the webhooks among the captures.
  func checked(_ captures: [Capture]) -> [Capture] {
    captures.map { capture in
      guard capture.surface == .webhook else { return capture }
      var checked = capture
      checked.verdict = verdict(on: capture)
      return checked
    }
  }

  private func verdict(on capture: Capture) -> WebhookVerdict {
    guard let verifier = capture.verifier, verifier.provider == capture.provider else {
      return .refused(.noKey)
    }
    let key = verifier.keyIdentity
    let isProven = provenKeys.withLock { $0.contains(key) }
    let verdict = verifier.verdict(
      on: capture.body ?? [], header: capture.signature, isProven: isProven)
    if verdict == .verified { _ = provenKeys.withLock { $0.insert(key) } }
    return verdict
  }
}
