import Basics
import Workspaces

/// Writes Postman collections of format 2.1.
enum PostmanExport {
  private static let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

  static func write(_ collection: ImportedCollection) -> ExportedText {
    var notices: [Notice] = []
    let json = node(collection, &notices)
    return ExportedText(text: json.pretty + "\n", notices: notices)
  }

  static func node(_ collection: ImportedCollection, _ notices: inout [Notice]) -> JSONValue {
    let root = collection.root
    let info: JSONValue = .object([
      "name": .string(root.name), "description": .filled(root.settings.docs), "schema": .string(schema),
    ])
    return .object([
      "info": info, "item": items(root, layers: [], &notices), "auth": login(of: root, isRoot: true, &notices),
      "event": events(root.settings.scripts), "variable": rows(root.settings.variables),
    ])
  }

  private static func items(
    _ folder: ImportedCollection.Folder, layers: [SharedSettings], _ notices: inout [Notice]
  ) -> JSONValue {
    let layers = layers + [folder.settings]
    var nodes: [JSONValue] = []
    for item in folder.items {
      switch item {
      case .folder(let inner):
        nodes.append(
          .object([
            "name": .string(inner.name), "description": .filled(inner.settings.docs),
            "item": items(inner, layers: layers, &notices), "auth": login(of: inner, isRoot: false, &notices),
            "event": events(inner.settings.scripts), "variable": rows(inner.settings.variables),
          ]))
      case .request(let request, _):
        if request.kind.otherThanHTTP != nil { continue }
        var writer = PostmanRequestWriter(request, layers: layers)
        let node = writer.item()
        nodes.append(node)
        notices += writer.notices
        // Folders have no headers in Postman, so their headers are written into the requests.
        let around = layers.map { SharedSettings(authentication: $0.authentication) }
        notices += ExportCheck.notices(
          ExportedRequest(request, layers: layers), readBack: [PostmanReader.request(node)], layers: around)
      }
    }
    return .array(nodes)
  }

  /// A missing value means inherited, but a collection has no parent.
  private static func login(
    of folder: ImportedCollection.Folder, isRoot: Bool, _ notices: inout [Notice]
  ) -> JSONValue? {
    let authentication = folder.settings.authentication
    if isRoot, authentication == .none { return nil }
    return PostmanAuthentication.node(authentication, named: folder.name, &notices)
  }

  static func events(_ scripts: [Script]) -> JSONValue? {
    .filled(
      scripts.filter { !$0.isOfCalls }.map { script in
        let listen = script.phase == "before-request" ? "prerequest" : "test"
        let lines = script.code.split(separator: "\n", omittingEmptySubsequences: false).map {
          JSONValue.string(String($0))
        }
        return ["listen": .string(listen), "script": ["type": "text/javascript", "exec": .array(lines)]]
      })
  }

  static func rows(_ rows: [Row]) -> JSONValue? { .filled(rows.map(row)) }

  static func row(_ row: Row) -> JSONValue {
    .object([
      "key": .string(row.name), "value": row.typedValue.json ?? .string(row.value),
      "disabled": .flag(!row.isEnabled), "description": .filled(row.note),
    ])
  }
}

extension PostmanAuthentication {
  /// `nil` for `inherit`.
  static func node(_ authentication: Authentication, named name: String, _ notices: inout [Notice]) -> JSONValue? {
    let word = authentication.scheme.word
    let fields: [(name: String, value: String)]
    switch authentication.scheme {
    case .inherit: return nil
    case .none: return ["type": "noauth"]
    case .jwt: fields = PostmanToken.fields(of: authentication, named: name, &notices)
    case .oauth2 where !authentication["flow"].isEmpty:
      fields = PostmanOAuth.fields(of: authentication, named: name, &notices)
    default:
      let names = plain.first { $0.scheme == authentication.scheme }?.fields
      if names == nil { notices.warn(name, "authentication by \(word) is written unchanged; check it in Postman") }
      fields = authentication.fields.map { field in
        let value = field.name == "placement" && field.value == "queryparams" ? "query" : field.value
        return (name: names?.first { $0.ours == field.name }?.theirs ?? field.name, value: value)
      }
    }
    let rows = fields.map { field -> JSONValue in
      ["key": .string(field.name), "value": .string(field.value), "type": "string"]
    }
    return ["type": .string(word), word: .array(rows)]
  }
}

/// Writes one request as an item of a Postman collection.
struct PostmanRequestWriter {
  private let definition: RequestDefinition
  private let inherited: [Row]
  /// True if certificates are verified; `nil` leaves this to Postman's settings.
  private let verifies: Bool?
  /// The login of the request, possibly inherited.
  private let login: Authentication
  private(set) var notices: [Notice] = []

