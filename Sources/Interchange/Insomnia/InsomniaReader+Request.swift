import Basics
import Workspaces

extension InsomniaReader {
  mutating func request(_ node: JSONValue) -> RequestDefinition {
    let name = node["name"]?.string ?? node["url"]?.string ?? "Request"
    var request = RequestDefinition(name: name, method: node["method"]?.string ?? "GET")
    ids.append(node["_id"]?.string ?? node["meta"]?["id"]?.string ?? "")
    let encodes = node["settingEncodeUrl"]?.bool ?? node["settings"]?["encodeUrl"]?.bool
    let style = encodes == false ? QueryEncoding.RowStyle.all : .structureAndPlus
    let rows = fields(node["parameters"], at: name).map { QueryEncoding.row($0, style) }
    let written = text(node["url"]?.string ?? "", at: name)
    let enabled = rows.filter { $0.isEnabled && !$0.name.isEmpty }.map { QueryText.Pair($0.name, $0.value) }
    request.url = enabled.isEmpty ? written : QueryText.url(written, with: QueryText.pairs(of: written) + enabled)
    request.params = QueryText.pairs(of: written).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
    request.params += rows.map { Parameter(.query, $0) }
    request.params += fields(node["pathParameters"], at: name).map { Parameter(.path, $0) }
    request.headers = fields(node["headers"], at: name)
    request.body = body(node["body"], headers: &request.headers, at: name)
    // A text that is not JSON is not a GraphQL body.
    let graph = node["body"]?["text"]?.string.flatMap { try? JSONValue(parsing: $0.utf8) }
    request.settleGraphQL(operation: graph?["operationName"]?.string)
    request.authentication = authentication(node["authentication"], at: name)
    request.docs = node["description"]?.string ?? node["meta"]?["description"]?.string ?? ""
    request.scripts = scripts(node)
    let follows = node["settingFollowRedirects"]?.string ?? node["settings"]?["followRedirects"]?.string
    if follows == "on" || follows == "off" { request.settings.followRedirects = follows == "on" }
    if encodes == false { request.settings.encodeURL = false }
    if InsomniaLeftovers.hasNoCookies(node) { request.settings.cookies = .off }
    InsomniaLeftovers.report(ofRequest: node, at: name, notices: &notices)
    return request
  }

  mutating func fields(_ node: JSONValue?, at place: String) -> [Row] {
    var rows: [Row] = []
    for field in node?.array ?? [] {
      let name = text(field["name"].map { ForeignText.scalar($0) } ?? "", at: place)
      let value = text(ForeignText.scalar(field["value"]), at: place)
      if name.isEmpty, value.isEmpty { continue }
      let isEnabled = !(field["disabled"]?.bool ?? false)
      rows.append(Row(name, value, isEnabled: isEnabled, note: field["description"]?.string ?? ""))
    }
    return rows
  }

  private mutating func body(_ node: JSONValue?, headers: inout [Row], at place: String) -> BodyDefinition {
    guard let node, case .object(let members) = node, !members.isEmpty else { return .none }
    let type = node["mimeType"]?.string ?? ""
    if type == "application/x-www-form-urlencoded", node["params"] != nil {
      return .form(fields(node["params"], at: place))
    }
    if type == "multipart/form-data" { return .multipart((node["params"]?.array ?? []).map { part($0, at: place) }) }
    if let file = node["fileName"]?.string { return .file([.init(path: file, contentType: type)]) }
    guard let content = node["text"]?.string else { return .none }
    let body = text(content, at: place)
    // A text that is not JSON is sent unchanged.
    if type == "application/graphql", let graph = try? JSONValue(parsing: content.utf8) {
      let known: Set<String> = ["query", "variables", "operationName"]
      Leftovers.report(graph, except: known, at: place + "/body/text", notices: &notices)
      return .graphql(
        query: text(graph["query"]?.string ?? "", at: place),
        variables: text(ForeignText.scalar(graph["variables"]), at: place))
    }
    if !type.isEmpty, !headers.contains(where: { $0.isEnabled && $0.name.lowercased() == "content-type" }) {
      headers.append(Row("Content-Type", type))
    }
    return .text(BodyDefinition.TextKind(contentType: type), body)
  }

  private mutating func part(_ node: JSONValue, at place: String) -> FormPart {
    let name = text(ForeignText.scalar(node["name"]), at: place)
    let isFile = node["type"]?.string == "file"
    let fileName = node["fileName"]?.string ?? ""
    let content: FormPart.Content =
      isFile ? .files([fileName]) : .text(text(ForeignText.scalar(node["value"]), at: place))
    // The type of a multi-line text.
    let type = node["contentType"]?.string ?? node["multiline"]?.string ?? ""
    return FormPart(
      name, content, contentType: type.isEmpty && isFile ? FileTypes.type(of: fileName) ?? "" : type,
      isEnabled: !(node["disabled"]?.bool ?? false), note: node["description"]?.string ?? "")
  }

  /// Converts templates to our variables.
  mutating func text(_ text: String, at place: String) -> String {
    var template = InsomniaTemplate(paths: paths)
    let converted = template.converted(text)
    for kept in template.kept {
      notices.warn(place, "a template is kept unchanged, and refused when sent: \(kept)")
    }
    return converted
  }
}

