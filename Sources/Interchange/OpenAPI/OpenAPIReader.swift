import Networking
import Workspaces

/// Walks a document path by path, in its order.
struct OpenAPIReader {
  static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

  let document: JSONNode
  let references: JSONReferences
  var notices: [Notice] = []

  init(_ document: JSONNode) {
    self.document = document
    references = JSONReferences(document)
  }

  mutating func root(named name: String) -> ImportedCollection.Folder {
    var root = ImportedCollection.Folder(name: document["info"]?["title"]?.string ?? name)
    root.settings.docs = OpenAPIDocs.collection(document)
    root.settings.variables = serverVariables(document["servers"]?.array?.first)
    let security = OpenAPISecurity(document["components"]?["securitySchemes"], references)
    root.settings.authentication = security.authentication(document["security"], at: "/security", &notices) ?? .none
    var folders: [ImportedCollection.Folder] = []
    var loose: [ImportedCollection.Item] = []
    for tag in document["tags"]?.array ?? [] {
      guard let title = tag["name"]?.string else { continue }
      folders.append(folder(title, docs: tag["description"]?.string ?? ""))
    }
    for (tag, request) in operations(security) {
      let item = ImportedCollection.Item.request(request, options: TransferOptions())
      guard let tag else {
        loose.append(item)
        continue
      }
      if let index = folders.firstIndex(where: { $0.name == tag }) {
        folders[index].items.append(item)
      } else {
        var new = folder(tag, docs: "")
        new.items = [item]
        folders.append(new)
      }
    }
    root.items = folders.filter { !$0.items.isEmpty }.map { .folder($0) } + loose
    tellWebhooks()
    return root
  }

  /// One for each server where there are several.
  var environments: [Environment] {
    let servers = document["servers"]?.array ?? []
    guard servers.count > 1 else { return [] }
    var made: [Environment] = []
    for server in servers {
      let title = server["description"]?.string ?? server["url"]?.string ?? "server"
      let isTaken = made.contains { $0.name == title }
      let variables = serverVariables(server).map { Environment.Variable($0) }
      made.append(Environment(name: isTaken ? "\(title) \(made.count + 1)" : title, variables: variables))
    }
    return made
  }

  private func folder(_ name: String, docs: String) -> ImportedCollection.Folder {
    ImportedCollection.Folder(name: name, settings: SharedSettings(authentication: .inherit, docs: docs))
  }

  /// `baseUrl` with the server's own variables at their defaults.
  private func serverVariables(_ server: JSONNode?) -> [Row] {
    var url = server?["url"]?.string ?? "/"
    guard case .object(let variables) = server?["variables"] ?? .null else { return [Row("baseUrl", url)] }
    for variable in variables {
      url = url.replacingUTF8("{\(variable.name)}", with: PostmanReader.scalar(variable.value["default"]))
    }
    return [Row("baseUrl", url)]
  }

  private mutating func operations(_ security: OpenAPISecurity) -> [(tag: String?, request: RequestDefinition)] {
    guard case .object(let paths) = document["paths"] ?? .null else { return [] }
    var found: [(tag: String?, request: RequestDefinition)] = []
    for path in paths {
      let item = references.resolved(path.value)
      guard case .object(let members) = item else { continue }
      for member in members where Self.methods.contains(member.name) {
        let place = "/paths/\(JSONReferences.escaped(path.name))/\(member.name)"
        var request = request(member.value, path: path.name, method: member.name.uppercased(), item: item, at: place)
        request.authentication = security.authentication(member.value["security"], at: place, &notices) ?? .inherit
        if member.value["callbacks"] != nil {
          notices.append(Notice(.warning, place, "the callbacks of \(request.name) are not carried"))
        }
        request.examples = OpenAPIExamples(references).examples(of: member.value["responses"], for: request)
        found.append((member.value["tags"]?.array?.first?.string, request))
      }
    }
    return found
  }

  private mutating func request(
    _ operation: JSONNode, path: String, method: String, item: JSONNode, at place: String
  ) -> RequestDefinition {
    let title = operation["summary"]?.string ?? operation["operationId"]?.string ?? "\(method) \(path)"
    var request = RequestDefinition(name: title, method: method)
    request.docs = OpenAPIDocs.operation(operation, in: item, references)
    request.tags = (operation["tags"]?.array ?? []).compactMap(\.string)
    let servers = operation["servers"]?.array ?? item["servers"]?.array ?? []
    request.variables = servers.first.map(serverVariables) ?? []
    if servers.count > 1 {
      notices.append(Notice(.warning, place, "the first server of \(title) is used, the others are not carried"))
    }
    let parameters = OpenAPIParameters(item["parameters"], operation["parameters"], references)
    request.params = parameters.params
    request.headers = parameters.headers
    request.url = "{{baseUrl}}" + OpenAPIParameters.colonPath(path) + parameters.queryText
    let body = OpenAPIBody(references)
    request.body = body.body(of: operation["requestBody"], headers: &request.headers, at: place, &notices)
    return request
  }

  private mutating func tellWebhooks() {
    guard case .object(let hooks) = document["webhooks"] ?? .null else { return }
    for hook in hooks {
      notices.append(
        Notice(.warning, "/webhooks/\(hook.name)", "the webhook \(hook.name) is called by the server: it is no request")
      )
    }
  }
}

/// JSON references (`$ref`) inside one document.
struct JSONReferences {
  private let document: JSONNode

  init(_ document: JSONNode) {
    self.document = document
  }

  /// The node that a reference leads to, over at most 20 steps; the node itself where it is none or leads nowhere.
  func resolved(_ node: JSONNode) -> JSONNode {
    var node = node
    for _ in 0..<20 {
      guard let reference = node["$ref"]?.string, let target = target(reference) else { return node }
      node = target
    }
    return node
  }

  private func target(_ reference: String) -> JSONNode? {
    guard reference.hasPrefix("#/") else { return nil }
    var node = document
    for part in reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
      let name = FormEncoding.decodePercent(String(part)).replacingUTF8("~1", with: "/").replacingUTF8("~0", with: "~")
      guard
        let next = node[name] ?? Int(name).flatMap({ node.array?.indices.contains($0) == true ? node.array?[$0] : nil })
      else { return nil }
      node = next
    }
    return node
  }

  static func escaped(_ name: String) -> String {
    name.replacingUTF8("~", with: "~0").replacingUTF8("/", with: "~1")
  }
}

extension String {
  /// Every occurrence of a text replaced, byte by byte.
  func replacingUTF8(_ part: String, with other: String) -> String {
    guard !part.isEmpty else { return self }
    var result = ""
    var rest = Substring(self)
    while let range = rest.utf8.firstRange(of: part.utf8) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
