import Networking
import Workspaces

/// Builds the tree of an export, whether its parents are named (format 4) or nested (format 5).
struct InsomniaReader {
  var notices: [Notice] = []
  private(set) var environments: [Environment] = []
  private static let depthLimit = 60

  // MARK: Format 4

  mutating func resources(_ resources: [JSONNode], name: String) -> ImportedCollection.Folder {
    var children: [String: [JSONNode]] = [:]
    for resource in resources { children[resource["parentId"]?.string ?? "", default: []].append(resource) }
    let workspaces = resources.filter { $0["_type"]?.string == "workspace" }
    var root = ImportedCollection.Folder(name: workspaces.first?["name"]?.string ?? name)
    let known = Set(resources.compactMap { $0["_id"]?.string })
    let tops = workspaces.compactMap { $0["_id"]?.string }
    let orphans = children.filter { !known.contains($0.key) && !$0.key.isEmpty }.keys.sorted()
    for id in tops + orphans {
      root.items += items(below: id, children, depth: 0)
      for base in children[id] ?? [] where base["_type"]?.string == "environment" {
        root.settings.variables += rows(base["data"])
        environments += (children[base["_id"]?.string ?? ""] ?? []).filter { $0["_type"]?.string == "environment" }
          .map { environment($0) }
      }
    }
    root.settings.docs = workspaces.first?["description"]?.string ?? ""
    tellOthers(resources)
    return root
  }

  private mutating func items(
    below id: String, _ children: [String: [JSONNode]], depth: Int
  ) -> [ImportedCollection.Item] {
    guard depth < Self.depthLimit else { return [] }
    let key = { (node: JSONNode) in node["metaSortKey"]?.double ?? 0 }
    let sorted = (children[id] ?? []).enumerated().sorted {
      (key($0.element), $0.offset) < (key($1.element), $1.offset)
    }
    var items: [ImportedCollection.Item] = []
    for (_, node) in sorted {
      switch node["_type"]?.string {
      case "request": items.append(.request(request(node), options: TransferOptions()))
      case "request_group":
        var folder = folder(node)
        folder.items = self.items(below: node["_id"]?.string ?? "-", children, depth: depth + 1)
        items.append(.folder(folder))
      default: break
      }
    }
    return items
  }

  private mutating func tellOthers(_ resources: [JSONNode]) {
    let known = ["request", "request_group", "workspace", "environment", "cookie_jar", "api_spec"]
    for node in resources {
      guard let type = node["_type"]?.string, !known.contains(type) else { continue }
      notices.append(
        Notice(
          .warning, node["_id"]?.string ?? "", "\(node["name"]?.string ?? "a resource") is a \(type): it is left out"))
    }
  }

  // MARK: Format 5

  mutating func tree(_ nodes: [JSONNode], _ document: JSONNode, name: String) -> ImportedCollection.Folder {
    var root = ImportedCollection.Folder(name: document["name"]?.string ?? name)
    root.settings.docs = document["meta"]?["description"]?.string ?? ""
    root.settings.variables = rows(document["environments"]?["data"])
    environments = (document["environments"]?["subEnvironments"]?.array ?? []).map { environment($0) }
    root.items = items(nodes, depth: 0)
    return root
  }

  private mutating func items(_ nodes: [JSONNode], depth: Int) -> [ImportedCollection.Item] {
    guard depth < Self.depthLimit else { return [] }
    let key = { (node: JSONNode) in node["meta"]?["sortKey"]?.double ?? 0 }
    let sorted = nodes.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
    var items: [ImportedCollection.Item] = []
    for (_, node) in sorted {
      if let children = node["children"]?.array {
        var folder = folder(node)
        folder.items = self.items(children, depth: depth + 1)
        items.append(.folder(folder))
      } else if node["method"] != nil || node["meta"]?["id"]?.string?.hasPrefix("req_") == true {
        items.append(.request(request(node), options: TransferOptions()))
      } else {
        notices.append(
          Notice(
            .warning, node["meta"]?["id"]?.string ?? "",
            "\(node["name"]?.string ?? "an item") is no HTTP request: it is left out"))
      }
    }
    return items
  }

  // MARK: Both

  private mutating func folder(_ node: JSONNode) -> ImportedCollection.Folder {
    var folder = ImportedCollection.Folder(name: node["name"]?.string ?? "Folder")
    folder.settings.docs = node["description"]?.string ?? node["meta"]?["description"]?.string ?? ""
    folder.settings.variables = rows(node["environment"])
    folder.settings.headers = fields(node["headers"], at: folder.name)
    folder.settings.authentication = authentication(node["authentication"], at: folder.name)
    folder.settings.scripts = scripts(node)
    return folder
  }

  private mutating func environment(_ node: JSONNode) -> Environment {
    Environment(
      name: node["name"]?.string ?? "Environment", color: node["color"]?.string,
      variables: rows(node["data"]).map { Environment.Variable($0) })
  }

  /// Nested data under names with dots, as `{{ _.a.b }}` reads it.
  private mutating func rows(_ node: JSONNode?, prefix: String = "", depth: Int = 0) -> [Row] {
    guard case .object(let members) = node ?? .null, depth < 20 else { return [] }
    var rows: [Row] = []
    for member in members {
      let name = prefix + member.name
      if case .object(let inner) = member.value, !inner.isEmpty {
        rows += self.rows(member.value, prefix: name + ".", depth: depth + 1)
      } else {
        rows.append(Row(name, text(PostmanReader.scalar(member.value), at: name)))
      }
    }
    return rows
  }

  mutating func scripts(_ node: JSONNode) -> [Script] {
    let scripts = [
      ("before-request", node["preRequestScript"]?.string ?? node["scripts"]?["preRequest"]?.string),
      ("after-response", node["afterResponseScript"]?.string ?? node["scripts"]?["afterResponse"]?.string),
    ].compactMap { phase, code in
      code.flatMap { $0.utf8.contains { $0 > 0x20 } ? Script(phase: phase, code: $0) : nil }
    }
    if !scripts.isEmpty {
      notices.append(Notice(.warning, node["name"]?.string ?? "", "the scripts are kept and not run"))
    }
    return scripts
  }
}