extension InsomniaReader {
  mutating func authentication(_ node: JSONValue?, at place: String) -> Authentication {
    guard let node, case .object(let members) = node, let type = node["type"]?.string else { return .inherit }
    if node["disabled"]?.bool == true {
      notices.warn(place, "a disabled login is left out: \(type)")
      return .none
    }
    let names: [String: (AuthenticationScheme, [(String, String)])] = [
      "basic": (.basic, [("username", "username"), ("password", "password")]),
      "bearer": (.bearer, [("token", "token")]),
      "digest": (.digest, [("username", "username"), ("password", "password")]),
      "ntlm": (.ntlm, [("username", "username"), ("password", "password")]),
      "apikey": (.apikey, [("key", "key"), ("value", "value")]),
      "iam": (
        .awsv4,
        [
          ("accessKeyId", "accessKeyId"), ("secretAccessKey", "secretAccessKey"), ("sessionToken", "sessionToken"),
          ("service", "service"), ("region", "region"),
        ]
      ),
    ]
    if type == "none" { return .none }
    if type == "oauth2", let login = oauth(node, at: place) { return login }
    guard let (scheme, fields) = names[type] else {
      notices.warn(place, "a login is kept as written, but not supported: \(type)")
      let rest = members.filter { $0.name != "type" }.map {
        Authentication.Field($0.name, ForeignText.scalar($0.value))
      }
      return Authentication(type == "oauth2" ? .oauth2 : type == "oauth1" ? .oauth1 : .other(type), rest)
    }
    var result = Authentication(scheme, [])
    let known = Set(fields.map(\.1) + ["type", "disabled", "addTo"])
    Leftovers.report(node, except: known, at: "\(place)/authentication", notices: &notices)
    for (ours, theirs) in fields { result[ours] = text(ForeignText.scalar(node[theirs]), at: place) }
    if scheme == .apikey { result["placement"] = node["addTo"]?.string == "queryParams" ? "query" : "header" }
    return result
  }

  /// `nil` for a login with an unsupported flow.
  private mutating func oauth(_ node: JSONValue, at place: String) -> Authentication? {
    let flows = [
      "authorization_code": "authorization_code", "implicit": "implicit", "client_credentials": "client_credentials",
      "password": "resource_owner_password_credentials",
    ]
    let names = [
      ("authorizationUrl", "authorizationUrl"), ("accessTokenUrl", "accessTokenUrl"), ("redirectUrl", "callbackUrl"),
      ("clientId", "credentials.clientId"), ("clientSecret", "credentials.clientSecret"),
      ("username", "resourceOwner.username"), ("password", "resourceOwner.password"), ("scope", "scope"),
      ("state", "state"),
    ]
    guard let flow = node["grantType"]?.string.flatMap({ flows[$0] }) else { return nil }
    func value(_ name: String) -> String { ForeignText.scalar(node[name]) }
    var login = Authentication(.oauth2)
    login["flow"] = flow
    for (theirs, ours) in names where !value(theirs).isEmpty { login[ours] = text(value(theirs), at: place) }
    let isCode = flow == "authorization_code"
    if isCode, node["usePkce"]?.bool != true { login["pkce.disabled"] = "true" }
    if node["credentialsInBody"]?.bool == true { login["credentials.placement"] = "body" }
    if !["", "Bearer"].contains(value("tokenPrefix")) { login["tokenConfig.placement.header"] = value("tokenPrefix") }
    for name in ["audience", "resource"] where !value(name).isEmpty {
      let text = text(value(name), at: place)
      login.parameters.append(.init(.token, .body, name, text))
      if isCode { login.parameters.append(.init(.authorization, .query, name, text)) }
    }
    let known = Set(names.map(\.0)).union([
      "type", "disabled", "grantType", "usePkce", "pkceMethod", "credentialsInBody", "tokenPrefix", "audience",
      "resource", "responseType",
    ])
    Leftovers.report(node, except: known, at: "\(place)/authentication", notices: &notices)
    return login
  }
}

/// Reads calls of gRPC.
extension InsomniaReader {
  private static let read: Set<String> = ["url", "protoMethodName", "metadata", "body", "protoFileId"]

  mutating func call(_ node: JSONValue) -> RequestDefinition {
    let name = node["name"]?.string ?? "Call"
    ids.append(node["_id"]?.string ?? node["meta"]?["id"]?.string ?? "")
    var request = RequestDefinition(kind: .grpc, name: name, method: node["protoMethodName"]?.string ?? "")
    request.url = text(node["url"]?.string ?? "", at: name)
    request.headers = fields(node["metadata"], at: name)
    request.docs = node["description"]?.string ?? node["meta"]?["description"]?.string ?? ""
    let message = text(node["body"]?["text"]?.string ?? "", at: name)
    if !message.isEmpty {
      request.conversation.messages = [.init("message 1", kind: "text", message, isSelected: true)]
    }
    let file = node["protoFileId"]?.string ?? ""
    if !file.isEmpty {
      notices.warn(name, "its .proto file is not in the export; reflection is used instead")
    }
    InsomniaLeftovers.report(ofCall: node, except: Self.read, at: name, notices: &notices)
    return request
  }
}

extension InsomniaReader {
  /// Reads a WebSocket.
  /// - Parameter payloads: the saved messages (`websocket_payload`).
  mutating func webSocket(_ node: JSONValue, payloads: [JSONValue]) -> RequestDefinition {
    var made = request(node)
    made.kind = .webSocket
    made.method = ""
    made.body = .none
    let saved = payloads + (node["payloads"]?.array ?? [])
    made.conversation.messages = saved.enumerated().map { index, payload in
      let name = payload["name"]?.string ?? "message \(index + 1)"
      let kind = payload["mode"]?.string?.utf8.holds("json") == true ? "json" : "text"
      // Insomnia sends no message automatically.
      return .init(name, kind: kind, text(payload["value"]?.string ?? "", at: made.name))
    }
    return made
  }

  static func isWebSocket(_ node: JSONValue) -> Bool {
    node["meta"]?["id"]?.string?.hasPrefix("ws-req_") == true
  }
}
