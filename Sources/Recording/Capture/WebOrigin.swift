/// The origin of a page (RFC 6454): scheme, host and, where it is not the scheme's own, port.
///
/// A web view tells it of each message. Nothing else of the page's address is in it, so it can
/// stand in clear.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  /// `scheme://host[:port]`, in lower case.
  package let description: String

  private static let lengthMax = 128

  /// Reads an origin, or the beginning of a URL up to its path; `nil` for any other text.
  package init?(_ text: String) {
    let lower = text.lowercased()
    let parts = lower.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasPrefix("//"), let first = parts[0].utf8.first,
      (0x61...0x7A).contains(first),
      parts[0].utf8.allSatisfy({ WebOrigin.isNameByte($0) || $0 == UInt8(ascii: "+") })
    else { return nil }
    let authority = parts[1].dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let hostAndPort = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(hostAndPort.count), let host = hostAndPort.first, !host.isEmpty,
      host.utf8.allSatisfy(WebOrigin.isNameByte)
    else { return nil }
    var origin = "\(parts[0])://\(host)"
    if hostAndPort.count == 2, let port = UInt16(hostAndPort[1]), port > 0 {
      let isUsual = parts[0] == "https" && port == 443 || parts[0] == "http" && port == 80
      if !isUsual { origin += ":\(port)" }
    } else if hostAndPort.count == 2, hostAndPort[1] != "0" {
      return nil
    }
    let bytes = Array(origin.utf8)
    guard bytes.count <= WebOrigin.lengthMax, !CardGate.contains(in: bytes.span) else {
      return nil
    }
    description = origin
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
  }
}