  /// - Parameter layers: the settings from the collection inwards. Postman's folders have no headers, so they are
  ///   added.
  init(_ definition: RequestDefinition, layers: [SharedSettings]) {
    self.definition = definition
    let context = SendContext(layers: layers.map { SendContext.Layer(path: "", name: "", settings: $0) })
    inherited = context.inheritedHeaders(of: definition).map(\.row)
    login = context.authentication(of: definition).0
    verifies = EffectiveTrust(context.trustLevels(of: definition)).verifies?.value
  }

  mutating func item() -> JSONValue {
    .object([
      "name": .string(definition.name), "event": PostmanExport.events(definition.scripts),
      "protocolProfileBehavior": behaviour, "request": request(),
      "variable": PostmanExport.rows(definition.variables), "response": .filled(definition.examples.map(example)),
    ])
  }

  private func example(_ example: RequestExample) -> JSONValue {
    let asked = RequestDefinition(
      name: example.name, method: example.method, url: example.url, params: example.params, headers: example.headers,
      body: example.body)
    var writer = PostmanRequestWriter(asked, layers: [])
    return PostmanExample.node(example, request: writer.request())
  }

  private mutating func request() -> JSONValue {
    let headers = (inherited + definition.headers + implied).filter { !$0.isOmission }
    let authentication = isLoginReplaced(by: headers) ? .none : definition.authentication
    return .object([
      "method": .string(definition.method), "header": .array(headers.map(PostmanExport.row)), "body": body, "url": url,
      "auth": PostmanAuthentication.node(authentication, named: definition.name, &notices),
      "description": .filled(definition.docs),
    ])
  }

  /// True if a header replaces the login. Postman would send the login.
  private mutating func isLoginReplaced(by headers: [Row]) -> Bool {
    guard let name = PostmanAuthentication.header(of: login),
      headers.contains(where: { $0.isEnabled && $0.isNamed(name) })
    else { return false }
    notices.warn(definition.name, "the login is not carried over, because a header replaces it: \(name)")
    return true
  }

  /// The implied type for bodies whose type Postman does not derive: SPARQL and files.
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
    let omitted = definition.headers.filter(\.isOmission).map { JSONValue.Member($0.name.lowercased(), .bool(true)) }
    let behaviour: JSONValue = .object([
      "followRedirects": settings.followRedirects.map { .bool($0) },
      "maxRedirects": settings.maxRedirects.map { .int($0) },
      "disableUrlEncoding": .flag(settings.encodeURL == false), "strictSSL": verifies.map { .bool($0) },
      "followAuthorizationHeader": .flag(settings.forwardAuthorization == true),
      "disableCookies": .flag(settings.cookies == .off),
      "disabledSystemHeaders": omitted.isEmpty ? nil : .object(omitted),
      "disableBodyPruning": .flag(PostmanBehavior.prunes(definition)),
    ])
    return behaviour == .object([JSONValue.Member]()) ? nil : behaviour
  }

  /// Postman sends the parts and only displays `raw`.
  private var url: JSONValue {
    func pieces(_ text: Substring, at mark: Character) -> JSONValue {
      .array(text.split(separator: mark, omittingEmptySubsequences: false).map { .string(String($0)) })
    }
    let parts = QueryText.parts(of: definition.url)
    let mark = parts.before.firstRange(of: "://")
    let rest = mark.map { parts.before[$0.upperBound...] } ?? parts.before[...]
    let authority = rest.prefix { $0 != "/" }
    let isWhole = authority.hasPrefix("[") || authority.hasPrefix("{{")
    let hasPort = !authority.hasPrefix("[") && !authority.contains("}")
    let colon = hasPort ? authority.lastIndex(of: ":") : nil
    let host = authority[..<(colon ?? authority.endIndex)]
    return .object([
      "raw": .string(definition.url), "protocol": mark.map { .string(String(parts.before[..<$0.lowerBound])) },
      "host": isWhole ? [.string(String(host))] : pieces(host, at: "."),
      "port": colon.map { .string(String(authority[authority.index(after: $0)...])) },
      "path": rest.count > authority.count ? pieces(rest.dropFirst(authority.count + 1), at: "/") : nil, "query": query,
      "variable": PostmanExport.rows(definition.params.filter { $0.place == .path }.map(\.row)),
      "hash": .text(parts.fragment),
    ])
  }

  /// The query of the URL, followed by the disabled rows.
  private var query: JSONValue? {
    let rows = definition.params.filter { $0.place == .query && $0.row.isEnabled }.map(\.row)
    let written = QueryText.pairs(of: definition.url).enumerated().map { index, pair in
      // The rows show the same query, in its order.
      let note = index < rows.count && rows[index].name == pair.name ? rows[index].note : ""
      return JSONValue.object([
        "key": .string(pair.name), "value": .text(pair.value) ?? .null, "description": .filled(note),
      ])
    }
    let off = definition.params.filter { $0.place == .query && !$0.row.isEnabled }.map { PostmanExport.row($0.row) }
    return .filled(written + off)
  }

  private var body: JSONValue? {
    func node(_ mode: String, _ value: JSONValue, language: String? = nil) -> JSONValue {
      let options = language.map { JSONValue.object(["raw": ["language": .string($0)]]) }
      return .object(["mode": .string(mode), mode: value, "options": options])
    }
    switch definition.body {
    case .none: return nil
    case .text(let kind, let text):
      return node("raw", .string(text), language: kind == .json ? "json" : kind == .xml ? "xml" : "text")
    case .form(let rows): return node("urlencoded", .array(rows.map(PostmanExport.row)))
    case .multipart(let parts): return node("formdata", .array(parts.map(Self.part)))
    case .file(let choices):
      let path = choices.first { $0.isSelected && !$0.path.isEmpty }?.path ?? ""
      return node("file", ["src": .string(path)])
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
    var (text, source): (JSONValue?, JSONValue?)
    switch part.content {
    case .text(let content): text = .string(content)
    case .files(let paths): source = paths.count == 1 ? .string(paths[0]) : .array(paths.map { .string($0) })
    }
    return .object([
      "key": .string(part.name), "value": text, "type": text == nil ? "file" : "text", "src": source,
      "contentType": .filled(part.contentType), "fileName": .text(part.fileName), "disabled": .flag(!part.isEnabled),
      "description": .filled(part.note),
    ])
  }
}

