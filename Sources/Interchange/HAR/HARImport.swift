import Basics
import HTTPModel
import Workspaces

/// Reads HTTP archives (HAR 1.2): a whole log written by a browser, one entry, or a single request object.
package enum HARImport {
  /// - Throws: `ImportError` if the text is not HAR.
  package static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let node: JSONValue
    do { node = try ForeignText.json(bytes) } catch { throw ImportError("har", error.message) }
    var reader = HARReader()
    var items: [ImportedCollection.Item] = []
    for (place, request, entry) in try requests(in: node) where reader.isSent(request, at: place) {
      let made = reader.conversation(entry, of: reader.request(request, at: place), at: place)
      items.append(.request(made, options: TransferOptions()))
    }
    reader.reportOthers(of: node)
    let notices = reader.notices.map { notice in
      notice.naming("entries", at: "/log", in: node["log"] ?? .null) { entry in
        let (method, url) = (entry["request"]?["method"]?.string, entry["request"]?["url"]?.string)
        return url.map { "\(method ?? "GET") \(RequestName.of(url: $0))" }
      }
    }
    return ImportedCollection(
      format: "har-1.2", root: ImportedCollection.Folder(name: name, items: items), notices: notices)
  }

  static func isRequest(_ node: JSONValue) -> Bool {
    node["method"]?.string != nil && node["url"]?.string != nil
  }

  /// All requests with their JSON pointers and the enclosing entries.
  private static func requests(
    in node: JSONValue
  ) throws(ImportError) -> [(place: String, request: JSONValue, entry: JSONValue)] {
    if isRequest(node) { return [("", node, .null)] }
    if let request = node["request"], isRequest(request) { return [("/request", request, node)] }
    guard let entries = node["log"]?["entries"]?.array ?? node.array else {
      throw ImportError("har", "there is no log with entries and no request with method and url")
    }
    var found: [(place: String, request: JSONValue, entry: JSONValue)] = []
    for (index, entry) in entries.enumerated() {
      if let request = entry["request"] {
        found.append(("/log/entries/\(index)/request", request, entry))
      } else if isRequest(entry) {
        found.append(("/\(index)", entry, .null))
      }
    }
    guard !found.isEmpty || entries.isEmpty else { throw ImportError("har", "no entry has a request") }
    return found
  }
}

/// Converts request objects to definitions, and reports redundant and unsupported members.
struct HARReader {
  var notices: [Notice] = []

  mutating func request(_ node: JSONValue, at place: String) -> RequestDefinition {
    let url = url(of: node)
    var request = RequestDefinition(name: RequestName.of(url: url), method: node["method"]?.string ?? "GET", url: url)
    request.authentication = .none
    request.settings.encodeURL = false
    request.settings.followRedirects = false
    request.params = QueryText.pairs(of: url).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
    request.headers = headers(of: node)
    request.body = body(of: node, headers: &request.headers, at: place)
    let read: Set<String> = [
      "method", "url", "httpVersion", "headers", "queryString", "cookies", "postData", "headersSize", "bodySize",
    ]
    Leftovers.report(Self.standard(node), except: read, at: place, notices: &notices)
    let texts = request.importedTexts
    if texts.contains(where: { $0.contains("{{\(TemplateBraces.name)}}") }) {
      request.variables = [Row(TemplateBraces.name, "{{")]
    }
    return request
  }

  /// The URL, with the rows of `queryString` that it does not contain.
  private func url(of node: JSONValue) -> String {
    let written = node["url"]?.string ?? ""
    let pairs = QueryText.pairs(of: written)
    var known: [[String]: Int] = [:]
    for pair in pairs {
      known[[pair.name, pair.value ?? ""].map { FormEncoding.decode($0.utf8) ?? $0 }, default: 0] += 1
    }
    var missing: [QueryText.Pair] = []
    for row in node["queryString"]?.array ?? [] {
      let pair = [row["name"]?.string ?? "", row["value"]?.string ?? ""]
      let decoded = pair.map { FormEncoding.decode($0.utf8) ?? $0 }
      if let same = [pair, decoded].first(where: { known[$0, default: 0] > 0 }) {
        known[same, default: 0] -= 1
      } else {
        missing.append(QueryText.Pair(FormEncoding.encodePath(pair[0]), FormEncoding.encodePath(pair[1])))
      }
    }
    let url = missing.isEmpty ? written : QueryText.url(written, with: pairs + missing)
    return TemplateBraces.escaping(url)
  }

