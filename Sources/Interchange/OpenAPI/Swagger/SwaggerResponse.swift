import Basics
import Workspaces

/// An answer in Swagger 2.0, whose examples are next to its schema.
enum SwaggerResponse {
  static func converted(_ node: JSONValue, _ produces: [String]) -> JSONValue {
    guard case .object(let members) = node else { return node }
    var made = members.filter { !["schema", "examples", "headers"].contains($0.name) }
    if case .object(let headers) = node["headers"] ?? .null {
      made.append(
        .init("headers", .object(headers.map { .init($0.name, SwaggerSchema.header($0.value)) })))
    }
    if let content = content(node, produces) { made.append(.init("content", .object(content))) }
    return .object(made)
  }

  private static func content(_ node: JSONValue, _ produces: [String]) -> [JSONValue.Member]? {
    var types: [JSONValue.Member] = []
    let schema = node["schema"].map { JSONValue.Member("schema", $0) }
    if case .object(let examples) = node["examples"] ?? .null {
      types = examples.map { example in
        .init(example.name, .object([schema, .init("example", example.value)].compactMap(\.self)))
      }
    }
    // The schema is the same for each format; the first stands for all.
    if types.isEmpty, let schema { types = [.init(produces.first ?? "application/json", .object([schema]))] }
    return types.isEmpty ? nil : types
  }
}