/// Postman's options for sending (`protocolProfileBehavior`), from an item or from its folders.
struct PostmanBehavior {
  var options = JSONValue.object([])
  /// The login of the item, possibly inherited.
  var login = Authentication.none

  /// Methods whose bodies Postman omits.
  private static let bodiless: Set<String> = ["GET", "COPY", "HEAD", "PURGE", "UNLOCK"]
  private static let known: Set<String> = [
    "disableBodyPruning", "followRedirects", "maxRedirects", "disableUrlEncoding", "strictSSL",
    "followAuthorizationHeader", "disableCookies", "disabledSystemHeaders",
  ]
  /// Headers that only Postman adds.
  private static let ownHeaders: Set<String> = ["postman-token", "cache-control"]

  /// Adds the options of an inner item, which have priority.
  func with(_ node: JSONValue?) -> PostmanBehavior {
    var inner = self
    for option in node?.members ?? [] where option.value != .null { inner.options[option.name] = option.value }
    return inner
  }

  var leavesURL: Bool { options["disableUrlEncoding"]?.bool == true }

  func sendsBody(of method: String) -> Bool {
    options["disableBodyPruning"]?.bool == true || !Self.bodiless.contains(method.uppercased())
  }

  func apply(to request: inout RequestDefinition) {
    request.settings.followRedirects = options["followRedirects"]?.bool
    request.settings.maxRedirects = options["maxRedirects"]?.int
    if leavesURL { request.settings.encodeURL = false }
    request.trust.verifies = options["strictSSL"]?.bool
    request.settings.forwardAuthorization = options["followAuthorizationHeader"]?.bool
    if options["disableCookies"]?.bool == true { request.settings.cookies = .off }
    for header in options["disabledSystemHeaders"]?.members ?? [] where header.value.bool == true {
      let isGiven = request.headers.contains { $0.isEnabled && $0.isNamed(header.name) }
      if isGiven || Self.ownHeaders.contains(header.name) { continue }
      request.headers.append(Row(header.name, isEnabled: false, omitsInherited: true))
    }
  }

  /// Reports options that our requests cannot hold.
  func reportOthers(_ node: JSONValue?, at place: String, notices: inout [Notice]) {
    let others = (node?.members ?? []).map(\.name).filter { !Self.known.contains($0) }
    if !others.isEmpty {
      notices.warn(place, "a behavior is not carried over: \(others.joined(separator: ", "))")
    }
  }

  /// True if a request with a body needs `disableBodyPruning` so that Postman sends it.
  static func prunes(_ request: RequestDefinition) -> Bool {
    request.body != .none && bodiless.contains(request.method.uppercased())
  }
}
