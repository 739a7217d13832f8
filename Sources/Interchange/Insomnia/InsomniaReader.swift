import Basics
import HTTPModel
import Workspaces

/// Builds the tree of an export from parent references (format 4) or nested items (format 5).
struct InsomniaReader {
  var notices: [Notice] = []
  private(set) var environments: [Environment] = []
  static let depthLimit = 60
  /// The groups that have been read: one that contains itself must not be read again.
  var entered: Set<String> = []
  /// The paths of requests in the collection, by their identifiers.
  var paths: [String: String] = [:]
  /// The identifiers of the requests in tree order.
  var ids: [String] = []

  // MARK: Format 4

  mutating func resources(_ resources: [JSONValue], name: String) -> ImportedCollection.Folder {
    var children: [String: [JSONValue]] = [:]
    for resource in resources { children[resource["parentId"]?.string ?? "", default: []].append(resource) }
    let workspaces = resources.filter { $0["_type"]?.string == "workspace" }
    let isOne = workspaces.count == 1
    var root = ImportedCollection.Folder(name: isOne ? workspaces.first?["name"]?.string ?? name : name)
    let known = Set(resources.compactMap { $0["_id"]?.string })
    for workspace in workspaces {
      let inner = self.workspace(workspace, children)
      guard !isOne, inner.settings != SharedSettings() || !inner.items.isEmpty else {
        if isOne { root = ImportedCollection.Folder(name: root.name, settings: inner.settings, items: inner.items) }
        continue
      }
      root.items.append(.folder(inner))
    }
    for id in children.filter({ !known.contains($0.key) }).keys.sorted() {
      root.items += items(below: id, children, depth: 0)
      root.settings.variables += variables(below: id, children, of: nil)
    }
    root.items += outsideFolders(resources, children)
    reportOthers(resources)
    return root
  }

  /// Converts one of several workspaces to a folder with its shared settings.
  private mutating func workspace(
    _ node: JSONValue, _ children: [String: [JSONValue]]
  ) -> ImportedCollection.Folder {
    let name = node["name"]?.string ?? "Workspace"
    let id = node["_id"]?.string ?? "-"
    var folder = ImportedCollection.Folder(name: name, items: items(below: id, children, depth: 0))
    folder.settings.variables = variables(below: id, children, of: name)
    folder.settings.docs = node["description"]?.string ?? ""
    return folder
  }

  /// Reads the variables of the base environment; its sub-environments become environments.
  private mutating func variables(
    below id: String, _ children: [String: [JSONValue]], of workspace: String?
  ) -> [Row] {
    var variables: [Row] = []
    for base in children[id] ?? [] where base["_type"]?.string == "environment" {
      variables += rows(base["data"])
      for node in children[base["_id"]?.string ?? "-"] ?? [] where node["_type"]?.string == "environment" {
        var made = environment(node)
        // Different workspaces may have environments of the same name, but a collection may not.
        let isTaken = environments.contains { $0.name.lowercased() == made.name.lowercased() }
        if isTaken, let workspace { made.name += " (\(workspace))" }
        environments.append(made)
      }
    }
    return variables
  }

  mutating func items(
    below id: String, _ children: [String: [JSONValue]], depth: Int
  ) -> [ImportedCollection.Item] {
    guard depth < Self.depthLimit, entered.insert(id).inserted else { return [] }
    let key = { (node: JSONValue) in node["metaSortKey"]?.double ?? 0 }
    let sorted = (children[id] ?? []).enumerated().sorted {
      (key($0.element), $0.offset) < (key($1.element), $1.offset)
    }
    var items: [ImportedCollection.Item] = []
    for (_, node) in sorted {
      switch node["_type"]?.string {
      case "request": items.append(.request(request(node), options: TransferOptions()))
      case "grpc_request": items.append(.request(call(node), options: TransferOptions()))
      case "websocket_request":
        let payloads = (children[node["_id"]?.string ?? "-"] ?? []).filter {
          $0["_type"]?.string == "websocket_payload"
        }
        items.append(.request(webSocket(node, payloads: payloads), options: TransferOptions()))
      case "request_group":
        var folder = folder(node)
        folder.items = self.items(below: node["_id"]?.string ?? "-", children, depth: depth + 1)
        items.append(.folder(folder))
      default: break
      }
    }
    return items
  }

  /// Content whose folder is missing from the tree: its parent is not a folder, folders contain each other, or they are
  /// nested too deep.
  private mutating func outsideFolders(
    _ resources: [JSONValue], _ children: [String: [JSONValue]]
  ) -> [ImportedCollection.Item] {
    let kinds = ["request", "grpc_request", "websocket_request", "request_group"]
    var found: [ImportedCollection.Item] = []
    for node in resources where kinds.contains(node["_type"]?.string ?? "") {
      let parent = node["parentId"]?.string ?? ""
      if entered.contains(parent) { continue }
      notices.warn(
        node["name"]?.string ?? "", "content outside all folders is placed in the collection itself")
      found += items(below: parent, children, depth: 0)
    }
    return found
  }

  private mutating func reportOthers(_ resources: [JSONValue]) {
    let known = [
      "request", "websocket_request", "websocket_payload", "grpc_request", "request_group", "workspace", "environment",
      "cookie_jar", "api_spec",
    ]
    for node in resources {
      guard let type = node["_type"]?.string, !known.contains(type) else { continue }
      notices.warn(node["_id"]?.string ?? "", "a resource is left out: \(node["name"]?.string ?? "") (\(type))")
    }
    for node in resources where node["_type"]?.string == "cookie_jar" { reportCookies(node) }
    for node in resources where node["_type"]?.string == "api_spec" { reportSpecification(node) }
  }

