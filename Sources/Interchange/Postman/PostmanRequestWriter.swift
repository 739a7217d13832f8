import Basics
import Workspaces

/// Writes one request as an item of a Postman collection.
struct PostmanRequestWriter {
  private let definition: RequestDefinition
  private let inherited: [Row]
  /// Whether certificates are verified; `nil` if that is left to Postman's own settings.
  private let verifies: Bool?
  private(set) var notices: [Notice] = []

  /// - Parameter layers: from the collection inwards; Postman's folders have no headers, so they are written here.
  init(_ definition: RequestDefinition, layers: [SharedSettings]) {
    self.definition = definition
    let context = SendContext(layers: layers.map { SendContext.Layer(path: "", name: "", settings: $0) })
    inherited = context.inheritedHeaders(of: definition).map(\.row)
    verifies = EffectiveTrust(context.trustLevels(of: definition)).verifies?.value
  }

  mutating func item() -> JSONValue {
    var item: [JSONValue.Member] = [.init("name", .string(definition.name))]
    if !definition.scripts.isEmpty { item.append(.init("event", PostmanExport.events(definition.scripts))) }
    if let behaviour { item.append(.init("protocolProfileBehavior", behaviour)) }
    item.append(.init("request", request()))
    if !definition.variables.isEmpty {
      item.append(.init("variable", .array(definition.variables.map(PostmanExport.row))))
    }
    if !definition.examples.isEmpty { item.append(.init("response", .array(definition.examples.map(example)))) }
    return .object(item)
  }

  private func example(_ example: RequestExample) -> JSONValue {
    let asked = RequestDefinition(
      name: example.name, method: example.method, url: example.url, params: example.params, headers: example.headers,
      body: example.body)
    var writer = PostmanRequestWriter(asked, layers: [])
    return PostmanExample.node(example, request: writer.request())
  }

  private mutating func request() -> JSONValue {
    var request: [JSONValue.Member] = [.init("method", .string(definition.method))]
    request.append(.init("header", .array((inherited + definition.headers + implied).map(PostmanExport.row))))
    if let body { request.append(.init("body", body)) }
    request.append(.init("url", url))
    if let auth = PostmanAuthentication.node(definition.authentication, named: definition.name, &notices) {
      request.append(.init("auth", auth))
    }
    if !definition.docs.isEmpty { request.append(.init("description", .string(definition.docs))) }
    return .object(request)
  }

  /// Postman has no language for SPARQL, and does not derive a file's type.
  private var implied: [Row] {
    let isTyped = definition.headers.contains { $0.isEnabled && $0.name.lowercased() == "content-type" }
    if isTyped { return [] }
    switch definition.body {
    case .text(.sparql, _): return [Row("Content-Type", BodyDefinition.TextKind.sparql.contentType)]
    case .file(let choices):
      let type = choices.first(where: \.isSelected)?.contentType ?? ""
      return type.isEmpty ? [] : [Row("Content-Type", type)]
    default: return []
    }
  }

  private var behaviour: JSONValue? {
    let settings = definition.settings
    var members: [JSONValue.Member] = []
    if let follows = settings.followRedirects { members.append(.init("followRedirects", .bool(follows))) }
    if let maximum = settings.maxRedirects { members.append(.init("maxRedirects", .number(String(maximum)))) }
    if settings.encodeURL == false { members.append(.init("disableUrlEncoding", .bool(true))) }
    if let verifies { members.append(.init("strictSSL", .bool(verifies))) }
    if PostmanBehavior.prunes(definition) { members.append(.init("disableBodyPruning", .bool(true))) }
    return members.isEmpty ? nil : .object(members)
  }