  /// True if a Host header repeats the URL's host.
  private static func isHost(_ value: String, of node: JSONValue) -> Bool {
    let parts = URLParts(node["url"]?.string ?? "")
    guard let host = parts.host else { return true }
    let port = parts.port == parts.defaultPort ? "" : parts.portText.map { ":" + $0 } ?? ""
    return [host + port, host + (parts.portText.map { ":" + $0 } ?? "")].contains {
      $0.lowercased() == value.lowercased()
    }
  }

  /// Reports members that a person added to the requests. Timings, initiators and responses are not part of a request,
  /// so omitting them is no loss.
  mutating func reportOthers(of node: JSONValue) {
    Leftovers.report(
      Self.standard(node["log"]), except: ["version", "creator", "browser", "pages", "entries"], at: "/log",
      notices: &notices)
    let recorded: Set<String> = [
      "pageref", "startedDateTime", "time", "request", "response", "cache", "timings", "serverIPAddress", "connection",
    ]
    for (index, entry) in (node["log"]?["entries"]?.array ?? node.array ?? []).enumerated()
    where entry["request"] != nil {
      Leftovers.report(Self.standard(entry), except: recorded, at: "/log/entries/\(index)", notices: &notices)
    }
  }

  /// The object without members that a browser adds for itself, whose names begin with an underscore (HAR 1.2, "Custom
  /// fields").
  private static func standard(_ node: JSONValue?) -> JSONValue? {
    guard case .object(let members) = node ?? .null else { return nil }
    return .object(members.filter { !$0.name.hasPrefix("_") })
  }

  /// The headers except those that the connection or the body adds itself; cookies only if no header contains them.
  private func headers(of node: JSONValue) -> [Row] {
    var rows: [Row] = []
    for field in node["headers"]?.array ?? [] {
      guard let name = field["name"]?.string, !name.hasPrefix(":") else { continue }
      if name.lowercased() == "content-length" { continue }
      if name.lowercased() == "host", Self.isHost(field["value"]?.string ?? "", of: node) { continue }
      rows.append(
        Row(
          TemplateBraces.escaping(name), TemplateBraces.escaping(field["value"]?.string ?? ""),
          omitsBlank: field.archivedWithoutBlank))
    }
    let cookies = (node["cookies"]?.array ?? []).compactMap { cookie in
      cookie["name"]?.string.map { "\($0)=\(cookie["value"]?.string ?? "")" }
    }
    if !cookies.isEmpty, !rows.contains(where: { $0.name.lowercased() == "cookie" }) {
      rows.append(Row("Cookie", TemplateBraces.escaping(cookies.joined(separator: "; "))))
    }
    return rows
  }

  private mutating func body(of node: JSONValue, headers: inout [Row], at place: String) -> BodyDefinition {
    guard let data = node["postData"], data != .null else { return .none }
    let header = headers.first { $0.name.lowercased() == "content-type" }?.value
    let type = header ?? data["mimeType"]?.string ?? ""
    let params = data["params"]?.array ?? []
    let text = text(of: data, at: place).flatMap { $0.isEmpty ? nil : $0 }
    // Some tools store lengths, and the parsed text.
    let read: Set<String> = ["mimeType", "params", "text", "encoding", "size", "stored", "jsonObj", "paramsObj"]
    Leftovers.report(Self.standard(data), except: read, at: place + "/postData", notices: &notices)
    if type.lowercased().hasPrefix("multipart/"), !params.isEmpty, text == nil {
      headers.removeAll { $0.name.lowercased() == "content-type" && Self.isForm($0.value) }
      return .multipart(params.map(Self.part))
    }
    if let text {
      if header == nil, !type.isEmpty { headers.append(Row("Content-Type", type)) }
      if type == FormEncoding.contentType, let rows = FormEncoding.rows(text) { return .form(rows) }
      return .text(BodyDefinition.TextKind(contentType: type), TemplateBraces.escaping(text))
    }
    if params.isEmpty {
      // Our own archives name the file of a body here.
      guard let file = data["_file"]?.string else { return .none }
      return .file([.init(path: TemplateBraces.escaping(file), contentType: header == nil ? type : "")])
    }
    return .form(params.map { Row(Self.field($0, "name"), Self.field($0, "value")) })
  }

