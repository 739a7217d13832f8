import Basics
import HTTPModel
import Workspaces

/// Reads Postman collections of format 1, 2.0 and 2.1, and Postman environments and globals.
package enum PostmanImport {
  /// - Throws: `ImportError` if the text is neither.
  package static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let node = try node(bytes)
    let collection = node["collection"] ?? node
    if collection["info"] != nil || collection["item"] != nil { return self.collection(collection, name: name) }
    if let values = node["values"]?.array ?? node["environment"]?["values"]?.array {
      return environment(node["environment"] ?? node, values, name: name)
    }
    if PostmanFormat1.recognizes(collection) {
      var format = PostmanFormat1(collection)
      var imported = self.collection(format.converted(collection), name: name)
      imported.format = "postman-1"
      imported.notices = format.notices + imported.notices
      return imported
    }
    if let kind = PostmanLeftovers.otherKind(of: node) {
      throw ImportError("postman", "this is a single \(kind) request of format 3, which has no published description")
    }
    throw ImportError("postman", "there are neither items nor values")
  }

  static func node(_ bytes: [UInt8]) throws(ImportError) -> JSONValue {
    do { return try ForeignText.json(bytes) } catch { throw ImportError("postman", error.message) }
  }

  static func recognizes(_ node: JSONValue) -> Bool {
    let collection = node["collection"] ?? node
    if collection["info"]?["schema"]?.string?.contains("postman") == true { return true }
    if collection["info"]?["_postman_id"] != nil { return true }
    if node["_postman_variable_scope"] != nil || PostmanFormat1.recognizes(collection) { return true }
    // Older environments have no other characteristic.
    if node["name"]?.string != nil, node["values"]?.array?.first?["key"] != nil { return true }
    return collection["info"] != nil && collection["item"]?.array != nil
  }

  private static func collection(_ node: JSONValue, name: String) -> ImportedCollection {
    var reader = PostmanReader()
    let info = node["info"]
    let isOld = info?["schema"]?.string?.contains("v2.0") ?? false
    var root = reader.folder(node, named: info?["name"]?.string ?? name, at: "")
    root.settings.docs = PostmanReader.text(info?["description"])
    // The root has no parent to inherit from.
    if root.settings.authentication == .inherit { root.settings.authentication = .none }
    root.runScriptsAsPostman()
    let notices = reader.notices.map { notice in
      notice.naming("item", in: node) { item in item["name"]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    }
    var imported = ImportedCollection(format: isOld ? "postman-2.0" : "postman-2.1", root: root, notices: notices)
    imported.requestIDs = reader.ids
    return imported
  }

  private static func environment(_ node: JSONValue, _ values: [JSONValue], name: String) -> ImportedCollection {
    let title = node["name"]?.string ?? name
    let variables = values.map { value in
      let isSecret = value["type"]?.string == "secret"
      var row = isSecret ? PostmanReader.row(value) : PostmanReader.variable(value)
      row.isEnabled = value["enabled"]?.bool ?? row.isEnabled
      return Environment.Variable(row, isSecret: isSecret)
    }
    let environment = Environment(name: title, variables: variables)
    var notices: [Notice] = []
    PostmanLeftovers.report(ofEnvironment: node, at: "", notices: &notices)
    return ImportedCollection(
      format: "postman-environment", root: ImportedCollection.Folder(name: title), environments: [environment],
      notices: notices)
  }
}

/// Reads a Postman collection and collects a notice for each loss.
struct PostmanReader {
  private(set) var notices: [Notice] = []
  /// The ids of the requests so far, which scripts may use.
  private(set) var ids: [String] = []
  static let depthLimit = 60