  private mutating func reportCookies(_ jar: JSONValue?) {
    guard let jar, let cookies = jar["cookies"]?.array, !cookies.isEmpty else { return }
    let names = cookies.map { cookie in
      let domain = cookie["domain"]?.string.map { " (\($0))" } ?? ""
      return (cookie["key"]?.string ?? cookie["name"]?.string ?? "") + domain
    }
    notices.warn(jar["name"]?.string ?? "cookie jar", "cookies are not carried over: \(names.joined(separator: ", "))")
  }

  private mutating func reportSpecification(_ node: JSONValue?) {
    let contents = node?["contents"]
    let isEmpty = contents == nil || contents == .null || contents?.string?.isEmpty == true
    guard let node, !isEmpty else { return }
    let name = node["fileName"]?.string ?? node["name"]?.string ?? "specification"
    notices.warn(name, "a specification is left out; import it from a separate file")
  }

  // MARK: Format 5

  mutating func tree(_ nodes: [JSONValue], _ document: JSONValue, name: String) -> ImportedCollection.Folder {
    var root = ImportedCollection.Folder(name: document["name"]?.string ?? name)
    root.settings.docs = document["meta"]?["description"]?.string ?? ""
    root.settings.variables = rows(document["environments"]?["data"])
    environments = (document["environments"]?["subEnvironments"]?.array ?? []).map { environment($0) }
    root.items = items(nodes, depth: 0)
    reportCookies(document["cookieJar"])
    reportSpecification(document["spec"])
    return root
  }

  private mutating func items(_ nodes: [JSONValue], depth: Int) -> [ImportedCollection.Item] {
    let key = { (node: JSONValue) in node["meta"]?["sortKey"]?.double ?? 0 }
    let sorted = nodes.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
    var items: [ImportedCollection.Item] = []
    for (_, node) in sorted {
      if let children = node["children"]?.array {
        var folder = folder(node)
        if depth + 1 < Self.depthLimit {
          folder.items = self.items(children, depth: depth + 1)
        } else {
          notices.warn(folder.name, "folders are nested more than \(Self.depthLimit) deep: the rest is left out")
        }
        items.append(.folder(folder))
      } else if Self.isWebSocket(node) {
        items.append(.request(webSocket(node, payloads: []), options: TransferOptions()))
      } else if node["method"] != nil || node["meta"]?["id"]?.string?.hasPrefix("req_") == true {
        items.append(.request(request(node), options: TransferOptions()))
      } else if node["protoMethodName"] != nil || node["meta"]?["id"]?.string?.hasPrefix("greq_") == true {
        items.append(.request(call(node), options: TransferOptions()))
      } else {
        notices.warn(
          node["meta"]?["id"]?.string ?? "",
          "an unsupported kind of request is left out: \(node["name"]?.string ?? "an item")")
      }
    }
    return items
  }

  // MARK: Both

  mutating func folder(_ node: JSONValue) -> ImportedCollection.Folder {
    var folder = ImportedCollection.Folder(name: node["name"]?.string ?? "Folder")
    folder.settings.docs = node["description"]?.string ?? node["meta"]?["description"]?.string ?? ""
    folder.settings.variables = rows(node["environment"])
    folder.settings.headers = fields(node["headers"], at: folder.name)
    folder.settings.authentication = authentication(node["authentication"], at: folder.name)
    folder.settings.scripts = scripts(node)
    InsomniaLeftovers.report(ofFolder: node, at: folder.name, notices: &notices)
    return folder
  }

  /// The environments shared by several collections: the base combined with each of the others.
  mutating func sharedEnvironments(_ document: JSONValue, name: String) -> ImportedCollection.Folder {
    let name = document["name"]?.string ?? name
    let base = document["environments"] ?? .null
    let shared = environment(base)
    let others = (base["subEnvironments"]?.array ?? []).map { environment($0) }
    environments = others.map { other in
      var whole = other
      let own = Set(other.variables.map(\.row.name))
      whole.variables = shared.variables.filter { !own.contains($0.row.name) } + other.variables
      return whole
    }
    if !shared.variables.isEmpty || others.isEmpty {
      environments.insert(Environment(name: name, color: shared.color, variables: shared.variables), at: 0)
    }
    return ImportedCollection.Folder(name: name)
  }

  private mutating func environment(_ node: JSONValue) -> Environment {
    let name = node["name"]?.string ?? "Environment"
    InsomniaLeftovers.report(ofEnvironment: node, at: name, notices: &notices)
    return Environment(
      name: name, color: node["color"]?.string,
      variables: rows(node["data"]).map { Environment.Variable($0) })
  }

  /// Flattens nested data to dotted names, as in `{{ _.a.b }}`.
  private mutating func rows(_ node: JSONValue?, prefix: String = "", depth: Int = 0) -> [Row] {
    guard depth < 20 else { return [] }
    var rows: [Row] = []
    for member in node?.members ?? [] {
      let name = prefix + member.name
      if case .object(let inner) = member.value, !inner.isEmpty {
        rows += self.rows(member.value, prefix: name + ".", depth: depth + 1)
      } else {
        let text = text(ForeignText.scalar(member.value), at: name)
        rows.append(Row(name, VariableValue(text, type: ValueType(of: member.value))))
      }
    }
    return rows
  }

  func scripts(_ node: JSONValue) -> [Script] {
    [
      ("before-request", node["preRequestScript"]?.string ?? node["scripts"]?["preRequest"]?.string),
      ("after-response", node["afterResponseScript"]?.string ?? node["scripts"]?["afterResponse"]?.string),
    ].compactMap { phase, code in
      code.flatMap { $0.utf8.contains { $0 > 0x20 } ? Script(phase: phase, code: $0) : nil }
    }
  }
}