  /// True for the type of a form, whose boundary is chosen when it is sent.
  private static func isForm(_ type: String) -> Bool {
    let parts = type.lowercased().split(separator: ";").map(\.trimmed)
    return parts.first == "multipart/form-data" && parts.dropFirst().allSatisfy { $0.hasPrefix("boundary=") }
  }

  private mutating func text(of data: JSONValue, at place: String) -> String? {
    guard let text = data["text"]?.string else { return nil }
    guard (data["encoding"] ?? data["_encoding"])?.string == "base64" else { return text }
    guard let bytes = Base64.decodeLeniently(text.utf8, [.standard]),
      let plain = String(validating: bytes, as: UTF8.self)
    else {
      notices.warn(place + "/postData", "the body is not text and is left out")
      return nil
    }
    return plain
  }

  private static func part(_ param: JSONValue) -> FormPart {
    let fileName = param["fileName"]?.string
    let type = param["contentType"]?.string ?? ""
    if let fileName, param["value"]?.string == nil {
      return FormPart(field(param, "name"), .files([fileName]), contentType: type)
    }
    return FormPart(field(param, "name"), .text(field(param, "value")), contentType: type, fileName: fileName)
  }

  private static func field(_ node: JSONValue, _ name: String) -> String {
    TemplateBraces.escaping(node[name]?.string ?? "")
  }
}

/// Entries of an archive other than HTTP requests: WebSockets, and pseudo-requests of the browser.
extension HARReader {
  /// The handshake headers, which every client writes itself.
  private static let ofHandshake: Set<String> = [
    "connection", "upgrade", "sec-websocket-key", "sec-websocket-version", "sec-websocket-extensions",
  ]

  /// The schemes of pseudo-requests that a browser answers itself.
  private static let ofBrowser: Set<String> = ["about", "blob", "chrome", "data", "file", "javascript"]

  /// True if the URL is sent to a server; others give a notice.
  mutating func isSent(_ request: JSONValue, at place: String) -> Bool {
    let url = request["url"]?.string ?? ""
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let scheme = String(url[..<colon]).lowercased()
    guard Self.ofBrowser.contains(scheme) || scheme.hasSuffix("-extension") else { return true }
    notices.warn(place, "a URL without a server is left out: \(scheme)")
    return false
  }

  /// Imports a WebSocket with the messages that the browser sent; returns other requests unchanged.
  mutating func conversation(
    _ entry: JSONValue, of request: RequestDefinition, at place: String
  ) -> RequestDefinition {
    let isSocket = ["ws:", "wss:"].contains { request.url.lowercased().hasPrefix($0) }
    let messages = entry["_webSocketMessages"]?.array
    guard isSocket || messages != nil else { return request }
    var made = request
    made.kind = .webSocket
    made.method = ""
    made.body = .none
    made.url = WebSocketURL.webSocket(made.url)
    made.headers.removeAll { Self.ofHandshake.contains($0.name.lowercased()) }
    let sent = (messages ?? []).filter { $0["type"]?.string == "send" }
    made.conversation.messages = sent.enumerated().map { index, message in
      let name = ConversationDefinition.Message.standardName(at: index)
      let data = message["data"]?.string ?? ""
      // Opcode 2 is binary, as Base64 (RFC 6455, section 5.2).
      guard message["opcode"]?.double != 2 else { return .init(name, kind: "binary", data, isSelected: true) }
      return .init(name, TemplateBraces.escaping(data), isSelected: true)
    }
    if made.conversation.messages.contains(where: { $0.data.contains("{{\(TemplateBraces.name)}}") }) {
      made.variables = [Row(TemplateBraces.name, "{{")]
    }
    return made
  }
}
