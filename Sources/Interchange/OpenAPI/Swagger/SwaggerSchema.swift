import Basics
import Workspaces

/// Parameters, fields and headers of Swagger 2.0, which have their type next to their name, converted to have a schema.
enum SwaggerSchema {
  /// The keywords that describe the value.
  private static let words: Set<String> = [
    "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
    "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf", "schema",
  ]

  static func parameter(_ node: JSONValue) -> JSONValue { described(node, in: node["in"]?.string ?? "") }

  static func header(_ node: JSONValue) -> JSONValue { described(node, in: "header") }

  /// A form field as a property of its schema.
  static func property(_ field: JSONValue) -> JSONValue {
    guard case .object(let members) = field else { return field }
    let other: Set<String> = ["name", "in", "required", "collectionFormat"]
    return .object(
      members.filter { !other.contains($0.name) }.map { member in
        member.name == "type" && member.value.string == "file" ? .init("format", .string("binary")) : member
      })
  }

  private static func described(_ node: JSONValue, in place: String) -> JSONValue {
    guard case .object(let members) = node else { return node }
    let said = members.filter { words.contains($0.name) && $0.name != "schema" }
    var made = members.filter { !words.contains($0.name) && $0.name != "collectionFormat" }
    // Some documents use OpenAPI 3's `schema`.
    made.append(.init("schema", node["schema"] ?? .object(said)))
    if node["type"]?.string == "array" || node["collectionFormat"] != nil {
      made += style(node["collectionFormat"]?.string, in: place)
    }
    return .object(made)
  }

  /// A collection format as a style; comma-separated by default.
  static func style(_ format: String?, in place: String) -> [JSONValue.Member] {
    let standard = place == "path" || place == "header" ? "simple" : "form"
    let name =
      switch format {
      case "ssv": "spaceDelimited"
      case "tsv": "tabDelimited"
      case "pipes": "pipeDelimited"
      default: standard
      }
    return [.init("style", .string(name)), .init("explode", .bool(format == "multi"))]
  }
}
