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
    report(node, except: Self.ofFolders.union(["folders", "requests", "values", "preRequestScript", "tests"]))
    var items = self.items(of: node, isRoot: true)
    // Items in no order list belong to the collection itself.
    items += folders.filter { !placed.contains(Self.id($0)) }.compactMap { folder($0) }
    items += requests.filter { !placed.contains(Self.id($0)) }.map { item($0) }
    return .object([.init("info", info), .init("item", .array(items))] + Self.shared(node))
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
    return .object(
      [
        .init("name", node["name"] ?? "Folder"), .init("description", node["description"] ?? ""),
        .init("item", .array(items)),
      ] + Self.shared(node))
  }

  /// The members shared by collections, folders and requests.
  private static func shared(_ node: JSONValue) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let auth = login(node) { members.append(.init("auth", auth)) }
    if let behavior = node["protocolProfileBehavior"] { members.append(.init("protocolProfileBehavior", behavior)) }
    if let rows = node["variables"] ?? node["values"] { members.append(.init("variable", self.rows(rows))) }
    var events = node["events"]?.array ?? []
    for (name, listen) in [("preRequestScript", "prerequest"), ("tests", "test")] {
      let isThere = events.contains { $0["listen"]?.string == listen }
      guard let code = node[name]?.string, !isThere else { continue }
      events.append(["listen": .string(listen), "script": ["exec": .string(code)]])
    }
    if !events.isEmpty { members.append(.init("event", .array(events))) }
    return members
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
    let shared = Self.shared(node)
    let request = Self.request(node) + shared.filter { $0.name == "auth" }
    var item: [JSONValue.Member] = [.init("name", node["name"] ?? ""), .init("request", .object(request))]
    item += shared.filter { $0.name != "auth" }
    let responses = node["responses"]?.array ?? []
    if !responses.isEmpty { item.append(.init("response", .array(responses.map(Self.response)))) }
    return .object(item)
  }

  private static func request(_ node: JSONValue) -> [JSONValue.Member] {
    var url: [JSONValue.Member] = [.init("raw", .string(ForeignText.scalar(node["url"])))]
    if let rows = node["queryParams"]?.array, !rows.isEmpty { url.append(.init("query", self.rows(.array(rows)))) }
    if let rows = node["pathVariableData"]?.array, !rows.isEmpty {
      url.append(.init("variable", self.rows(.array(rows))))
    } else if case .object(let values) = node["pathVariables"] ?? .null {
      url.append(.init("variable", .array(values.map { ["key": .string($0.name), "value": $0.value] })))
    }
    var members: [JSONValue.Member] = [
      .init("method", node["method"] ?? "GET"), .init("url", .object(url)), .init("header", headers(node)),
    ]
    if let body = body(node) { members.append(.init("body", body)) }
    if let text = node["description"] { members.append(.init("description", text)) }
    return members
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
    var members: [JSONValue.Member] =
      switch mode {
      case "raw": [.init("mode", "raw"), .init("raw", .string(raw.array.map { _ in "" } ?? ForeignText.scalar(raw)))]
      case "params": [.init("mode", "formdata"), .init("formdata", parts(node["data"]))]
      case "urlencoded": [.init("mode", "urlencoded"), .init("urlencoded", rows(node["data"] ?? .null))]
      case "binary": [.init("mode", "file"), .init("file", ["src": raw])]
      case "graphql": [.init("mode", "graphql"), .init("graphql", node["graphqlModeData"] ?? .null)]
      default: [.init("mode", .string(mode))]
      }
    if let options = node["dataOptions"] { members.append(.init("options", options)) }
    if node["dataDisabled"]?.bool == true { members.append(.init("disabled", true)) }
    return .object(members)
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
    var members: [JSONValue.Member] = [
      .init("name", node["name"] ?? ""), .init("code", node["responseCode"]?["code"] ?? .null),
      .init("status", node["responseCode"]?["name"] ?? .null), .init("header", node["headers"] ?? .null),
      .init("cookie", node["cookies"] ?? .null), .init("body", node["text"] ?? .null),
      .init("_postman_previewlanguage", node["language"] ?? .null),
    ]
    if let request = node["requestObject"], case .object = request {
      members.append(.init("originalRequest", .object(Self.request(request))))
    }
    return .object(members)
  }

  // MARK: Losses

  private static let known: Set<String> = [
    "method", "url", "headers", "headerData", "data", "dataMode", "rawModeData", "dataOptions", "dataDisabled",
    "graphqlModeData", "pathVariables", "pathVariableData", "queryParams", "preRequestScript", "tests", "events",
    "currentHelper", "helperAttributes", "auth", "responses", "variables", "folder", "protocolProfileBehavior",
  ]
  private static let ofFolders: Set<String> = [
    "folders_order", "subfolders_order", "order", "folder", "auth", "events", "variables", "protocolProfileBehavior",
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
