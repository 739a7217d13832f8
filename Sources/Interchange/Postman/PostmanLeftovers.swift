import Basics
import Workspaces

/// Reports what a Postman collection contains that we cannot hold.
enum PostmanLeftovers {
  /// Members that matter only to Postman.
  private static let own: Set<String> = [
    "id", "uid", "_postman_id", "_postman_isSubFolder", "_exporter_id", "_collection_link", "_postman_previewlanguage",
    "_postman_previewtype", "_postman_variable_scope", "_postman_exported_at", "_postman_exported_using", "uuid",
    "schema", "type", "system", "language",
  ]
  private static let row = own.union(["key", "value", "name", "description", "disabled", "enabled"])

  /// The protocol of an item that is no request of HTTP: Postman exports those with their type only, if at all.
  static func otherKind(of item: JSONValue) -> String? {
    let kinds = [
      "ws-raw-request": "WebSocket", "ws-socketio-request": "Socket.IO", "grpc-request": "gRPC", "mqtt-request": "MQTT",
      "graphql-request": "GraphQL",
    ]
    return (item["$kind"]?.string ?? item["type"]?.string).flatMap { kinds[$0] }
  }

  static func tell(ofFolder node: JSONValue, at place: String, notices: inout [Notice]) {
    let known = own.union([
      "name", "info", "item", "event", "auth", "variable", "description", "protocolProfileBehavior",
    ])
    Leftovers.tell(node, besides: known, at: place, notices: &notices)
    Leftovers.tell(node["info"], besides: own.union(["name", "description"]), at: place + "/info", notices: &notices)
    Leftovers.tell(rows: node["variable"], besides: row, at: place + "/variable", notices: &notices)
  }

  static func tell(ofEnvironment node: JSONValue, at place: String, notices: inout [Notice]) {
    // When and by whom it was last saved.
    let kept: Set<String> = ["timestamp", "owner", "lastUpdatedBy", "lastRevision", "synced", "syncedFilename"]
    Leftovers.tell(node, besides: own.union(kept).union(["name", "values"]), at: place, notices: &notices)
    Leftovers.tell(rows: node["values"], besides: row, at: place + "/values", notices: &notices)
  }

  static func tell(ofItem node: JSONValue, at place: String, notices: inout [Notice]) {
    let known = own.union([
      "name", "request", "response", "event", "description", "variable", "protocolProfileBehavior",
    ])
    Leftovers.tell(node, besides: known, at: place, notices: &notices)
    let request = node["request"]
    let inner = place + "/request"
    // If there are two descriptions, the request's own is shown.
    if request?["description"] != nil, let other = node["description"], !other.saysNothing {
      if PostmanReader.text(other) != PostmanReader.text(request?["description"]) {
        notices.append(Notice(.warning, place, "an item's description is not carried over beside that of its request"))
      }
    }
    let read: Set<String> = ["method", "url", "header", "body", "auth", "description", "proxy", "certificate"]
    Leftovers.tell(request, besides: own.union(read), at: inner, notices: &notices)
    let parts: Set<String> = ["raw", "protocol", "host", "port", "path", "query", "variable", "hash"]
    Leftovers.tell(request?["url"], besides: own.union(parts), at: inner + "/url", notices: &notices)
    Leftovers.tell(rows: request?["url"]?["query"], besides: row, at: inner + "/url/query", notices: &notices)
    Leftovers.tell(rows: request?["header"], besides: row, at: inner + "/header", notices: &notices)
    tell(ofBody: request?["body"], at: inner + "/body", notices: &notices)
    for (index, response) in (node["response"]?.array ?? []).enumerated() {
      let known: Set<String> = ["name", "originalRequest", "description", "status", "code", "header", "cookie", "body"]
      Leftovers.tell(
        response, besides: own.union(known), at: "\(place)/response/\(index)", notices: &notices)
    }
  }

  /// Postman keeps what was typed in modes that are not selected.
  private static func tell(ofBody node: JSONValue?, at place: String, notices: inout [Notice]) {
    guard let node else { return }
    let mode = node["mode"]?.string ?? ""
    Leftovers.tell(node, besides: own.union([mode, "mode", "options", "disabled"]), at: place, notices: &notices)
    let part = row.union(["src", "contentType", "fileName"])
    Leftovers.tell(rows: node[mode], besides: part, at: place + "/" + mode, notices: &notices)
    if mode == "graphql" {
      Leftovers.tell(
        node[mode], besides: ["query", "variables", "operationName"], at: place + "/graphql", notices: &notices)
    }
  }
}
