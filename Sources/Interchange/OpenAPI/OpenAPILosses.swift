import Basics
import Workspaces

/// Reports parts of a document that a collection cannot hold: the members that no reader knows.
struct OpenAPILosses {
  private(set) var losses: LossLedger
  private let references: JSONReferences
  /// Security schemes that are used somewhere.
  private var used: Set<String> = []

  init(_ document: JSONValue, _ context: OpenAPIContext) {
    references = context.references
    losses = context.losses
    losses.look(document, at: "/", known: Self.root)
    losses.look(document["info"], at: "/info", known: Self.info)
    losses.look(document["info"]?["contact"], at: "/info/contact", known: ["name", "email", "url"])
    losses.look(document["info"]?["license"], at: "/info/license", known: ["name", "identifier", "url"])
    use(document["security"])
    for server in document["servers"]?.array ?? [] { lookAtServer(server, "/servers") }
    for tag in document["tags"]?.array ?? [] {
      losses.look(tag, at: "/tags", known: ["name", "description", "externalDocs"])
    }
    lookAtSchemes(document["components"]?["securitySchemes"])
    lookAtComponents(document)
    guard case .object(let paths) = references.resolved(document["paths"] ?? .null) else { return }
    for path in paths where !path.name.hasPrefix("x-") { lookAtPath(references.overlaid(path.value), path.name) }
    losses.look(.object(paths), at: "/paths", known: Set(paths.map(\.name).filter { !$0.hasPrefix("x-") }))
    lookForUnused(document["components"]?["securitySchemes"])
  }

  private static let root: Set<String> = [
    "openapi", "$self", "info", "servers", "paths", "components", "security", "tags", "webhooks", "externalDocs",
  ]
  private static let info: Set<String> = [
    "title", "summary", "description", "version", "termsOfService", "contact", "license",
  ]
  private static let path = Set(
    OpenAPIReader.methods + ["$ref", "summary", "description", "servers", "parameters", "additionalOperations"])
  private static let operation: Set<String> = [
    "tags", "summary", "description", "operationId", "externalDocs", "deprecated", "parameters", "requestBody",
    "responses", "security", "servers",
  ]
  private static let parameter: Set<String> = [
    "name", "in", "description", "required", "schema", "content", "example", "x-example", "examples", "deprecated",
    "style", "explode", "allowReserved",
  ]
  private static let media: Set<String> = ["schema", "example", "x-example", "examples", "encoding"]
  private static let schemasMessage =
    "schemas become example values: descriptions, limits, choices and the rest are not carried over"

  private mutating func lookAtServer(_ server: JSONValue, _ place: String) {
    losses.look(server, at: place, known: ["url", "description", "variables"])
    for variable in server["variables"]?.members ?? [] {
      if (variable.value["enum"]?.array?.count ?? 0) > 1 {
        losses.report("other values of server variables are not carried over", at: place, variable.name)
      }
      losses.look(variable.value, at: "\(place)/variables/\(variable.name)", known: ["enum", "default"])
    }
  }

  private mutating func lookAtSchemes(_ node: JSONValue?) {
    for member in node?.members ?? [] {
      let place = "/components/securitySchemes/\(member.name)"
      let scheme = references.resolved(member.value)
      losses.look(scheme, at: place, known: ["type", "name", "in", "scheme", "flows"])
      for flow in scheme["flows"]?.members ?? [] {
        losses.look(
          flow.value, at: place, known: ["authorizationUrl", "tokenUrl", "refreshUrl", "scopes"])
        guard case .object(let scopes) = flow.value["scopes"] ?? .null, !scopes.isEmpty else { continue }
        losses.report("descriptions of a login's scopes are not carried over", at: place)
      }
    }
  }

  private mutating func use(_ security: JSONValue?) {
    for requirement in security?.array ?? [] { used.formUnion((requirement.members ?? []).map(\.name)) }
  }

  private mutating func lookForUnused(_ schemes: JSONValue?) {
    for member in schemes?.members ?? [] where !used.contains(member.name) {
      losses.report("an unused login is not carried over", at: "/components/securitySchemes/\(member.name)")
    }
  }

  /// Reports lost components. Schemas are not examined: everything in them except examples is lost, and reported once.
  private mutating func lookAtComponents(_ document: JSONValue) {
    let used: Set<String> = [
      "securitySchemes", "schemas", "parameters", "responses", "requestBodies", "examples", "headers", "pathItems",
      "mediaTypes",
    ]
    losses.look(document["components"], at: "/components", known: used)
    for kind in document["components"]?.members ?? [] {
      switch kind.name {
      case "schemas": losses.report(Self.schemasMessage, at: "/components/schemas")
      case "parameters", "responses", "requestBodies", "examples", "headers", "pathItems", "mediaTypes":
        losses.lookForUnused(kind.value, at: "/components/\(kind.name)", references)
      default: break
      }
    }
  }

  private mutating func lookAtPath(_ item: JSONValue, _ path: String) {
    losses.look(item, at: path, known: Self.path)
    for server in item["servers"]?.array ?? [] { lookAtServer(server, path) }
    for parameter in item["parameters"]?.array ?? [] { lookAtParameter(parameter, path) }
    for member in item.members ?? [] where OpenAPIReader.methods.contains(member.name) {
      lookAtOperation(member.value, "\(member.name.uppercased()) \(path)")
    }
    for member in item["additionalOperations"]?.members ?? [] {
      lookAtOperation(member.value, "\(member.name) \(path)")
    }
  }

