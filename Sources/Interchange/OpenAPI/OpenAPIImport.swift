import Basics
import HTTPModel
import Workspaces

/// Reads OpenAPI 3 and Swagger 2.0 documents, in JSON or YAML: a folder for each tag, a request for each operation.
package enum OpenAPIImport {
  /// - Throws: `ImportError` if the text is neither.
  package static func read(
    _ bytes: [UInt8], name: String, from origin: ImportOrigin = ImportOrigin()
  ) throws(ImportError) -> ImportedCollection {
    let document: JSONValue
    do {
      document = try ForeignText.node(bytes)
    } catch {
      throw ImportError("openapi", error.message)
    }
    let version = try version(of: document)
    var loader = ReferenceLoader(document, from: origin)
    let references = loader.references()
    var context = OpenAPIContext(references, losses: loader.losses)
    let converted =
      version.isSwagger
      ? SwaggerConversion(document: document, references: references).converted(&context.losses) : document
    var origin = origin
    // A document may give its own URL (3.2).
    if origin.url == nil { origin.url = document["$self"]?.string }
    var reader = OpenAPIReader(converted, context, from: origin)
    let root = reader.root(named: name)
    let environments = reader.environments()
    return ImportedCollection(
      format: version.format, root: root, environments: environments,
      notices: OpenAPILosses(converted, reader.context).losses.notices)
  }

  static func recognizes(_ node: JSONValue) -> Bool {
    node["openapi"] != nil || (node["swagger"] != nil && node["info"] ?? node["paths"] ?? node["definitions"] != nil)
  }

  /// True if a text that cannot be parsed looks like an OpenAPI document, so that its parse error is reported.
  static func claims(_ text: String) -> Bool {
    text.utf8.prefix(1 << 14).split(separator: 0x0A).contains { line in
      let key = String(Substring(line)).filter { $0 != "\"" && $0 != " " && $0 != "'" && $0 != "{" }
      return key.hasPrefix("swagger:2") || key.hasPrefix("openapi:3")
    }
  }

  private static func version(of document: JSONValue) throws(ImportError) -> (isSwagger: Bool, format: String) {
    let old = document["swagger"] ?? document["swaggerVersion"]
    let isSwagger = document["openapi"] == nil && old != nil
    guard let node = document["openapi"] ?? old else {
      throw ImportError("openapi", "there is no member named openapi or swagger")
    }
    let version = ForeignText.scalar(node)
    let known = isSwagger ? version == "2" || version.hasPrefix("2.") : version.hasPrefix("3.")
    guard known else {
      throw ImportError("openapi", "version \(version) is not known: OpenAPI 3.0 to 3.2 and Swagger 2.0 are")
    }
    let short = version.split(separator: ".").prefix(2).joined(separator: ".")
    return (isSwagger, isSwagger ? "swagger-2.0" : "openapi-" + short)
  }
}

/// Converts a document path by path, in order.
struct OpenAPIReader {
  static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

  let document: JSONValue
  private let servers: OpenAPIServers
  private(set) var context: OpenAPIContext
  private var tags = TagFolders()

  init(_ document: JSONValue, _ context: OpenAPIContext, from origin: ImportOrigin) {
    self.document = document
    self.context = context
    servers = OpenAPIServers(origin: origin)
  }

  mutating func root(named name: String) -> ImportedCollection.Folder {
    let title = document["info"]?["title"]?.string ?? ""
    var root = ImportedCollection.Folder(name: title.isBlank ? name : title)
    root.settings.docs = OpenAPIDocs.collection(document)
    root.settings.variables = servers.variables(document["servers"]?.array?.first, at: "/servers", &context.losses)
    let security = OpenAPISecurity(document["components"]?["securitySchemes"], context.references)
    root.settings.authentication =
      security.authentication(document["security"], at: "/security", &context.losses) ?? .none
    for tag in document["tags"]?.array ?? [] {
      guard let title = tag["name"]?.string else { continue }
      tags.declare(RequestName.oneLine(title), docs: OpenAPIDocs.tag(tag))
    }
    for path in paths { read(path, security) }
    root.items = tags.items
    for tag in tags.unused { context.losses.report("a tag without requests is not carried over", at: "/tags/\(tag)") }
    reportWebhooks()
    return root
  }

