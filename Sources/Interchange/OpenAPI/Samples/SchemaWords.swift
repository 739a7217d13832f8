import Basics
import Workspaces

/// What a schema says itself, without its references.
enum SchemaWords {
  /// The value that the author gave, if any.
  static func written(_ schema: JSONValue) -> JSONValue? {
    schema["example"] ?? schema["default"] ?? schema["const"] ?? schema["examples"]?.array?.first
      ?? schema["x-example"] ?? schema["enum"]?.array?.first
  }

  static func type(of schema: JSONValue) -> String {
    if let type = schema["type"]?.string { return type }
    // 3.1 allows a list of types.
    if let type = schema["type"]?.array?.compactMap(\.string).first(where: { $0 != "null" }) { return type }
    if schema["properties"] != nil || schema["additionalProperties"] != nil { return "object" }
    return schema["items"] != nil || schema["prefixItems"] != nil ? "array" : "string"
  }

  /// Whether it describes a value's shape; one part of a composition may only constrain the others.
  static func hasShape(_ schema: JSONValue) -> Bool {
    guard case .object(let members) = schema else { return false }
    let words: Set<String> = [
      "$ref", "type", "properties", "items", "prefixItems", "allOf", "oneOf", "anyOf", "enum", "const", "example",
      "examples", "default", "format",
    ]
    return members.contains { words.contains($0.name) }
  }

  static func empty(_ schema: JSONValue) -> JSONValue {
    switch type(of: schema) {
    case "object": .object([])
    case "array": .array([])
    default: .null
    }
  }

  static func text(ofFormat format: String?) -> String {
    switch format {
    case "date": "2026-01-01"
    case "date-time": "2026-01-01T00:00:00Z"
    case "uuid": "00000000-0000-0000-0000-000000000000"
    case "email": "user@example.com"
    case "uri", "url": "https://example.com"
    default: ""
    }
  }

  /// Bytes that come from a file.
  static func isFile(_ schema: JSONValue) -> Bool {
    schema["format"]?.string == "binary" || schema["type"]?.string == "file"
      || (schema["contentMediaType"] != nil && schema["contentEncoding"] == nil)
  }
}
