/// One parameter of a URL's query: where its name and value are, still percent-encoded.
package struct URLParameter: Equatable, Sendable {
  /// Where the name is. Empty in `?=1`.
  package let name: Range<Int>

  /// Where the value is: empty in `?a=`, `nil` in `?a`.
  package let value: Range<Int>?
}

/// Where the parts of a URL are in its bytes (RFC 3986 section 3), in storage that is kept from one
/// URL to the next.
package struct URLParts: Equatable, Sendable {
  /// The scheme, without its colon.
  package internal(set) var scheme = 0..<0

  /// The authority, without its slashes: empty in `app:///path`, `nil` in `mailto:a`.
  package internal(set) var authority: Range<Int>?

  /// The path, often empty.
  package internal(set) var path = 0..<0

  /// The query, without its question mark: empty in `app://a?`, `nil` where there is none.
  package internal(set) var query: Range<Int>?

  /// The fragment, without its hash sign.
  package internal(set) var fragment: Range<Int>?

  /// The query's parameters in order, duplicates kept.
  package internal(set) var parameters: [URLParameter] = []

  /// Parts of no URL yet.
  package init() { parameters.reserveCapacity(32) }

  mutating func removeAll() {
    scheme = 0..<0
    authority = nil
    path = 0..<0
    query = nil
    fragment = nil
    parameters.removeAll(keepingCapacity: true)
  }
}

/// Why bytes are not a URL, and where. Never what they say.
package struct URLScanError: Error, Equatable, CustomStringConvertible {
  /// The closed set of reasons; the raw value is what records and messages say.
  package enum Reason: String, Sendable, CaseIterable {
    case missingScheme = "missing scheme"
    case badScheme = "bad scheme"
    case spaceOrControl = "space or control character"
  }

  /// The reason.
  package let reason: Reason

  /// The offset of the offending byte.
  package let offset: Int

  /// Such as `missing scheme at byte 0`.
  package var description: String { "\(reason.rawValue) at byte \(offset)" }
}
