import Basics
import Workspaces

/// Converts a Postman collection of format 1 to format 2.1: a flat list of requests and folders, ordered by lists of
/// identifiers, becomes a tree.
struct PostmanFormat1 {
  private(set) var notices: [Notice] = []
  private let requests: [JSONValue]
  private let folders: [JSONValue]
  /// The identifiers of requests and folders already in the tree.
  private var placed: Set<String> = []

  static func recognizes(_ node: JSONValue) -> Bool {
    guard let requests = node["requests"]?.array, node["item"] == nil else { return false }
    return node["order"]?.array != nil || node["folders"]?.array != nil && requests.contains { $0["url"] != nil }
  }

  init(_ node: JSONValue) {
    requests = node["requests"]?.array ?? []
    folders = node["folders"]?.array ?? []
  }

  mutating func converted(_ node: JSONValue) -> JSONValue {
    let info: JSONValue = ["name": node["name"] ?? .null, "description": node["description"] ?? ""]
    report(node, except: Self.ofFolders.union(["folders", "requests", "values"]))
    var items = self.items(of: node, isRoot: true)
    // Items in no order list belong to the collection itself.
    items += folders.filter { !placed.contains(Self.id($0)) }.compactMap { folder($0) }
    items += requests.filter { !placed.contains(Self.id($0)) }.map { item($0) }
    return Self.shared(node, with: ["info": info, "item": .array(items)])
  }

  private static func id(_ node: JSONValue) -> String { ForeignText.scalar(node["id"]) }

  private mutating func items(of node: JSONValue, isRoot: Bool) -> [JSONValue] {
    func ids(_ name: String) -> [String] { (node[name]?.array ?? []).map { ForeignText.scalar($0) } }
    let outer = isRoot ? "" : Self.id(node)
    let named = ids("folders_order") + ids("subfolders_order")
    let below = folders.filter { ForeignText.scalar($0["folder"]) == outer }.map(Self.id)
    var items: [JSONValue] = []
    for id in named + below.filter({ !named.contains($0) }) {
      items += folders.first { Self.id($0) == id }.flatMap { folder($0) }.map { [$0] } ?? []
    }
    for id in ids("order") where placed.insert(id).inserted {
      items += requests.filter { Self.id($0) == id }.prefix(1).map { item($0) }
    }
    return items
  }

  /// `nil` for a folder already in the tree.
  private mutating func folder(_ node: JSONValue) -> JSONValue? {
    guard placed.insert(Self.id(node)).inserted else { return nil }
    report(node, except: Self.ofFolders)
    let items = items(of: node, isRoot: false)
    return Self.shared(
      node,
      with: ["name": node["name"] ?? "Folder", "description": node["description"] ?? "", "item": .array(items)])
  }

  /// Adds the members shared by collections, folders and requests.
  private static func shared(_ node: JSONValue, with own: JSONValue) -> JSONValue {
    var made = own
    made["auth"] = login(node)
    made["protocolProfileBehavior"] = node["protocolProfileBehavior"]
    made["variable"] = (node["variables"] ?? node["values"]).map(rows)
    var events = node["events"]?.array ?? []
    for (name, listen) in [("preRequestScript", "prerequest"), ("tests", "test")] {
      let isThere = events.contains { $0["listen"]?.string == listen }
      guard let code = node[name]?.string, !isThere else { continue }
      events.append(["listen": .string(listen), "script": ["exec": .string(code)]])
    }
    made["event"] = .filled(events)
    return made
  }

  /// The login, which older files store in `helperAttributes`.
  private static func login(_ node: JSONValue) -> JSONValue? {
    if let auth = node["auth"], auth != .null { return auth }
    let types = [
      "basicAuth": "basic", "bearerAuth": "bearer", "digestAuth": "digest", "ntlmAuth": "ntlm", "apikeyAuth": "apikey",
      "awsSigV4": "awsv4", "oAuth1": "oauth1", "oAuth2": "oauth2", "hawkAuth": "hawk", "noAuth": "noauth",
    ]
    guard let helper = node["currentHelper"]?.string, let type = types[helper] else { return nil }
    guard case .object(let members) = node["helperAttributes"] ?? .null else { return ["type": .string(type)] }
    return .object([
      .init("type", .string(type)), .init(type, .object(members.filter { $0.name != "id" && !$0.value.saysNothing })),
    ])
  }

  // MARK: Requests

  private mutating func item(_ node: JSONValue) -> JSONValue {
    report(node, except: Self.known)
    var request = Self.request(node)
    request["auth"] = Self.login(node)
    var item = Self.shared(node, with: ["name": node["name"] ?? "", "request": request])
    item["auth"] = nil
    item["response"] = .filled((node["responses"]?.array ?? []).map(Self.response))
    return item
  }

