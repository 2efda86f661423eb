import Daybook
import Foundation
import Testing

/// The classes of fields stand in the code and in the schemas; both must say the same.
@Suite struct FieldClassTests {
  private static let files = [
    "record", "moonpay", "monei", "payrails", "dailypay", "generic", "daybook",
  ]
  private let schemas: [String: [String: Any]]

  init() throws {
    var schemas: [String: [String: Any]] = [:]
    for name in FieldClassTests.files {
      let file = Command.root.appendingPathComponent("schemas/events/\(name).schema.json")
      let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
      schemas["\(name).schema.json"] = object as? [String: Any]
    }
    self.schemas = schemas
  }

  @Test func `every type has a schema, and every schema of a type a type`() throws {
    let types = Set(Providers.all.flatMap(\.types).map(\.name)).union([
      "daybook.started", "daybook.continued",
    ])
    var described: Set<String> = []
    for (file, schema) in schemas where file != "record.schema.json" {
      let names = try #require(schema["$defs"] as? [String: Any]).keys
      described.formUnion(names.filter { $0.contains(".") })
    }
    #expect(types == described)
  }

  @Test func `every field has one class in code and schema`() throws {
    for type in Providers.all.flatMap(\.types) {
      let file = "\(type.name.split(separator: ".")[0]).schema.json"
      let schema = try resolve(["$ref": "\(file)#/$defs/\(type.name)"], in: file)
      #expect(
        classes(of: type.rule) == (try classes(of: schema.schema, in: schema.file)),
        "\(type.name)")
    }
  }

  private func classes(of rule: FieldRule, at path: String = "") -> [String: String] {
    var found: [String: String] = [:]
    switch rule {
    case .object(let members), .url(let members):
      for (name, member) in members {
        found.merge(classes(of: member, at: "\(path)/\(name)")) { first, _ in first }
      }
    case .list(let content), .base64JSON(let content): return classes(of: content, at: path)
    default: found[path] = rule.className
    }
    return found
  }

  private func classes(
    of schema: [String: Any], in file: String, at path: String = ""
  ) throws -> [String: String] {
    let (schema, file) = try resolve(schema, in: file)
    if let name = schema["x-daybook-class"] as? String { return [path: name] }
    var found: [String: String] = [:]
    for alternative in schema["anyOf"] as? [[String: Any]] ?? [] {
      found.merge(try classes(of: alternative, in: file, at: path)) { first, _ in first }
    }
    if let items = schema["items"] as? [String: Any], schema["prefixItems"] == nil {
      found.merge(try classes(of: items, in: file, at: path)) { first, _ in first }
    }
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    if let query = properties["query"], query["type"] as? String == "array" {
      for pair in (query["items"] as? [String: Any])?["anyOf"] as? [[String: Any]] ?? [] {
        let parts = pair["prefixItems"] as? [[String: Any]] ?? []
        guard parts.count == 2, let name = parts[0]["const"] as? String else { continue }
        found.merge(try classes(of: parts[1], in: file, at: "\(path)/\(name)")) { first, _ in first
        }
      }
      return found
    }
    for (name, property) in properties where !name.hasPrefix("$") {
      found.merge(try classes(of: property, in: file, at: "\(path)/\(name)")) { first, _ in first }
    }
    // A marker is a value's stand-in, not a field; lengths belong to it.
    return properties["$omitted"] == nil ? found : [:]
  }

  private func resolve(
    _ schema: [String: Any], in file: String
  ) throws -> (schema: [String: Any], file: String) {
    guard let reference = schema["$ref"] as? String else { return (schema, file) }
    let parts = reference.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
    let target = parts[0].isEmpty ? file : parts[0]
    let name = String(parts[1].dropFirst("/$defs/".count))
    let definitions = try #require(schemas[target]?["$defs"] as? [String: [String: Any]])
    return try resolve(try #require(definitions[name]), in: target)
  }
}