  /// - Parameter around: the sending options of the enclosing folders.
  mutating func folder(
    _ node: JSONValue, named name: String, at place: String, depth: Int = 0, around: PostmanBehavior = PostmanBehavior()
  ) -> ImportedCollection.Folder {
    var behavior = around.with(node["protocolProfileBehavior"])
    var folder = ImportedCollection.Folder(name: name)
    folder.settings.docs = Self.text(node["description"])
    folder.settings.authentication = PostmanAuthentication.read(node["auth"], at: place, notices: &notices)
    if folder.settings.authentication != .inherit { behavior.login = folder.settings.authentication }
    folder.settings.variables = Self.variables(node["variable"])
    folder.settings.scripts = scripts(node, at: place)
    PostmanLeftovers.report(ofFolder: node, at: place, notices: &notices)
    guard depth < Self.depthLimit else {
      notices.warn(place, "folders are nested more than \(Self.depthLimit) deep: the rest is left out")
      return folder
    }
    for (index, item) in (node["item"]?.array ?? []).enumerated() {
      let inner = "\(place)/item/\(index)"
      let title = item["name"]?.string ?? ""
      if item["item"] != nil {
        folder.items.append(
          .folder(
            self.folder(
              item, named: title.isEmpty ? "Folder" : title, at: inner, depth: depth + 1, around: behavior)))
      } else if item["request"] != nil {
        let request = request(item, named: title, at: inner, around: behavior)
        PostmanLeftovers.report(ofItem: item, at: inner, notices: &notices)
        ids.append(item["id"]?.string ?? item["_postman_id"]?.string ?? "")
        folder.items.append(.request(request, options: TransferOptions()))
      } else {
        let kind = PostmanLeftovers.otherKind(of: item)
        let words = kind.map { "a \($0) request, which this format does not describe," } ?? "an item without a request"
        notices.warn(inner, "\(words) is left out: \(title)")
      }
    }
    return folder
  }

  static func request(_ item: JSONValue) -> RequestDefinition {
    var reader = PostmanReader()
    return reader.request(item, named: item["name"]?.string ?? "", at: "", around: PostmanBehavior())
  }

  /// The request stored with a response. Its body was sent with any method.
  static func asked(_ node: JSONValue) -> RequestDefinition {
    var reader = PostmanReader()
    let behavior = PostmanBehavior(options: ["disableBodyPruning": true])
    return reader.request(.object([.init("request", node)]), named: "", at: "", around: behavior)
  }

  private mutating func request(
    _ item: JSONValue, named name: String, at place: String, around: PostmanBehavior
  ) -> RequestDefinition {
    let node = item["request"] ?? .null
    let behavior = around.with(item["protocolProfileBehavior"])
    let url = PostmanURL(node.string.map { .string($0) } ?? node["url"], encodes: !behavior.leavesURL)
    if let raw = url.unsentRaw {
      notices.warn(place, "the parts of the URL are sent, as in Postman, not its raw text: \(raw)")
    }
    var request = RequestDefinition(
      name: name.isEmpty ? url.text : name, method: node["method"]?.string ?? "GET", url: url.text)
    request.params = url.params
    request.headers = Self.headers(node["header"])
    request.body = PostmanBody.read(node["body"], at: place, notices: &notices)
    if request.body != .none, !behavior.sendsBody(of: request.method) {
      request.body = .none
      notices.warn(place, "a body that Postman does not send is left out: \(request.method)")
    }
    request.settleGraphQL(operation: node["body"]?["graphql"]?["operationName"]?.string)
    request.authentication = PostmanAuthentication.read(node["auth"], at: place, notices: &notices)
    request.docs = Self.text(node["description"] ?? item["description"])
    request.scripts = scripts(item, at: place)
    request.variables = Self.variables(item["variable"])
    addContentType(to: &request, node["body"])
    behavior.apply(to: &request)
    replaceHeaders(
      of: &request, by: request.authentication == .inherit ? behavior.login : request.authentication, at: place)
    behavior.reportOthers(item["protocolProfileBehavior"], at: place, notices: &notices)
    if let examples = item["response"]?.array, !examples.isEmpty {
      request.examples = examples.map { PostmanExample.read($0, of: request, at: place, notices: &notices) }
    }
    for name in ["proxy", "certificate"] where node[name] != nil && node[name] != .null {
      notices.warn(place, "the \(name) is not carried over")
    }
    return request
  }

  /// Replaces a header with that of the login, as Postman does.
  private mutating func replaceHeaders(
    of request: inout RequestDefinition, by login: Authentication, at place: String
  ) {
    guard let name = PostmanAuthentication.header(of: login) else { return }
    for index in request.headers.indices where request.headers[index].isEnabled && request.headers[index].isNamed(name)
    {
      request.headers[index].isEnabled = false
      notices.warn(place, "a header is disabled, because Postman sends the login instead: \(name)")
    }
  }

  /// Postman sends `text/plain` for raw bodies unless their language gives another type.
  private func addContentType(to request: inout RequestDefinition, _ body: JSONValue?) {
    let language = body?["options"]?["raw"]?["language"]?.string
    let types = ["html": "text/html", "javascript": "application/javascript"]
    guard case .text = request.body, let language, let type = types[language],
      !request.headers.contains(where: { $0.isEnabled && $0.name.lowercased() == "content-type" })
    else { return }
    request.headers.append(Row("Content-Type", type))
  }

