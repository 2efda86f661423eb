package import Payments
package import Recording

/// All that Daybook knows of one provider: how its messages are redacted, what they mean, and how
/// its words map to statuses.
///
/// A provider is a value. Adding one means a folder with three tables (redaction, status, kinds)
/// and one line in `Providers`; nothing in the journal, the fold or the projections changes.
package struct ProviderDescription: Sendable {
  /// The provider.
  package let provider: Provider
  /// The formats of its surfaces, by the word of the capture line's `surface`, and of its frames.
  package let formats: [SurfaceName: MessageFormat]
  /// The types of opened and closed channels, by surface.
  package let channels: [SurfaceName: ChannelTypes]
  /// What a record of one of its types says. A pure function of the record's clear and
  /// fingerprinted values.
  package let interpret: @Sendable (RecordedEvent) -> Interpretation

  /// The surface that takes a capture of this one: a frame that is not listed has one of its own,
  /// since a page that Daybook does not know must be heard all the same.
  package func surface(for surface: SurfaceName) -> SurfaceName? {
    if formats[surface] != nil || channels[surface] != nil { return surface }
    let unlisted = SurfaceName(surface.surface, frame: SurfaceName.unlistedFrame)
    return surface.frame != nil && formats[unlisted] != nil ? unlisted : nil
  }

  /// Every type that its records can have.
  package var types: [RecordType] {
    let ofChannels = channels.values.flatMap { [$0.opened, $0.closed] }
    let ofMessages = formats.values.flatMap(\.types)
    var byName: [String: RecordType] = [:]
    for type in ofChannels + ofMessages { byName[type.name] = type }
    return byName.values.sorted { $0.name < $1.name }
  }
}

/// A surface as captures name it: the word of the surface, and the frame where it is one.
package struct SurfaceName: Hashable, Sendable {
  package let surface: Surface
  package let frame: String?

  /// The frame that stands for every one that is not listed.
  package static let unlistedFrame = "unlisted"

  package init(_ surface: Surface, frame: String? = nil) {
    self.surface = surface
    self.frame = frame
  }
}

/// The types of the records that open and close a channel.
package struct ChannelTypes: Sendable {
  package let opened: RecordType
  package let closed: RecordType
}

/// The providers that Daybook understands.
package enum Providers {
  /// All of them.
  package static let all: [ProviderDescription] = [
    .moonPay, .moneiPay, .payrails, .dailyPay, .generic,
  ]

  /// The one of this name.
  package static func description(of provider: Provider) -> ProviderDescription? {
    all.first { $0.provider == provider }
  }
}
