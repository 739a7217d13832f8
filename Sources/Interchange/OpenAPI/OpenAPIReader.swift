import Basics
import Networking
import Workspaces

/// Reads a document path by path, in its order.
struct OpenAPIReader {
  static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

  let document: JSONValue
  private let servers: OpenAPIServers
  private(set) var context: OpenAPIContext
  private var tags = TagFolders()

  init(_ document: JSONValue, _ context: OpenAPIContext, from origin: ImportOrigin) {
    self.document = document
    self.context = context
    servers = OpenAPIServers(origin)
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
      tags.declare(title, docs: OpenAPIDocs.tag(tag))
    }
    for path in paths { read(path, security) }
    root.items = tags.items
    for tag in tags.unused { context.losses.tell("a tag without requests is not carried over", at: "/tags/\(tag)") }
    tellWebhooks()
    return root
  }

  /// One for each server if there are several.
  mutating func environments() -> [Environment] {
    servers.environments(document["servers"]?.array ?? [], &context.losses)
  }

  private var paths: [JSONValue.Member] {
    guard case .object(let paths) = context.references.resolved(document["paths"] ?? .null) else { return [] }
    return paths
  }

  private mutating func read(_ path: JSONValue.Member, _ security: OpenAPISecurity) {
    let item = context.references.overlaid(path.value)
    guard case .object(let members) = item else { return }
    var operations = members.filter { Self.methods.contains($0.name) }
    // Other methods by name (3.2).
    if case .object(let others) = item["additionalOperations"] ?? .null { operations += others }
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
    request.tags = (operation["tags"]?.array ?? []).compactMap(\.string)
    let own = operation["servers"]?.array ?? item["servers"]?.array ?? []
    request.variables = own.first.map { servers.variables($0, at: place, &context.losses) } ?? []
    if own.count > 1 {
      context.losses.tell("the first server of the operation is used; the others are not carried over", at: place)
    }
    let parameters = OpenAPIParameters(
      shared: item["parameters"], own: operation["parameters"], at: place, &context)
    address(&request, path: OpenAPIPath(path), parameters, at: place)
    request.body = OpenAPIBody.body(of: operation["requestBody"], headers: &request.headers, at: place, &context)
    return request
  }

  /// The URL, its rows, and the headers.
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
      context.losses.tell(
        "the parameter \(declared[index].row.name) is not in the path: its row is disabled", at: place)
    }
    request.params = fixed + declared
    request.headers = parameters.headers
    request.url = path.url("{{baseUrl}}" + path.text(parameters.templates), request.params)
  }

  private mutating func tellWebhooks() {
    guard case .object(let hooks) = document["webhooks"] ?? .null else { return }
    for hook in hooks {
      context.losses.tell("a webhook is called by the server: it is not a request", at: "/webhooks/\(hook.name)")
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
