import Basics
import Workspaces

extension InsomniaReader {
  mutating func request(_ node: JSONValue) -> RequestDefinition {
    let name = node["name"]?.string ?? node["url"]?.string ?? "Request"
    var request = RequestDefinition(name: name, method: node["method"]?.string ?? "GET")
    let rows = fields(node["parameters"], at: name)
    let written = text(node["url"]?.string ?? "", at: name)
    let enabled = rows.filter { $0.isEnabled && !$0.name.isEmpty }.map { QueryText.Pair($0.name, $0.value) }
    request.url = enabled.isEmpty ? written : QueryText.url(written, with: QueryText.pairs(of: written) + enabled)
    request.params = QueryText.pairs(of: written).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
    request.params += rows.map { Parameter(.query, $0) }
    request.params += fields(node["pathParameters"], at: name).map { Parameter(.path, $0) }
    request.headers = fields(node["headers"], at: name)
    request.body = body(node["body"], headers: &request.headers, at: name)
    // A text that is not JSON is no GraphQL body.
    let graph = node["body"]?["text"]?.string.flatMap { try? JSONValue(parsing: $0.utf8) }
    request.settleGraphQL(operation: graph?["operationName"]?.string)
    request.authentication = authentication(node["authentication"], at: name)
    request.docs = node["description"]?.string ?? node["meta"]?["description"]?.string ?? ""
    request.scripts = scripts(node)
    let follows = node["settingFollowRedirects"]?.string ?? node["settings"]?["followRedirects"]?.string
    if follows == "on" || follows == "off" { request.settings.followRedirects = follows == "on" }
    let encodes = node["settingEncodeUrl"]?.bool ?? node["settings"]?["encodeUrl"]?.bool
    if encodes == false { request.settings.encodeURL = false }
    InsomniaLeftovers.tell(ofRequest: node, at: name, notices: &notices)
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
    // A text that is not JSON is sent as it is.
    if type == "application/graphql", let graph = try? JSONValue(parsing: content.utf8) {
      let known: Set<String> = ["query", "variables", "operationName"]
      Leftovers.tell(graph, besides: known, at: place + "/body/text", notices: &notices)
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
    let content: FormPart.Content =
      isFile ? .files([node["fileName"]?.string ?? ""]) : .text(text(ForeignText.scalar(node["value"]), at: place))
    return FormPart(name, content, isEnabled: !(node["disabled"]?.bool ?? false))
  }

  mutating func authentication(_ node: JSONValue?, at place: String) -> Authentication {
    guard let node, case .object(let members) = node, let type = node["type"]?.string else { return .inherit }
    if node["disabled"]?.bool == true {
      notices.append(Notice(.warning, place, "a disabled login is left out: \(type)"))
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
    guard let (scheme, fields) = names[type] else {
      notices.append(Notice(.warning, place, "a login is kept as written, but not supported: \(type)"))
      let rest = members.filter { $0.name != "type" }.map {
        Authentication.Field($0.name, ForeignText.scalar($0.value))
      }
      return Authentication(type == "oauth2" ? .oauth2 : type == "oauth1" ? .oauth1 : .other(type), rest)
    }
    var result = Authentication(scheme, [])
    let known = Set(fields.map(\.1) + ["type", "disabled", "addTo"])
    Leftovers.tell(node, besides: known, at: "\(place)/authentication", notices: &notices)
    for (ours, theirs) in fields { result[ours] = text(ForeignText.scalar(node[theirs]), at: place) }
    if scheme == .apikey { result["placement"] = node["addTo"]?.string == "queryParams" ? "query" : "header" }
    return result
  }

  /// Converts `{{ _.name }}` to our syntax; a template tag (`{% … %}`) stays as it is, with a notice.
  mutating func text(_ text: String, at place: String) -> String {
    if text.utf8.holds("{%") {
      notices.append(
        Notice(
          .warning, place, "a template tag is kept as text: \(text.unicodeScalars.prefix(60).map(String.init).joined())"
        ))
    }
    guard text.utf8.holds("_"), text.utf8.holds("{{") else { return text }
    var result = ""
    var rest = Substring(text)
    while let open = rest.utf8.range(ofBytes: "{{"),
      let close = rest[open.upperBound...].utf8.range(ofBytes: "}}")
    {
      let inner = rest[open.upperBound..<close.lowerBound].drop { $0 == " " }
      let name = inner.reversed().drop { $0 == " " }.reversed().map(String.init).joined()
      result += rest[..<open.lowerBound] + "{{" + (name.hasPrefix("_.") ? String(name.dropFirst(2)) : name) + "}}"
      rest = rest[close.upperBound...]
    }
    return result + rest
  }
}
