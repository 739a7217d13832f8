import Basics
import Workspaces

/// Converts a Swagger 2.0 document to the equivalent OpenAPI 3 document: its paths, servers and logins are rewritten,
/// its schemas stay where references find them.
///
/// Unknown members are kept, so that losses are reported in one place.
struct SwaggerConversion {
  private let document: JSONValue
  private let references: JSONReferences
  private static let methods = ["get", "put", "post", "delete", "options", "head", "patch"]
  /// Members that are replaced by others.
  private static let replaced: Set<String> = [
    "swagger", "host", "basePath", "schemes", "consumes", "produces", "paths", "definitions", "parameters", "responses",
    "securityDefinitions",
  ]

  init(_ document: JSONValue, _ references: JSONReferences) {
    self.document = document
    self.references = references
  }

  func converted(_ losses: inout LossLedger) -> JSONValue {
    guard case .object(let members) = document else { return document }
    var root = [JSONValue.Member("openapi", .string("3.0.0"))]
    root += members.filter { !Self.replaced.contains($0.name) }
    if let servers = servers(document["schemes"]) { root.append(.init("servers", servers)) }
    for name in ["parameters", "responses"] { losses.lookForUnused(document[name], at: "/" + name, references) }
    var components = [JSONValue.Member("securitySchemes", SwaggerSecurity.schemes(document["securityDefinitions"]))]
    if let definitions = document["definitions"] { components.append(.init("schemas", definitions)) }
    root.append(.init("components", .object(components)))
    if case .object(let paths) = references.resolved(document["paths"] ?? .null) {
      root.append(
        .init("paths", .object(paths.map { .init($0.name, item($0.value, at: $0.name, &losses)) })))
    }
    return .object(root)
  }

  /// One for each scheme; without a scheme as a reference with only a host, without a host as one to the path.
  private func servers(_ schemes: JSONValue?) -> JSONValue? {
    let path = document["basePath"]?.string ?? ""
    var host = document["host"]?.string ?? ""
    if let mark = host.utf8.range(ofBytes: "://") { host = String(host[mark.upperBound...]) }
    guard !host.isEmpty || !path.isEmpty else { return nil }
    let base = host + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
    func server(_ url: String) -> JSONValue { .object([.init("url", .string(url))]) }
    guard !host.isEmpty else { return .array([server(base)]) }
    let names = (schemes?.array ?? []).compactMap(\.string)
    return .array(names.isEmpty ? [server("//" + base)] : names.map { server("\($0)://\(base)") })
  }

  private func item(_ node: JSONValue, at path: String, _ losses: inout LossLedger) -> JSONValue {
    guard case .object(let members) = references.overlaid(node) else { return node }
    let shared = members.first { $0.name == "parameters" }?.value
    return .object(
      members.compactMap { member in
        guard Self.methods.contains(member.name), case .object = member.value else {
          return member.name == "parameters" ? nil : member
        }
        let place = "\(member.name.uppercased()) \(path)"
        return .init(member.name, operation(member.value, shared: shared, at: place, &losses))
      })
  }

  private func operation(
    _ operation: JSONValue, shared: JSONValue?, at place: String, _ losses: inout LossLedger
  ) -> JSONValue {
    guard case .object(let members) = operation else { return operation }
    let replaced: Set<String> = ["parameters", "consumes", "produces", "schemes", "responses"]
    var made = members.filter { !replaced.contains($0.name) }
    let consumes = types("consumes", operation)
    let produces = types("produces", operation)
    var parameters = SwaggerParameters(shared: shared, own: operation["parameters"], references, at: place)
    if !produces.isEmpty { parameters.fill(header: "accept", with: produces.joined(separator: ", ")) }
    made.append(.init("parameters", .array(parameters.rows + accept(produces, parameters))))
    if let body = parameters.body(consumes, &losses) { made.append(.init("requestBody", body)) }
    if let schemes = operation["schemes"], let servers = servers(schemes) { made.append(.init("servers", servers)) }
    if case .object(let responses) = references.resolved(operation["responses"] ?? .null) {
      let converted = responses.map { member in
        JSONValue.Member(member.name, SwaggerResponse.converted(references.overlaid(member.value), produces))
      }
      made.append(.init("responses", .object(converted)))
    }
    return .object(made)
  }

  /// An operation's empty list overrides that of the document.
  private func types(_ name: String, _ operation: JSONValue) -> [String] {
    ((operation[name] ?? document[name])?.array ?? []).compactMap(\.string)
  }

  /// A client accepts what the operation produces.
  private func accept(_ produces: [String], _ parameters: SwaggerParameters) -> [JSONValue] {
    guard !produces.isEmpty, !parameters.hasHeader("accept") else { return [] }
    return [
      .object([
        .init("name", .string("Accept")), .init("in", .string("header")), .init("required", .bool(true)),
        .init("example", .string(produces.joined(separator: ", "))),
      ])
    ]
  }
}
