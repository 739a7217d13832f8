import Basics
import Workspaces

/// Converts a Swagger 2.0 document to the equivalent OpenAPI 3 document: paths, servers and logins are rewritten, and
/// schemas stay in place for references.
///
/// Unknown members are kept, so that losses are reported in one place.
struct SwaggerConversion {
  let document: JSONValue
  let references: JSONReferences
  private static let methods = ["get", "put", "post", "delete", "options", "head", "patch"]
  private static let replaced: Set<String> = [
    "swagger", "host", "basePath", "schemes", "consumes", "produces", "paths", "definitions", "parameters", "responses",
    "securityDefinitions",
  ]

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

  /// One server for each scheme. Without a scheme, it is a reference with only a host; without a host, one to the path.
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

  /// The Accept header: a client accepts the types that the operation produces.
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

/// The parameters of a Swagger 2.0 operation: those that stay parameters, and those that form its body.
struct SwaggerParameters {
  /// Path, query and header parameters, as in OpenAPI 3.
  private(set) var rows: [JSONValue] = []
  private var bodies: [JSONValue] = []
  private var fields: [JSONValue] = []
  private var headers: Set<String> = []
  private let place: String

  init(
    shared: JSONValue?, own: JSONValue?, _ references: JSONReferences, at place: String
  ) {
    self.place = place
    for parameter in OpenAPIParameters.merged(shared: shared, own: own, references) {
      switch parameter["in"]?.string {
      case "body": bodies.append(parameter)
      case "formData": fields.append(parameter)
      case "header":
        headers.insert(parameter["name"]?.string?.lowercased() ?? "")
        rows.append(SwaggerSchema.parameter(parameter))
      default: rows.append(SwaggerSchema.parameter(parameter))
      }
    }
  }

  func hasHeader(_ name: String) -> Bool { headers.contains(name) }

  /// Sets a header without a value to the value implied by the operation.
  mutating func fill(header name: String, with value: String) {
    for index in rows.indices where rows[index]["in"]?.string == "header" {
      guard case .object(let members) = rows[index], rows[index]["name"]?.string?.lowercased() == name,
        SchemaWords.written(rows[index]) == nil, rows[index]["schema"].flatMap(SchemaWords.written) == nil
      else { continue }
      rows[index] = .object(members + [.init("example", .string(value))])
    }
  }

  /// - Parameter consumes: the content types of the operation.
  func body(_ consumes: [String], _ losses: inout LossLedger) -> JSONValue? {
    guard let body = bodies.first else { return form(consumes) }
    if bodies.count > 1 || !fields.isEmpty {
      losses.report("one of several bodies is used", at: place, body["name"]?.string ?? "")
    }
    guard case .object(let members) = body else { return nil }
    let written = body["x-examples"]?.membersByName ?? [:]
    let content = (consumes.isEmpty ? ["application/json"] : consumes).map { type in
      var media = [JSONValue.Member("schema", body["schema"] ?? .object([]))]
      if let example = written[type] ?? body["x-example"] { media.append(.init("example", example)) }
      return JSONValue.Member(type, .object(media))
    }
    if !consumes.isEmpty, written.keys.contains(where: { !consumes.contains($0) }) {
      losses.report("x-examples of a content type that the operation does not consume are left out", at: place)
    }
    let known: Set<String> = ["name", "in", "schema", "x-example", "x-examples"]
    return .object(members.filter { !known.contains($0.name) } + [.init("content", .object(content))])
  }

  private func form(_ consumes: [String]) -> JSONValue? {
    guard !fields.isEmpty else { return nil }
    let hasFile = fields.contains { $0["type"]?.string == "file" }
    let bases = consumes.map { MediaType($0).essence }
    let isMultipart =
      hasFile || (bases.contains("multipart/form-data") && !bases.contains("application/x-www-form-urlencoded"))
    var properties: [JSONValue.Member] = []
    var encodings: [JSONValue.Member] = []
    var required: [JSONValue] = []
    for field in fields {
      guard let name = field["name"]?.string else { continue }
      properties.append(.init(name, SwaggerSchema.property(field)))
      if field["required"]?.bool == true { required.append(.string(name)) }
      let style = SwaggerSchema.style(field["collectionFormat"]?.string, in: "formData")
      if field["type"]?.string == "array" { encodings.append(.init(name, .object(style))) }
    }
    let schema = JSONValue.object([
      .init("type", .string("object")), .init("required", .array(required)), .init("properties", .object(properties)),
    ])
    let media = JSONValue.object([.init("schema", schema), .init("encoding", .object(encodings))])
    let type = isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"
    return .object([.init("content", .object([.init(type, media)]))])
  }
}

/// Converts a response in Swagger 2.0, whose examples are next to its schema.
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
    // The schema is the same for each format, so the first one is used.
    if types.isEmpty, let schema { types = [.init(produces.first ?? "application/json", .object([schema]))] }
    return types.isEmpty ? nil : types
  }
}

/// Moves the type of parameters, fields and headers of Swagger 2.0 into a schema.
enum SwaggerSchema {
  /// The keywords that describe the value.
  private static let words: Set<String> = [
    "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
    "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf", "schema",
  ]

  static func parameter(_ node: JSONValue) -> JSONValue { described(node, in: node["in"]?.string ?? "") }

  static func header(_ node: JSONValue) -> JSONValue { described(node, in: "header") }

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
    let fields = members.filter { words.contains($0.name) && $0.name != "schema" }
    var made = members.filter { !words.contains($0.name) && $0.name != "collectionFormat" }
    // Some documents use OpenAPI 3's `schema`.
    made.append(.init("schema", node["schema"] ?? .object(fields)))
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

/// Converts the security definitions of Swagger 2.0 to the schemes of OpenAPI 3.
enum SwaggerSecurity {
  static func schemes(_ definitions: JSONValue?) -> JSONValue {
    guard case .object(let members) = definitions ?? .null else { return .object([]) }
    return .object(members.map { .init($0.name, scheme($0.value)) })
  }

  private static func scheme(_ node: JSONValue) -> JSONValue {
    guard case .object(let members) = node else { return node }
    switch node["type"]?.string {
    case "basic":
      let rest = members.filter { $0.name != "type" }
      return .object([.init("type", .string("http")), .init("scheme", .string("basic"))] + rest)
    case "oauth2":
      let names = [
        "application": "clientCredentials", "accessCode": "authorizationCode", "password": "password",
        "implicit": "implicit",
      ]
      let own: Set<String> = ["authorizationUrl", "tokenUrl", "refreshUrl", "scopes"]
      let flow = node["flow"]?.string ?? ""
      let flows = JSONValue.object([
        .init(names[flow] ?? flow, .object(members.filter { own.contains($0.name) }))
      ])
      return .object(members.filter { !own.contains($0.name) && $0.name != "flow" } + [.init("flows", flows)])
    default: return node
    }
  }
}