  /// One environment for each server if there are several.
  mutating func environments() -> [Environment] {
    servers.environments(document["servers"]?.array ?? [], &context.losses)
  }

  private var paths: [JSONValue.Member] { context.references.resolved(document["paths"] ?? .null).members ?? [] }

  private mutating func read(_ path: JSONValue.Member, _ security: OpenAPISecurity) {
    let item = context.references.overlaid(path.value)
    guard case .object(let members) = item else { return }
    var operations = members.filter { Self.methods.contains($0.name) }
    // Version 3.2 allows other methods by name.
    operations += item["additionalOperations"]?.members ?? []
    for member in operations {
      guard case .object = member.value else { continue }
      let method = Self.methods.contains(member.name) ? member.name.uppercased() : member.name
      let place = "\(method) \(path.name)"
      var request = request(member.value, path: path.name, method: method, item: item, at: place)
      request.authentication =
        security.authentication(member.value["security"], at: place, &context.losses) ?? .inherit
      request.examples = OpenAPIExamples.examples(of: member.value["responses"], for: request, at: place, &context)
      tags.add(request)
    }
  }

  private mutating func request(
    _ operation: JSONValue, path: String, method: String, item: JSONValue, at place: String
  ) -> RequestDefinition {
    let names = [operation["summary"]?.string, operation["operationId"]?.string].compactMap(\.self)
    var request = RequestDefinition(name: names.first { !$0.isBlank } ?? "\(method) \(path)", method: method)
    request.docs = OpenAPIDocs.operation(operation, in: item, context.references)
    request.tags = (operation["tags"]?.array ?? []).compactMap(\.string).map(RequestName.oneLine)
    let own = operation["servers"]?.array ?? item["servers"]?.array ?? []
    request.variables = own.first.map { servers.variables($0, at: place, &context.losses) } ?? []
    if own.count > 1 {
      context.losses.report("the first server of the operation is used; the others are not carried over", at: place)
    }
    let parameters = OpenAPIParameters(
      shared: item["parameters"], own: operation["parameters"], at: place, &context)
    address(&request, path: OpenAPIPath(path), parameters, at: place)
    request.body = OpenAPIBody.body(of: operation["requestBody"], headers: &request.headers, at: place, &context)
    return request
  }

  /// Creates the URL, its rows, and the headers.
  private mutating func address(
    _ request: inout RequestDefinition, path: OpenAPIPath, _ parameters: OpenAPIParameters, at place: String
  ) {
    var declared = parameters.params
    let fixed = path.rows(declared: &declared)
    for name in path.names where parameters.templates[name] == nil {
      declared.append(Parameter(.path, Row(PathTemplate.placeholder(name))))
    }
    let used = path.names.flatMap { name in
      parameters.templates[name]?.rows.map(\.name) ?? [PathTemplate.placeholder(name)]
    }
    let isUsed = Set(used)
    for index in declared.indices where declared[index].place == .path && !isUsed.contains(declared[index].row.name) {
      declared[index].row.isEnabled = false
      context.losses.report(
        "the row of a parameter missing from the path is disabled", at: place, declared[index].row.name)
    }
    request.params = fixed + declared
    request.headers = parameters.headers
    request.url = path.url("{{baseUrl}}" + path.text(parameters.templates), request.params)
  }

  private mutating func reportWebhooks() {
    for hook in document["webhooks"]?.members ?? [] {
      context.losses.report("a webhook is called by the server: it is not a request", at: "/webhooks/\(hook.name)")
    }
  }
}

/// Groups requests by their first tag, in the order of the tags; requests without a tag come last.
private struct TagFolders {
  private var folders: [ImportedCollection.Folder] = []
  private var indices: [String: Int] = [:]
  private var loose: [ImportedCollection.Item] = []

  var items: [ImportedCollection.Item] { folders.filter { !$0.items.isEmpty }.map { .folder($0) } + loose }

  var unused: [String] { folders.filter(\.items.isEmpty).map(\.name) }

  @discardableResult
  mutating func declare(_ name: String, docs: String = "") -> Int {
    if let index = indices[name] { return index }
    indices[name] = folders.count
    folders.append(
      ImportedCollection.Folder(name: name, settings: SharedSettings(authentication: .inherit, docs: docs)))
    return folders.count - 1
  }