  private mutating func lookAtOperation(_ operation: JSONValue, _ place: String) {
    losses.look(operation, at: place, known: Self.operation, ["callbacks": "callbacks are"])
    use(operation["security"])
    for server in operation["servers"]?.array ?? [] { lookAtServer(server, place) }
    for parameter in operation["parameters"]?.array ?? [] { lookAtParameter(parameter, place) }
    let body = references.resolved(operation["requestBody"] ?? .null)
    losses.look(body, at: place, known: ["description", "content", "required"])
    for type in body["content"]?.members ?? [] { lookAtMedia(references.resolved(type.value), place) }
    for response in references.resolved(operation["responses"] ?? .null).members ?? [] {
      lookAtResponse(references.overlaid(response.value), place)
    }
  }

  private mutating func lookAtMedia(_ media: JSONValue, _ place: String) {
    losses.look(media, at: place, known: Self.media)
    lookAtSchema(media["schema"], place)
    let examples = media["examples"]?.members ?? []
    if examples.count > 1 {
      losses.report("further examples of the body are not carried over; taken", at: place, examples[0].name)
    }
    for example in examples { lookAtExample(references.resolved(example.value), place) }
    for encoding in media["encoding"]?.members ?? [] {
      losses.look(encoding.value, at: place, known: ["contentType", "style", "explode"])
    }
  }

  private mutating func lookAtExample(_ example: JSONValue, _ place: String) {
    let words = ["externalValue": "an external example is"]
    losses.look(
      example, at: place, known: ["value", "dataValue", "serializedValue"], words)
  }

  private mutating func lookAtParameter(_ node: JSONValue, _ place: String) {
    let parameter = references.overlaid(node)
    losses.look(parameter, at: place, known: Self.parameter)
    lookAtSchema(parameter["schema"], place)
  }

  /// Reports the members beside an example in an unnamed schema.
  private mutating func lookAtSchema(_ node: JSONValue?, _ place: String) {
    let carried: Set<String> = ["$ref", "type", "format", "example", "default", "const"]
    let members = node?.members ?? []
    if members.contains(where: { !carried.contains($0.name) }) { losses.report(Self.schemasMessage, at: place) }
  }

  private mutating func lookAtResponse(_ response: JSONValue, _ place: String) {
    losses.look(
      response, at: place, known: ["description", "headers", "content"], ["links": "links between answers are"])
    let known: Set<String> = ["description", "schema", "example", "required", "deprecated", "style", "explode"]
    for header in references.resolved(response["headers"] ?? .null).members ?? [] {
      losses.look(references.overlaid(header.value), at: place, known: known)
    }
    let message = "the schema of answers without an example is not carried over"
    guard case .object(let types) = response["content"] ?? .null else { return losses.report(message, at: place) }
    for type in types {
      let media = references.resolved(type.value)
      losses.look(media, at: place, known: Self.media)
      if media["example"] == nil, media["x-example"] == nil, media["examples"] == nil,
        !(media["schema"].map { OpenAPIExamples.hasExample($0, references) } ?? false)
      {
        losses.report(message, at: place)
      }
      for example in media["examples"]?.members ?? [] { lookAtExample(references.resolved(example.value), place) }
    }
  }
}

/// Collects the losses of an import, with one notice for each kind that lists its locations.
struct LossLedger {
  struct Loss {
    var message: String
    var places: [String]
    /// The subject of the message at each location, if it differs.
    fileprivate var details: [String]
    fileprivate var known: Set<String>
  }

  /// The maximum number of kinds; the rest share one notice, because a hostile document may have any number of unknown
  /// names.
  private static let kindLimit = 200

  private(set) var losses: [Loss] = []
  private var indices: [String: Int] = [:]

  /// - Parameter detail: the lost item at this location, if the message is the same for all.
  mutating func report(_ message: String, at place: String, _ detail: String = "") {
    let isNew = indices[message] == nil
    guard isNew, losses.count >= Self.kindLimit else { return add(message, place, detail) }
    add("more is not carried over", place, "")
  }

  private mutating func add(_ message: String, _ place: String, _ detail: String) {
    let index = indices[message] ?? losses.count
    if index == losses.count {
      indices[message] = index
      losses.append(Loss(message: message, places: [], details: [], known: []))
    }
    if losses[index].known.insert("at \(place)").inserted { losses[index].places.append(place) }
    if !detail.isEmpty, losses[index].known.insert(detail).inserted { losses[index].details.append(detail) }
  }

  /// Reports every unknown member of an object.
  mutating func look(
    _ node: JSONValue?, at place: String, known: Set<String>, _ words: [String: String] = [:]
  ) {
    // The reader that follows a reference reports its faults.
    for member in node?.members ?? [] where !known.contains(member.name) && member.name != "$ref" {
      if member.name.hasPrefix("x-") {
        report("extensions are not carried over", at: place, member.name)
      } else {
        report("\(words[member.name] ?? "\(member.name) is") not carried over", at: place)
      }
    }
  }

  /// Reports every shared component that no reference uses.
  mutating func lookForUnused(_ parts: JSONValue?, at place: String, _ references: JSONReferences) {
    for member in parts?.members ?? [] {
      let pointer = "\(place)/\(JSONPointer.escaped(member.name))"
      if references["#" + pointer] == nil { report("an unused part is not carried over", at: pointer) }
    }
  }

  var notices: [Notice] {
    losses.map { loss in
      let details = loss.details.isEmpty ? "" : ": " + [Notice].listed(loss.details)
      return Notice(.warning, [Notice].listed(loss.places), loss.message + details)
    }
  }
}
