import Basics
import Foundation
import Interchange
import TestSupport
import Testing
import Workspaces

/// The content of every request of an export, read with Foundation alone and compared with the import.
@Suite("The content of Insomnia exports")
struct InsomniaContentTests {
  private typealias Object = [String: NSObject]

  /// The requests of either format in the order of the tree.
  private func requests(_ document: Object) -> [Object] {
    if let tree = document["collection"] as? [Object] { return below(tree) }
    let resources = document["resources"] as? [Object] ?? []
    let ids = Set(resources.compactMap { $0["_id"] as? String })
    let tops = resources.filter { $0["_type"] as? String == "workspace" }.compactMap { $0["_id"] as? String }
    let orphans = Set(resources.compactMap { $0["parentId"] as? String }).subtracting(ids).sorted()
    func children(_ id: String) -> [Object] {
      let own = resources.filter { $0["parentId"] as? String == id }.sorted {
        ($0["metaSortKey"] as? Double ?? 0) < ($1["metaSortKey"] as? Double ?? 0)
      }
      return own.flatMap { node -> [Object] in
        switch node["_type"] as? String {
        case "request": [node]
        case "request_group": children(node["_id"] as? String ?? "")
        default: []
        }
      }
    }
    return (tops + orphans).flatMap(children)
  }

  private func below(_ nodes: [Object]) -> [Object] {
    let key = { (node: Object) in ((node["meta"] as? Object)?["sortKey"] as? Double) ?? 0 }
    return nodes.sorted { key($0) < key($1) }.flatMap { node -> [Object] in
      if let children = node["children"] as? [Object] { return below(children) }
      return node["method"] == nil ? [] : [node]
    }
  }

