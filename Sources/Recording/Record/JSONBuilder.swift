/// Puts a JSON object together, its members in the order they are added.
package struct JSONBuilder {
  private var members: [String] = []

  package init() {}

  /// Adds a text; nothing where there is none.
  package mutating func add(_ name: String, _ text: String?) {
    if let text { add(name, json: JSONReader.literal(text)) }
  }

  /// Adds a truth value; nothing where there is none.
  package mutating func add(_ name: String, _ flag: Bool?) {
    if let flag { add(name, json: flag ? "true" : "false") }
  }

  /// Adds a whole number; nothing where there is none.
  package mutating func add(_ name: String, _ number: Int?) {
    if let number { add(name, json: String(number)) }
  }

  /// Adds a value that is JSON already; nothing where there is none.
  package mutating func add(_ name: String, json: String?) {
    if let json { members.append("\(JSONReader.literal(name)):\(json)") }
  }

  /// The object so far.
  package var text: String { "{\(members.joined(separator: ","))}" }
}