  /// Rows, or one text with a header per line.
  static func headers(_ node: JSONValue?) -> [Row] {
    guard let text = node?.string else { return Self.rows(node) }
    return text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }).map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1].drop(while: \.isBlank)) : ""
      return Row(String(parts[0]), value)
    }
  }

  private mutating func scripts(_ node: JSONValue, at place: String) -> [Script] {
    let phases = ["prerequest": "before-request", "test": "tests"]
    var scripts: [Script] = []
    for event in node["event"]?.array ?? [] {
      let lines = event["script"]?["exec"]
      let code = lines?.string ?? (lines?.array ?? []).map { $0.string ?? "" }.joined(separator: "\n")
      guard let listen = event["listen"]?.string else { continue }
      if let file = event["script"]?["src"], !file.saysNothing {
        notices.warn(place, "a script in another file is not carried over: \(PostmanURL(file).text)")
      }
      guard code.utf8.contains(where: { $0 > 0x20 }) else { continue }
      guard let phase = phases[listen] else {
        notices.warn(place, "a script for another event is not carried over: \(listen)")
        continue
      }
      guard event["disabled"]?.bool != true else {
        notices.warn(place, "a disabled script is not carried over: \(listen)")
        continue
      }
      scripts.append(Script(phase: phase, code: code))
    }
    return scripts
  }

  /// True if a row has a value, even an empty one.
  static func hasValue(_ node: JSONValue) -> Bool { node["value"] != nil && node["value"] != .null }

  static func rows(_ node: JSONValue?) -> [Row] { (node?.array ?? []).map(row) }

  static func row(_ node: JSONValue) -> Row {
    let name = node["key"]?.string ?? node["id"]?.string ?? node["name"]?.string ?? ""
    let isEnabled = !(node["disabled"]?.bool ?? false)
    return Row(name, ForeignText.scalar(node["value"]), isEnabled: isEnabled, note: text(node["description"]))
  }

  static func variables(_ node: JSONValue?) -> [Row] { (node?.array ?? []).map(variable) }

  /// A variable with its value as Postman's scripts see it: that of a `string` is a text, a `number`, `boolean`,
  /// `object` or `array` may be written as one, and any other type leaves the value as it is (`Variable.types` of
  /// postman-collection 5).
  static func variable(_ node: JSONValue) -> Row {
    var row = row(node)
    guard let value = node["value"] else { return row }
    switch (node["type"]?.string?.lowercased(), value) {
    case ("string", _): break
    case (let type?, .string(let text)): row.typedValue = VariableValue(text, type: types[type])
    default: row.typedValue = VariableValue(value)
    }
    return row
  }

  private static let types: [String: ValueType] = [
    "number": .number, "boolean": .boolean, "object": .object, "array": .object,
  ]

  /// A description is a text or an object with `content`.
  static func text(_ node: JSONValue?) -> String {
    node?.string ?? node?["content"]?.string ?? ""
  }
}

/// Converts a saved response of a Postman item from and to our example.
enum PostmanExample {
  /// - Parameter request: the request of the item, used if the response has none.
  static func read(
    _ node: JSONValue, of request: RequestDefinition, at place: String, notices: inout [Notice]
  ) -> RequestExample {
    let original = node["originalRequest"].map { PostmanReader.asked($0) } ?? request
    let headers = PostmanReader.headers(node["header"])
    var example = RequestExample(
      name: ForeignText.scalar(node["name"]), note: PostmanReader.text(node["description"]), method: original.method,
      url: original.url, params: original.params, headers: original.headers, body: original.body)
    example.answer = RequestExample.Answer(
      status: node["code"]?.int, statusText: ForeignText.scalar(node["status"]), headers: headers,
      type: kind(node["_postman_previewlanguage"]?.string, headers), body: ForeignText.scalar(node["body"]))
    let isEmpty = { (name: String) in node[name]?.array?.isEmpty ?? true }
    if !isEmpty("cookie") {
      notices.warn(place, "the cookies of a saved response are not carried over: \(example.name)")
    }
    if original.authentication != .inherit, original.authentication != request.authentication {
      notices.warn(place, "the login of a saved response is not carried over: \(example.name)")
    }
    return example
  }

  private static func kind(_ language: String?, _ headers: [Row]) -> String {
    let type = headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
    return ["json", "html", "xml"].first { language?.lowercased() == $0 || language == nil && type.contains($0) }
      ?? "text"
  }

