/// A value of a record's data, for whoever reads records: interpreters, queries, people.
///
/// Numbers keep their spelling and objects their order. What was redacted is recognised by its
/// marker; no value from outside can look like one, because a member named `$…` is unknown and
/// therefore sealed.
package indirect enum RecordValue: Hashable, Sendable {
  /// Text, unescaped.
  case text(String)
  /// A number, as it was spelled.
  case number(String)
  /// `true` or `false`.
  case bool(Bool)
  /// `null`.
  case null
  /// A list.
  case array([RecordValue])
  /// Members in their order, names that occur twice included.
  case object([Member])
  /// A redacted value.
  case redacted(Redacted)

  /// A named member of an object.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: RecordValue

    package init(name: String, value: RecordValue) {
      self.name = name
      self.value = value
    }
  }

  /// What a marker holds in a value's place.
  package struct Redacted: Hashable, Sendable {
    /// Base64 of nonce, ciphertext and tag, under the key that the record's `person` names.
    package var sealed: String?
    /// 32 hexadecimal digits; equal values of one key have equal fingerprints.
    package var fingerprint: String?
    /// The last four digits of a card number that was cut.
    package var cut: String?
    /// Why nothing was kept.
    package var omitted: String?

    package init(
      sealed: String? = nil, fingerprint: String? = nil, cut: String? = nil, omitted: String? = nil
    ) {
      self.sealed = sealed
      self.fingerprint = fingerprint
      self.cut = cut
      self.omitted = omitted
    }
  }

  /// The member of this name, the last where it occurs twice, as a page's own parser has it;
  /// `nil` where there is none or this is no object.
  package subscript(_ name: String) -> RecordValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text, where this is text that is not empty: providers' own code writes `""` for absent.
  package var text: String? {
    guard case .text(let text) = self, !text.isEmpty else { return nil }
    return text
  }

  /// The spelling of a number, or a text.
  package var literal: String? {
    if case .number(let literal) = self { return literal }
    return text
  }

  /// The fingerprint that stands for the value.
  package var fingerprint: String? {
    guard case .redacted(let redacted) = self else { return nil }
    return redacted.fingerprint
  }

  /// The parameters of a URL that was recorded as an object, in their order; one that was sealed
  /// has an empty name and no value.
  package var parameters: [(name: String, value: RecordValue?)] {
    guard case .array(let pairs) = self["query"] ?? .null else { return [] }
    return pairs.map { pair in
      guard case .array(let parts) = pair, case .text(let name)? = parts.first else {
        return ("", nil)
      }
      return (name, parts.count > 1 ? parts[1] : nil)
    }
  }
}