  /// Postman sends the parts and shows `raw`.
  private var url: JSONValue {
    let text = definition.url
    var members: [JSONValue.Member] = [.init("raw", .string(text))]
    var rest = String(text.prefix { $0 != "#" })
    rest = String(rest.prefix { $0 != "?" })
    if let mark = rest.firstRange(of: "://") {
      members.append(.init("protocol", .string(String(rest[..<mark.lowerBound]))))
      rest = String(rest[mark.upperBound...])
    }
    let authority = rest.prefix { $0 != "/" }
    let host = authority.hasPrefix("[") || authority.hasPrefix("{{") ? [authority] : authority.split(separator: ".")
    if let colon = authority.lastIndex(of: ":"), !authority.hasPrefix("["), !authority.contains("}") {
      let plain = authority[..<colon]
      members.append(.init("host", .array(plain.split(separator: ".").map { .string(String($0)) })))
      members.append(.init("port", .string(String(authority[authority.index(after: colon)...]))))
    } else {
      members.append(.init("host", .array(host.map { .string(String($0)) })))
    }
    let path = rest.dropFirst(authority.count).drop { $0 == "/" }
    if rest.count > authority.count {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      members.append(.init("path", .array(parts.map { .string(String($0)) })))
    }
    if let query { members.append(.init("query", query)) }
    let variables = definition.params.filter { $0.place == .path }.map(\.row)
    if !variables.isEmpty { members.append(.init("variable", .array(variables.map(PostmanExport.row)))) }
    if let hash = text.firstIndex(of: "#") {
      members.append(.init("hash", .string(String(text[text.index(after: hash)...]))))
    }
    return .object(members)
  }

  /// The query of the URL, then the disabled rows.
  private var query: JSONValue? {
    let rows = definition.params.filter { $0.place == .query && $0.row.isEnabled }.map(\.row)
    let written = QueryText.pairs(of: definition.url).enumerated().map { index, pair in
      var members: [JSONValue.Member] = [
        .init("key", .string(pair.name)), .init("value", pair.value.map { .string($0) } ?? .null),
      ]
      // The rows show the same query, in its order.
      let note = index < rows.count && rows[index].name == pair.name ? rows[index].note : ""
      if !note.isEmpty { members.append(.init("description", .string(note))) }
      return JSONValue.object(members)
    }
    let off = definition.params.filter { $0.place == .query && !$0.row.isEnabled }.map { PostmanExport.row($0.row) }
    return written.isEmpty && off.isEmpty ? nil : .array(written + off)
  }

  private var body: JSONValue? {
    func node(_ mode: String, _ value: JSONValue, language: String? = nil) -> JSONValue {
      var members: [JSONValue.Member] = [.init("mode", .string(mode)), .init(mode, value)]
      if let language {
        let raw = JSONValue.object([.init("language", .string(language))])
        members.append(.init("options", .object([.init("raw", raw)])))
      }
      return .object(members)
    }
    switch definition.body {
    case .none: return nil
    case .text(let kind, let text):
      return node("raw", .string(text), language: kind == .json ? "json" : kind == .xml ? "xml" : "text")
    case .form(let rows): return node("urlencoded", .array(rows.map(PostmanExport.row)))
    case .multipart(let parts): return node("formdata", .array(parts.map(Self.part)))
    case .file(let choices):
      let path = choices.first { $0.isSelected && !$0.path.isEmpty }?.path ?? ""
      return node("file", .object([.init("src", .string(path))]))
    case .graphql(let query, let variables):
      let name = definition.graphQL.operation
      return node(
        "graphql",
        .object([
          "query": .string(query), "operationName": name.isEmpty ? nil : .string(name), "variables": .string(variables),
        ]))
    }
  }

  private static func part(_ part: FormPart) -> JSONValue {
    var members: [JSONValue.Member] = [.init("key", .string(part.name))]
    switch part.content {
    case .text(let text): members += [.init("value", .string(text)), .init("type", .string("text"))]
    case .files(let paths):
      let source: JSONValue = paths.count == 1 ? .string(paths[0]) : .array(paths.map { .string($0) })
      members += [.init("type", .string("file")), .init("src", source)]
    }
    if !part.contentType.isEmpty { members.append(.init("contentType", .string(part.contentType))) }
    if let name = part.fileName { members.append(.init("fileName", .string(name))) }
    if !part.isEnabled { members.append(.init("disabled", .bool(true))) }
    if !part.note.isEmpty { members.append(.init("description", .string(part.note))) }
    return .object(members)
  }
}