  /// - Parameter request: the answered request, as written by the request writer.
  static func node(_ example: RequestExample, request: JSONValue) -> JSONValue {
    let answer = example.answer
    return .object([
      "name": .string(example.name), "originalRequest": request, "description": .filled(example.note),
      "status": .filled(answer.statusText), "code": answer.status.map { .int($0) },
      "_postman_previewlanguage": .string(answer.type), "header": .array(answer.headers.map(PostmanExport.row)),
      "cookie": [], "body": .string(answer.body),
    ])
  }
}

/// Reports content of a Postman collection that we cannot hold.
enum PostmanLeftovers {
  /// Members that only matter to Postman.
  private static let own: Set<String> = [
    "id", "uid", "_postman_id", "_postman_isSubFolder", "_exporter_id", "_collection_link", "_postman_previewlanguage",
    "_postman_previewtype", "_postman_variable_scope", "_postman_exported_at", "_postman_exported_using", "uuid",
    "schema", "type", "system", "language",
  ]
  private static let row = own.union(["key", "value", "name", "description", "disabled", "enabled"])

  /// The protocol of an item other than an HTTP request; Postman exports only its type, if anything.
  static func otherKind(of item: JSONValue) -> String? {
    let kinds = [
      "ws-raw-request": "WebSocket", "ws-socketio-request": "Socket.IO", "grpc-request": "gRPC", "mqtt-request": "MQTT",
      "graphql-request": "GraphQL",
    ]
    return (item["$kind"]?.string ?? item["type"]?.string).flatMap { kinds[$0] }
  }

  static func report(ofFolder node: JSONValue, at place: String, notices: inout [Notice]) {
    let known = own.union([
      "name", "info", "item", "event", "auth", "variable", "description", "protocolProfileBehavior",
    ])
    Leftovers.report(node, except: known, at: place, notices: &notices)
    Leftovers.report(node["info"], except: own.union(["name", "description"]), at: place + "/info", notices: &notices)
    Leftovers.report(rows: node["variable"], except: row, at: place + "/variable", notices: &notices)
  }

  static func report(ofEnvironment node: JSONValue, at place: String, notices: inout [Notice]) {
    // Metadata of the last change.
    let kept: Set<String> = ["timestamp", "owner", "lastUpdatedBy", "lastRevision", "synced", "syncedFilename"]
    Leftovers.report(node, except: own.union(kept).union(["name", "values"]), at: place, notices: &notices)
    Leftovers.report(rows: node["values"], except: row, at: place + "/values", notices: &notices)
  }

  static func report(ofItem node: JSONValue, at place: String, notices: inout [Notice]) {
    let known = own.union([
      "name", "request", "response", "event", "description", "variable", "protocolProfileBehavior",
    ])
    Leftovers.report(node, except: known, at: place, notices: &notices)
    let request = node["request"]
    let inner = place + "/request"
    // If there are two descriptions, the request's own is shown.
    if request?["description"] != nil, let other = node["description"], !other.saysNothing {
      if PostmanReader.text(other) != PostmanReader.text(request?["description"]) {
        notices.warn(place, "an item's description is not carried over if its request has one")
      }
    }
    let read: Set<String> = ["method", "url", "header", "body", "auth", "description", "proxy", "certificate"]
    Leftovers.report(request, except: own.union(read), at: inner, notices: &notices)
    let parts: Set<String> = ["raw", "protocol", "host", "port", "path", "query", "variable", "hash", "auth"]
    Leftovers.report(request?["url"], except: own.union(parts), at: inner + "/url", notices: &notices)
    Leftovers.report(rows: request?["url"]?["query"], except: row, at: inner + "/url/query", notices: &notices)
    Leftovers.report(rows: request?["header"], except: row, at: inner + "/header", notices: &notices)
    report(ofBody: request?["body"], at: inner + "/body", notices: &notices)
    for (index, response) in (node["response"]?.array ?? []).enumerated() {
      let known: Set<String> = ["name", "originalRequest", "description", "status", "code", "header", "cookie", "body"]
      Leftovers.report(
        response, except: own.union(known), at: "\(place)/response/\(index)", notices: &notices)
    }
  }

  /// Reports the content of unselected modes, which Postman keeps.
  private static func report(ofBody node: JSONValue?, at place: String, notices: inout [Notice]) {
    guard let node else { return }
    let mode = node["mode"]?.string ?? ""
    Leftovers.report(node, except: own.union([mode, "mode", "options", "disabled"]), at: place, notices: &notices)
    let part = row.union(["src", "contentType", "fileName"])
    Leftovers.report(rows: node[mode], except: part, at: place + "/" + mode, notices: &notices)
    if mode == "graphql" {
      Leftovers.report(
        node[mode], except: ["query", "variables", "operationName"], at: place + "/graphql", notices: &notices)
    }
  }
}