  mutating func add(_ request: RequestDefinition) {
    let item = ImportedCollection.Item.request(request, options: TransferOptions())
    guard let tag = request.tags.first else { return loose.append(item) }
    folders[declare(tag)].items.append(item)
  }
}

extension String {
  fileprivate var isBlank: Bool { utf8.allSatisfy { $0 <= 0x20 } }
}

/// The shared state of a document's readers: its references, the samples of its schemas, and the losses.
struct OpenAPIContext {
  let references: JSONReferences
  var samples: SchemaSample
  var losses: LossLedger

  init(_ references: JSONReferences, losses: LossLedger = LossLedger()) {
    self.references = references
    self.losses = losses
    samples = SchemaSample(references)
  }

  /// The `example` or `examples` of a parameter or body, with their names; examples beyond the document's budget are
  /// omitted and reported.
  mutating func written(_ node: JSONValue, at place: String) -> [(name: String, value: JSONValue)] {
    let found = Self.written(node, references)
    let taken = found.filter { samples.affords($0.value) }
    if taken.count < found.count {
      losses.report("examples that repeat the same long values too often are not carried over", at: place)
    }
    return taken
  }

  private static func written(_ node: JSONValue, _ references: JSONReferences) -> [(name: String, value: JSONValue)] {
    if let example = node["example"] ?? node["x-example"] { return [("", example)] }
    switch node["examples"] {
    case .object(let examples):
      return examples.compactMap { member in
        let example = references.resolved(member.value)
        // 3.2 distinguishes data values from serialized ones.
        return (example["value"] ?? example["dataValue"] ?? example["serializedValue"]).map { (member.name, $0) }
      }
    case .array(let examples): return examples.prefix(1).map { ("", $0) }
    default: return []
    }
  }

  /// The example of a body, otherwise a sample of its schema.
  mutating func media(_ node: JSONValue, for direction: SampleDirection, at place: String) -> JSONValue {
    if let first = written(node, at: place).first { return first.value }
    let (value, isShort) = samples.value(of: node["schema"] ?? .null, for: direction)
    if isShort { losses.report("a sample of the whole schema is too long: deeper levels are left out", at: place) }
    return value
  }
}

/// Collects the descriptions of a document as the documentation of a collection or a request.
enum OpenAPIDocs {
  static func collection(_ document: JSONValue) -> String {
    let info = document["info"]
    func named(_ node: JSONValue?) -> String? {
      let words = [node?["name"], node?["identifier"], node?["email"], node?["url"]].compactMap { $0?.string }
      return words.isEmpty ? nil : words.joined(separator: ", ")
    }
    return joined([
      info?["summary"]?.string, info?["description"]?.string,
      info?["version"].map { "Version: \(ForeignText.scalar($0))" },
      named(info?["contact"]).map { "Contact: \($0)" }, named(info?["license"]).map { "License: \($0)" },
      info?["termsOfService"]?.string.map { "Terms: \($0)" }, more(document),
    ])
  }

  static func operation(_ operation: JSONValue, in item: JSONValue, _ references: JSONReferences) -> String {
    // One of the two is the request's name; the other goes into the documentation.
    let isNamed = operation["summary"]?.string?.utf8.contains { $0 > 0x20 } ?? false
    let body = references.resolved(operation["requestBody"] ?? .null)
    return joined([
      operation["description"]?.string, item["summary"]?.string, item["description"]?.string,
      isNamed ? operation["operationId"]?.string.map { "operationId: \($0)" } : nil,
      body["description"]?.string.map { "Body: \($0)" },
      operation["deprecated"]?.bool == true ? "Deprecated." : nil, more(operation),
    ])
  }

  static func tag(_ tag: JSONValue) -> String { joined([tag["description"]?.string, more(tag)]) }

  /// The description of a parameter or header.
  static func parameter(_ node: JSONValue) -> String {
    let isOld = node["deprecated"]?.bool == true
    return [node["description"]?.string, isOld ? "Deprecated." : nil].compactMap(\.self).joined(separator: " ")
  }

  private static func more(_ node: JSONValue) -> String? {
    guard let docs = node["externalDocs"] else { return nil }
    return joined([docs["description"]?.string, docs["url"]?.string.map { "See \($0)" }])
  }

  private static func joined(_ parts: [String?]) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
