import Basics
import Workspaces

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

  /// Gives a header without a value the one that follows from the operation.
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
      losses.tell("of several bodies the one named \(body["name"]?.string ?? "") is used", at: place)
    }
    guard case .object(let members) = body else { return nil }
    let written = body["x-examples"]?.membersByName ?? [:]
    let content = (consumes.isEmpty ? ["application/json"] : consumes).map { type in
      var media = [JSONValue.Member("schema", body["schema"] ?? .object([]))]
      if let example = written[type] ?? body["x-example"] { media.append(.init("example", example)) }
      return JSONValue.Member(type, .object(media))
    }
    if !consumes.isEmpty, written.keys.contains(where: { !consumes.contains($0) }) {
      losses.tell("x-examples of a content type that the operation does not consume are left out", at: place)
    }
    let known: Set<String> = ["name", "in", "schema", "x-example", "x-examples"]
    return .object(members.filter { !known.contains($0.name) } + [.init("content", .object(content))])
  }

  private func form(_ consumes: [String]) -> JSONValue? {
    guard !fields.isEmpty else { return nil }
    let hasFile = fields.contains { $0["type"]?.string == "file" }
    let bases = consumes.map { MediaName($0).base }
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