  /// `{{ _.name }}` is `{{name}}` here.
  private func text(_ value: NSObject?) -> String {
    let plain = value as? String ?? (value as? NSNumber)?.stringValue ?? ""
    return plain.replacingOccurrences(of: #"\{\{\s*(_\.)?(.*?)\s*\}\}"#, with: "{{$2}}", options: .regularExpression)
  }

  private func rows(_ value: NSObject?) -> [Row] {
    (value as? [Object] ?? []).map { row in
      Row(text(row["name"]), text(row["value"]), isEnabled: (row["disabled"] as? NSNumber)?.boolValue != true)
    }.filter { !$0.name.isEmpty || !$0.value.isEmpty }
  }

  private func line(_ row: Row) -> String { "\(row.name)=\(row.value) \(row.isEnabled)" }

  private func wanted(_ node: Object) -> [String] {
    let body = node["body"] as? Object ?? [:]
    let type = body["mimeType"] as? String ?? ""
    let parameters = rows(node["parameters"])
    let query = parameters.filter { $0.isEnabled && !$0.name.isEmpty }.map { "\($0.name)=\($0.value)" }
    var url = text(node["url"])
    if !query.isEmpty { url += (url.contains("?") ? "&" : "?") + query.joined(separator: "&") }
    var lines = ["\(node["method"] as? String ?? "GET") \(url)"] + parameters.map { "query " + line($0) }
    var headers = rows(node["headers"])
    let isTyped = headers.contains { $0.isEnabled && $0.name.lowercased() == "content-type" }
    let isText = body["text"] != nil && type != "application/graphql" && body["params"] == nil
    if isText, !type.isEmpty, !isTyped { headers.append(Row("Content-Type", type)) }
    lines += headers.map { "header " + line($0) }
    if body["params"] != nil {
      lines += rows(body["params"]).map { "field " + line($0) }
    } else if isText {
      lines.append("text " + text(body["text"]))
    }
    let auth = node["authentication"] as? Object ?? [:]
    let isOff = (auth["disabled"] as? NSNumber)?.boolValue == true
    if let word = auth["type"] as? String, !isOff {
      lines.append("auth \(word == "iam" ? "awsv4" : word)")
      for name in ["username", "password", "token"] where ["basic", "bearer", "digest"].contains(word) {
        lines.append("\(name) \(text(auth[name]))")
      }
    }
    return lines
  }

  private func found(_ request: RequestDefinition, _ count: Int) -> [String] {
    var lines = ["\(request.method) \(request.url)"]
    lines += request.params.filter { $0.place == .query }.suffix(count).map { "query " + line($0.row) }
    lines += request.headers.map { "header " + line($0) }
    switch request.body {
    case .text(_, let text): lines.append("text " + text)
    case .form(let rows): lines += rows.map { "field " + line($0) }
    case .multipart(let parts):
      lines += parts.map { part in
        let value = if case .text(let text) = part.content { text } else { "" }
        return "field \(part.name)=\(value) \(part.isEnabled)"
      }
    default: break
    }
    let auth = request.authentication
    if auth.scheme == .inherit { return lines }
    if auth.scheme != .none { lines.append("auth \(auth.scheme.word)") }
    if [.basic, .bearer, .digest].contains(auth.scheme) {
      lines += ["username", "password", "token"].map { "\($0) \(auth[$0])" }
    }
    return lines
  }

  @Test("Method, URL, rows, bodies and logins of every request match the export", .corpora("insomnia"))
  func corpus() throws {
    var compared = 0
    for file in try Corpora.files("insomnia", extensions: ["json", "yaml"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      // Another test covers rejected files.
      guard let imported = try? InsomniaImport.read(bytes, name: "x") else { continue }
      let json = file.hasSuffix("json") ? bytes : try JSONValue(yaml: bytes).compact
      let document = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? Object)
      let all = requests(document)
      #expect(all.count == imported.requests.count, "\(file)")
      for (node, request) in zip(all, imported.requests) {
        #expect(found(request, rows(node["parameters"]).count) == wanted(node), "\(file): \(request.name)")
        compared += 1
      }
    }
    Notice.show("insomnia: the content of \(compared) requests compared")
  }

  @Test(
    "The chosen one of several operations is imported with converted variables, and the rest is reported")
  func operation() throws {
    let query = #"\"query A { a } query B($id: ID) { b(id: $id) }\""#
    let body = #"{\"query\":"# + query + #",\"variables\":{\"id\":\"{{ _.id }}\"},"#
    func read(_ rest: String) throws -> ImportedCollection {
      let text = #"""
        {"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"W"},
        {"_id":"r","_type":"request","parentId":"w","name":"R","method":"POST","url":"http://h","body":
        {"mimeType":"application/graphql","text":"\#(body)\#(rest)"}}]}
        """#
      return try ImportFormat.insomnia.read(Array(text.utf8), name: "c")
    }
    let chosen = try read(#"\"operationName\":\"B\"}"#)
    #expect(chosen.requests.first?.graphQL.operation == "B" && chosen.notices.isEmpty, "\(chosen.notices)")
    guard case .graphql(let query, let variables)? = chosen.requests.first?.body else {
      Issue.record("no GraphQL")
      return
    }
    #expect(query.hasPrefix("query A") && variables.contains(#""{{id}}""#), "\(variables)")
    // A name that the query lacks selects no operation.
    #expect(try read(#"\"operationName\":\"C\"}"#).requests.first?.graphQL.operation == "")
    let more = try read(#"\"extensions\":{\"a\":1}}"#)
    #expect(more.notices.map(\.message) == ["not carried over: extensions"])
  }

  @Test("A WebSocket without a place in the tree is kept, and unsupported items are reported")
  func others() throws {
    let text = #"""
      {"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"W"},
      {"_id":"r","_type":"request","parentId":"w","name":"R","url":"http://h"},
      {"_id":"s","_type":"websocket_request","parentId":"r","name":"S","url":"ws://h"},
      {"_id":"o","_type":"socketio_request","parentId":"w","name":"O","url":"ws://h"}]}
      """#
    let read = try ImportFormat.insomnia.read(Array(text.utf8), name: "c")
    #expect(read.requests.map(\.name) == ["R", "S"] && read.requests.last?.kind == .webSocket)
    #expect(read.notices.contains { $0.message == "a resource is left out: O (socketio_request)" }, "\(read.notices)")
    let tree =
      "type: collection.insomnia.rest/5.0\nname: C\ncollection:\n  - name: O\n    url: ws://h\n"
      + "    meta: {id: socketio-req_1}\n"
    let five = try ImportFormat.insomnia.read(Array(tree.utf8), name: "c")
    #expect(
      five.notices.map(\.message) == ["an unsupported kind of request is left out: O"])
  }

  @Test("Groups that contain themselves are read once", .timeLimit(.minutes(1)))
  func loops() throws {
    let text = #"""
      {"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"W"},
      {"_id":"g","_type":"request_group","parentId":"w","name":"a"},
      {"_id":"g","_type":"request_group","parentId":"g","name":"b"},
      {"_id":"g","_type":"request_group","parentId":"g","name":"c"},
      {"_id":"r","_type":"request","parentId":"g","name":"R","url":"http://h"}]}
      """#
    let read = try ImportFormat.insomnia.read(Array(text.utf8), name: "c")
    #expect(read.requests.map(\.name) == ["R"])
  }
}
