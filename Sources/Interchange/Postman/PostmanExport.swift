import Basics
import Workspaces

/// Writes Postman collections of format 2.1.
enum PostmanExport {
  private static let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

  static func write(_ collection: ImportedCollection) -> ExportedText {
    var notices: [Notice] = []
    var info: [JSONValue.Member] = [.init("name", .string(collection.root.name))]
    let docs = collection.root.settings.docs
    if !docs.isEmpty { info.append(.init("description", .string(docs))) }
    info.append(.init("schema", .string(schema)))
    var members: [JSONValue.Member] = [.init("info", .object(info))]
    members.append(.init("item", items(collection.root, layers: [], &notices)))
    members += settings(collection.root, isRoot: true, &notices)
    return ExportedText(text: JSONValue.object(members).pretty + "\n", notices: notices)
  }

  private static func items(
    _ folder: ImportedCollection.Folder, layers: [SharedSettings], _ notices: inout [Notice]
  ) -> JSONValue {
    let layers = layers + [folder.settings]
    var nodes: [JSONValue] = []
    for item in folder.items {
      switch item {
      case .folder(let inner):
        var members: [JSONValue.Member] = [.init("name", .string(inner.name))]
        if !inner.settings.docs.isEmpty { members.append(.init("description", .string(inner.settings.docs))) }
        members.append(.init("item", items(inner, layers: layers, &notices)))
        nodes.append(.object(members + settings(inner, isRoot: false, &notices)))
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

  private static func settings(
    _ folder: ImportedCollection.Folder, isRoot: Bool, _ notices: inout [Notice]
  ) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    let authentication = folder.settings.authentication
    // A missing value means inherited, but a collection has no parent.
    if let node = PostmanAuthentication.node(authentication, named: folder.name, &notices),
      !(isRoot && authentication == .none)
    {
      members.append(.init("auth", node))
    }
    if !folder.settings.scripts.isEmpty { members.append(.init("event", events(folder.settings.scripts))) }
    if !folder.settings.variables.isEmpty {
      members.append(.init("variable", .array(folder.settings.variables.map(row))))
    }
    return members
  }

  static func events(_ scripts: [Script]) -> JSONValue {
    .array(
      scripts.map { script in
        let listen = script.phase == "before-request" ? "prerequest" : "test"
        let lines = script.code.split(separator: "\n", omittingEmptySubsequences: false).map {
          JSONValue.string(String($0))
        }
        return .object([
          .init("listen", .string(listen)),
          .init("script", .object([.init("type", .string("text/javascript")), .init("exec", .array(lines))])),
        ])
      })
  }

  static func row(_ row: Row) -> JSONValue {
    var members: [JSONValue.Member] = [.init("key", .string(row.name)), .init("value", .string(row.value))]
    if !row.isEnabled { members.append(.init("disabled", .bool(true))) }
    if !row.note.isEmpty { members.append(.init("description", .string(row.note))) }
    return .object(members)
  }
}

extension PostmanAuthentication {
  /// `nil` for `inherit`.
  static func node(_ authentication: Authentication, named name: String, _ notices: inout [Notice]) -> JSONValue? {
    let word = authentication.scheme.word
    var names: [String: String] = [:]
    switch authentication.scheme {
    case .inherit: return nil
    case .none: return .object([.init("type", .string("noauth"))])
    case .basic, .digest, .ntlm, .bearer, .jwt: break
    case .oauth2 where !authentication["flow"].isEmpty: break
    case .apikey: names = ["placement": "in"]
    case .awsv4: names = ["accessKeyId": "accessKey", "secretAccessKey": "secretKey"]
    default:
      notices.append(Notice(.warning, name, "authentication by \(word) is written unchanged; check it in Postman"))
    }
    let fields: [(name: String, value: String)]
    switch authentication.scheme {
    case .jwt: fields = PostmanToken.fields(of: authentication, named: name, &notices)
    case .oauth2 where !authentication["flow"].isEmpty:
      fields = PostmanOAuth.fields(of: authentication, named: name, &notices)
    default:
      fields = authentication.fields.map { field in
        let value = field.name == "placement" && field.value == "queryparams" ? "query" : field.value
        return (name: names[field.name] ?? field.name, value: value)
      }
    }
    let rows = fields.map { field in
      JSONValue.object([
        .init("key", .string(field.name)), .init("value", .string(field.value)), .init("type", .string("string")),
      ])
    }
    return .object([.init("type", .string(word)), .init(word, .array(rows))])
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
    let headers = (inherited + definition.headers + implied).filter { !$0.isOmission }
    request.append(.init("header", .array(headers.map(PostmanExport.row))))
    if let body { request.append(.init("body", body)) }
    request.append(.init("url", url))
    let authentication = isLoginReplaced(by: headers) ? .none : definition.authentication
    if let auth = PostmanAuthentication.node(authentication, named: definition.name, &notices) {
      request.append(.init("auth", auth))
    }
    if !definition.docs.isEmpty { request.append(.init("description", .string(definition.docs))) }
    return .object(request)
  }

  /// True if a header replaces the login. Postman would send the login.
  private mutating func isLoginReplaced(by headers: [Row]) -> Bool {
    guard let name = PostmanAuthentication.header(of: login),
      headers.contains(where: { $0.isEnabled && $0.isNamed(name) })
    else { return false }
    notices.append(
      Notice(.warning, definition.name, "the login is not carried over, because a header replaces it: \(name)")
    )
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
    var members: [JSONValue.Member] = []
    if let follows = settings.followRedirects { members.append(.init("followRedirects", .bool(follows))) }
    if let maximum = settings.maxRedirects { members.append(.init("maxRedirects", .number(String(maximum)))) }
    if settings.encodeURL == false { members.append(.init("disableUrlEncoding", .bool(true))) }
    if let verifies { members.append(.init("strictSSL", .bool(verifies))) }
    if settings.forwardAuthorization == true { members.append(.init("followAuthorizationHeader", .bool(true))) }
    if settings.cookies == .off { members.append(.init("disableCookies", .bool(true))) }
    let omitted = definition.headers.filter(\.isOmission).map { JSONValue.Member($0.name.lowercased(), .bool(true)) }
    if !omitted.isEmpty { members.append(.init("disabledSystemHeaders", .object(omitted))) }
    if PostmanBehavior.prunes(definition) { members.append(.init("disableBodyPruning", .bool(true))) }
    return members.isEmpty ? nil : .object(members)
  }

  /// Postman sends the parts and only displays `raw`.
  private var url: JSONValue {
    let text = definition.url
    var members: [JSONValue.Member] = [.init("raw", .string(text))]
    var rest = QueryText.parts(of: text).before
    if let mark = rest.firstRange(of: "://") {
      members.append(.init("protocol", .string(String(rest[..<mark.lowerBound]))))
      rest = String(rest[mark.upperBound...])
    }
    let authority = rest.prefix { $0 != "/" }
    let host =
      authority.hasPrefix("[") || authority.hasPrefix("{{")
      ? [authority] : authority.split(separator: ".", omittingEmptySubsequences: false)
    if let colon = authority.lastIndex(of: ":"), !authority.hasPrefix("["), !authority.contains("}") {
      let plain = authority[..<colon]
      let labels = plain.split(separator: ".", omittingEmptySubsequences: false)
      members.append(.init("host", .array(labels.map { .string(String($0)) })))
      members.append(.init("port", .string(String(authority[authority.index(after: colon)...]))))
    } else {
      members.append(.init("host", .array(host.map { .string(String($0)) })))
    }
    let path = rest.dropFirst(authority.count + 1)
    if rest.count > authority.count {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      members.append(.init("path", .array(parts.map { .string(String($0)) })))
    }
    if let query { members.append(.init("query", query)) }
    let variables = definition.params.filter { $0.place == .path }.map(\.row)
    if !variables.isEmpty { members.append(.init("variable", .array(variables.map(PostmanExport.row)))) }
    if let hash = QueryText.parts(of: text).fragment { members.append(.init("hash", .string(hash))) }
    return .object(members)
  }

  /// The query of the URL, followed by the disabled rows.
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

/// Postman's options for sending (`protocolProfileBehavior`), from an item or from its folders.
struct PostmanBehavior {
  /// `disableBodyPruning`.
  var keepsBody: Bool?
  private var followsRedirects: Bool?
  private var maximumRedirects: Int?
  private(set) var leavesURL: Bool?
  private var verifies: Bool?
  private var forwardsLogin: Bool?
  private var hasNoCookies: Bool?
  /// Headers that Postman omits.
  private var omittedHeaders: [String] = []
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
    guard let node else { return self }
    var inner = self
    inner.keepsBody = node["disableBodyPruning"]?.bool ?? keepsBody
    inner.followsRedirects = node["followRedirects"]?.bool ?? followsRedirects
    inner.maximumRedirects = node["maxRedirects"]?.int ?? maximumRedirects
    inner.leavesURL = node["disableUrlEncoding"]?.bool ?? leavesURL
    inner.verifies = node["strictSSL"]?.bool ?? verifies
    inner.forwardsLogin = node["followAuthorizationHeader"]?.bool ?? forwardsLogin
    inner.hasNoCookies = node["disableCookies"]?.bool ?? hasNoCookies
    if case .object(let members) = node["disabledSystemHeaders"] ?? .null {
      inner.omittedHeaders = members.filter { $0.value.bool == true && !Self.ownHeaders.contains($0.name) }.map(\.name)
    }
    return inner
  }

  func sendsBody(of method: String) -> Bool { keepsBody == true || !Self.bodiless.contains(method.uppercased()) }

  func apply(to request: inout RequestDefinition) {
    request.settings.followRedirects = followsRedirects
    request.settings.maxRedirects = maximumRedirects
    if leavesURL == true { request.settings.encodeURL = false }
    request.trust.verifies = verifies
    request.settings.forwardAuthorization = forwardsLogin
    if hasNoCookies == true { request.settings.cookies = .off }
    for name in omittedHeaders where !request.headers.contains(where: { $0.isEnabled && $0.isNamed(name) }) {
      request.headers.append(Row(name, isEnabled: false, omitsInherited: true))
    }
  }

  /// Reports options that our requests cannot hold.
  func reportOthers(_ node: JSONValue?, at place: String, notices: inout [Notice]) {
    guard case .object(let members) = node ?? .null else { return }
    let others = members.map(\.name).filter { !Self.known.contains($0) }
    if !others.isEmpty {
      notices.append(
        Notice(.warning, place, "a behavior is not carried over: \(others.joined(separator: ", "))"))
    }
  }

  /// True if a request with a body needs `disableBodyPruning` so that Postman sends it.
  static func prunes(_ request: RequestDefinition) -> Bool {
    request.body != .none && bodiless.contains(request.method.uppercased())
  }
}