  private static func request(_ node: JSONValue) -> JSONValue {
    func filled(_ name: String) -> JSONValue? { .filled(rows(node[name] ?? .null).array ?? []) }
    var variables = filled("pathVariableData")
    if variables == nil, case .object(let values) = node["pathVariables"] ?? .null {
      variables = .array(values.map { ["key": .string($0.name), "value": $0.value] })
    }
    let url: JSONValue = .object([
      "raw": .string(ForeignText.scalar(node["url"])),
      "query": filled("queryParams"), "variable": variables,
    ])
    return .object([
      "method": node["method"] ?? "GET", "url": url, "header": headers(node), "body": body(node),
      "description": node["description"],
    ])
  }

  /// Rows, or a text with a header per line; two slashes disable one.
  private static func headers(_ node: JSONValue) -> JSONValue {
    if let rows = node["headerData"]?.array, !rows.isEmpty { return self.rows(.array(rows)) }
    return .array(
      PostmanReader.headers(.string(ForeignText.scalar(node["headers"]))).map { row in
        let isOff = row.name.hasPrefix("//")
        let name = isOff ? ForeignText.trimmed(String(row.name.dropFirst(2))) : row.name
        return ["key": .string(name), "value": .string(row.value), "disabled": .bool(isOff)]
      })
  }

  private static func body(_ node: JSONValue) -> JSONValue? {
    guard let mode = node["dataMode"]?.string else { return nil }
    let raw = node["rawModeData"].flatMap { $0 == .null ? nil : $0 } ?? node["data"] ?? .null
    var body: JSONValue =
      switch mode {
      case "raw": ["mode": "raw", "raw": .string(raw.array.map { _ in "" } ?? ForeignText.scalar(raw))]
      case "params": ["mode": "formdata", "formdata": parts(node["data"])]
      case "urlencoded": ["mode": "urlencoded", "urlencoded": rows(node["data"] ?? .null)]
      case "binary": ["mode": "file", "file": ["src": raw]]
      case "graphql": ["mode": "graphql", "graphql": node["graphqlModeData"] ?? .null]
      default: ["mode": .string(mode)]
      }
    body["options"] = node["dataOptions"]
    body["disabled"] = .flag(node["dataDisabled"]?.bool == true)
    return body
  }

  private static func rows(_ node: JSONValue) -> JSONValue {
    .array(
      (node.array ?? []).map { row in
        guard case .object(let members) = row, row["enabled"]?.bool == false else { return row }
        return .object(members.filter { $0.name != "enabled" } + [.init("disabled", true)])
      })
  }

  /// A part stores its file as its value.
  private static func parts(_ node: JSONValue?) -> JSONValue {
    .array(
      (rows(node ?? .null).array ?? []).map { part in
        guard case .object(let members) = part, part["type"]?.string == "file", part["src"] == nil else { return part }
        return .object(members.map { $0.name == "value" ? .init("src", $0.value) : $0 })
      })
  }

  private static func response(_ node: JSONValue) -> JSONValue {
    let request = node["requestObject"].flatMap { if case .object = $0 { Self.request($0) } else { nil } }
    return .object([
      "name": node["name"] ?? "", "code": node["responseCode"]?["code"], "status": node["responseCode"]?["name"],
      "header": node["headers"], "cookie": node["cookies"], "body": node["text"],
      "_postman_previewlanguage": node["language"], "originalRequest": request,
    ])
  }

  // MARK: Losses

  private static let known: Set<String> = [
    "method", "url", "headers", "headerData", "data", "dataMode", "rawModeData", "dataOptions", "dataDisabled",
    "graphqlModeData", "pathVariables", "pathVariableData", "queryParams", "preRequestScript", "tests", "events",
    "currentHelper", "helperAttributes", "auth", "responses", "variables", "folder", "protocolProfileBehavior",
  ]
  private static let ofFolders: Set<String> = [
    "folders_order", "subfolders_order", "order", "folder", "auth", "events", "variables", "protocolProfileBehavior",
    "preRequestScript", "tests",
  ]
  /// Members that only matter to Postman.
  private static let own: Set<String> = [
    "id", "uid", "name", "description", "collection", "collectionId", "collection_id", "owner", "createdAt",
    "updatedAt", "timestamp", "time", "version", "lastUpdatedBy", "lastRevision", "synced", "isFromCollection",
    "responses_order", "hasRequests", "remote_id", "remoteId", "write", "public", "currentPage",
  ]

  private mutating func report(_ node: JSONValue, except known: Set<String>) {
    Leftovers.report(node, except: known.union(Self.own), at: ForeignText.scalar(node["name"]), notices: &notices)
  }
}
