import Foundation

/// The body of a script message as JSON text. WebKit gives a text, or objects of Foundation's.
enum WebBody {
  /// The text itself, or the objects as JSON with their keys in order: a dictionary has lost the
  /// page's own order, and the spelling of its numbers. What JSON cannot say, a date or a number
  /// that is none, becomes a text that says so: nothing a page posts may stop a recording.
  static func json(of body: Any) -> String {
    if let text = body as? String { return text }
    let value = representable(body, depth: 0)
    do {
      let data = try JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes])
      return String(decoding: data, as: UTF8.self)
    } catch {
      return "null"
    }
  }

  /// No page nests so deep; what does is cut off.
  private static let depthMax = 64

  private static func representable(_ value: Any, depth: Int) -> Any {
    if depth > depthMax { return "(nested too deep)" }
    switch value {
    case let text as String: return text
    case let members as [String: Any]:
      return members.mapValues { representable($0, depth: depth + 1) }
    case let members as [AnyHashable: Any]:
      var texts: [String: Any] = [:]
      for (key, member) in members {
        texts["\(key.base)"] = representable(member, depth: depth + 1)
      }
      return texts
    case let elements as [Any]: return elements.map { representable($0, depth: depth + 1) }
    case is NSNull: return NSNull()
    case let date as Date: return date.ISO8601Format()
    case let data as Data: return data.base64EncodedString()
    case let number as NSNumber:
      return number.doubleValue.isFinite ? number : "(not a number)"
    default: return "(not JSON)"
    }
  }
}
