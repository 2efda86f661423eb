import Payments
import Recording

extension ProviderDescription {
  /// Payrails: sessions and elements of its SDK, what they call back with, the landing pages, the
  /// notifications, and the execution as its API gives it.
  package static let payrails = ProviderDescription(
    provider: .payrails,
    formats: [
      SurfaceName(.host): MessageFormat(
        kind: .member(["kind"]), kinds: PayrailsKinds.session,
        unlisted: RecordType(
          "payrails.session.unlisted", tier: .local, rule: PayrailsRedaction.unlisted),
        unreadable: .unreadable("payrails.session.unreadable")),
      SurfaceName(.callback): MessageFormat(
        kind: .member(["kind"]), kinds: PayrailsKinds.callbacks,
        unlisted: RecordType("payrails.callback.unlisted", rule: PayrailsRedaction.unlisted),
        unreadable: .unreadable("payrails.callback.unreadable")),
      SurfaceName(.redirect): MessageFormat(
        .url, kind: .prefix, kinds: PayrailsKinds.redirects,
        unlisted: RecordType("payrails.redirect.unlisted", rule: PayrailsRedaction.redirect),
        unreadable: .unreadable("payrails.redirect.unreadable")),
      SurfaceName(.webhook): MessageFormat(
        kind: .member(["event"]), kinds: PayrailsKinds.notifications,
        unlisted: RecordType(
          "payrails.webhook.unlisted", rule: PayrailsRedaction.unlistedNotification),
        unreadable: .unreadable("payrails.webhook.unreadable"),
        refused: .refused("payrails.webhook.refused")),
      SurfaceName(.read): MessageFormat(
        .json,
        type: RecordType(
          "payrails.read.execution", tier: .read, rule: PayrailsRedaction.execution),
        unreadable: .unreadable("payrails.read.unreadable")),
    ],
    channels: [
      SurfaceName(.host): ChannelTypes(
        opened: RecordType("payrails.session.opened", rule: PayrailsRedaction.opened),
        closed: RecordType("payrails.session.closed", rule: .object([:]))),
      SurfaceName(.callback): ChannelTypes(
        opened: RecordType("payrails.element.opened", rule: PayrailsRedaction.opened),
        closed: RecordType("payrails.element.closed", rule: .object([:]))),
    ],
    interpret: PayrailsInterpreter.interpret)
}

/// The kinds of what Payrails' SDK and server say.
enum PayrailsKinds {
  typealias Kind = (word: String, type: RecordType)

  static let session: [Kind] = [
    // The init payload comes from Payrails' server by way of the host's: the SDK trusts it too.
    kind("initialized", "session.initialized", .sdk),
    kind("refreshed", "session.refreshed", .sdk),
    kind("initFailed", "session.init-failed", .sdk),
    kind("expired", "session.expired", .sdk),
    kind("amountUpdated", "session.amount-updated", .local),
    kind("amountReset", "session.amount-reset", .claim),
    kind("backendAmount", "session.backend-amount", .local),
  ]

  private static func kind(_ word: String, _ name: String, _ tier: EvidenceTier) -> Kind {
    (word, RecordType("payrails.\(name)", tier: tier, rule: PayrailsRedaction.session))
  }

  /// What the SDK has asked its backend about, and what it only saw or remembers.
  static let callbacks: [Kind] =
    [
      "authorizeSuccess", "authorizePending", "authorizeFailed", "paymentCompleted",
      "paymentFailed", "paymentResult", "tokenized", "tokenizeFailed", "instrumentUpdated",
      "instrumentDeleted",
    ].map { callback($0, .sdk) }
    + [
      "paymentButtonClicked", "requestStart", "requestDecision", "threeDSecureChallenge",
      "redirectSuccess", "paymentSessionExpired", "storedInstrumentChanged",
      "instrumentSelected", "instrumentDeselected", "deleteRequested", "updateRequested",
      "cardDataCollected", "cardFormFailed", "preferredSchemeChanged", "tokenizeCancelled",
      "queried",
    ].map { callback($0, .claim) }

  private static func callback(_ word: String, _ tier: EvidenceTier) -> Kind {
    var name = "payrails.callback."
    for character in word {
      name += character.isUppercase ? "-\(character.lowercased())" : String(character)
    }
    return (word, RecordType(name, tier: tier, rule: PayrailsRedaction.callback))
  }

  /// Payrails matches its landing pages by what their URL begins with.
  static let redirects: [Kind] = ["success", "cancel", "error", "pending"].map { word in
    (
      "https://assets.payrails.io/html/payrails-\(word).html",
      RecordType("payrails.redirect.\(word)", rule: PayrailsRedaction.redirect)
    )
  }

  static let notifications: [Kind] = [
    ("executionCreated", "execution-created"),
    ("executionActionRequested", "execution-action-requested"),
    ("executionActionCompleted", "execution-action-completed"),
    ("executionActionUpdated", "execution-action-updated"),
    ("ruleEngineExecuted", "rule-engine-executed"),
    ("networkOffersEnrollmentCompleted", "network-offers-enrollment-completed"),
  ].map { word, name in
    (word, RecordType("payrails.webhook.\(name)", rule: PayrailsRedaction.notification))
  }
}
