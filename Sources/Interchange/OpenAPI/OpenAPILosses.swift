import Workspaces

/// What a document says that has no place in a collection: one notice a kind, with the places where it stands.
struct OpenAPILosses {
  private var found: [(what: String, places: [String])] = []
  private let references: JSONReferences

  init(_ document: JSONNode, _ references: JSONReferences) {
    self.references = references
    let known = ["openapi", "info", "servers", "paths", "components", "security", "tags", "webhooks", "externalDocs"]
    look(document, at: "/", known: known)
    look(
      document["info"], at: "/info",
      known: ["title", "summary", "description", "version", "termsOfService", "contact", "license"])
    for server in document["servers"]?.array ?? [] { lookAtServer(server) }
    for tag in document["tags"]?.array ?? [] { look(tag, at: "/tags", known: ["name", "description"]) }
    if case .object(let schemes) = document["components"]?["securitySchemes"] ?? .null {
      for scheme in schemes {
        let known = ["type", "name", "in", "scheme", "flows"]
        look(references.resolved(scheme.value), at: "/components/securitySchemes/\(scheme.name)", known: known)
      }
    }
    guard case .object(let paths) = document["paths"] ?? .null else { return }
    for path in paths { lookAtPath(references.resolved(path.value), path.name) }
  }

  var notices: [Notice] {
    found.map { what, places in
      let more = places.count > 3 ? " and \(places.count - 3) more" : ""
      return Notice(.warning, places.prefix(3).joined(separator: ", ") + more, "\(what) not carried")
    }
  }

  private mutating func tell(_ what: String, _ place: String) {
    guard let index = found.firstIndex(where: { $0.what == what }) else { return found.append((what, [place])) }
    if !found[index].places.contains(place) { found[index].places.append(place) }
  }

  /// Names every member that is not known.
  private mutating func look(_ node: JSONNode?, at place: String, known: [String], _ words: [String: String] = [:]) {
    guard case .object(let members) = node ?? .null else { return }
    for member in members where !known.contains(member.name) {
      tell(words[member.name] ?? "\(member.name) is", place)
    }
  }

  private mutating func lookAtServer(_ server: JSONNode) {
    look(server, at: "/servers", known: ["url", "description", "variables"])
    guard case .object(let variables) = server["variables"] ?? .null else { return }
    for variable in variables where (variable.value["enum"]?.array?.count ?? 0) > 1 {
      tell("other values of the server variable \(variable.name) are", "/servers")
    }
  }

  private mutating func lookAtPath(_ item: JSONNode, _ path: String) {
    look(item, at: path, known: OpenAPIReader.methods + ["$ref", "summary", "description", "servers", "parameters"])
    for parameter in item["parameters"]?.array ?? [] { lookAtParameter(parameter, path) }
    guard case .object(let members) = item else { return }
    for member in members where OpenAPIReader.methods.contains(member.name) {
      lookAtOperation(member.value, "\(member.name.uppercased()) \(path)")
    }
  }

  private mutating func lookAtOperation(_ operation: JSONNode, _ place: String) {
    // Callbacks are told where they stand.
    look(
      operation, at: place,
      known: [
        "tags", "summary", "description", "operationId", "externalDocs", "deprecated", "parameters", "requestBody",
        "responses", "callbacks", "security", "servers",
      ])
    for parameter in operation["parameters"]?.array ?? [] { lookAtParameter(parameter, place) }
    let body = references.resolved(operation["requestBody"] ?? .null)
    look(body, at: place, known: ["description", "content", "required"])
    if case .object(let types) = body["content"] ?? .null {
      for type in types {
        look(type.value, at: place, known: ["schema", "example", "examples", "encoding"])
        let names = OpenAPIExamples.written(type.value, references).map(\.name)
        if names.count > 1 { tell("the examples of the body but \(names[0]) are", place) }
      }
    }
    guard case .object(let responses) = operation["responses"] ?? .null else { return }
    for response in responses { lookAtResponse(references.resolved(response.value), place) }
  }

  private mutating func lookAtParameter(_ node: JSONNode, _ place: String) {
    let words = [
      "style": "how lists and objects are written (style, explode) is",
      "explode": "how lists and objects are written (style, explode) is",
    ]
    look(
      references.resolved(node), at: place,
      known: ["name", "in", "description", "required", "schema", "content", "example", "examples", "deprecated"], words)
  }

  private mutating func lookAtResponse(_ response: JSONNode, _ place: String) {
    look(response, at: place, known: ["description", "headers", "content"], ["links": "links between answers are"])
    guard case .object(let types) = response["content"] ?? .null else {
      return tell("what answers without an example look like is", place)
    }
    for type in types where OpenAPIExamples.written(type.value, references).isEmpty {
      tell("what answers without an example look like is", place)
    }
  }
}
