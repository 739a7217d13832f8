import Basics
import Networking
import Workspaces

/// Reads the complete neutral model, as written by `apus export json` and `apus import --json`.
package enum NeutralImport {
  /// - Throws: `ImportError` if the text is not JSON or has no items.
  package static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let node: JSONValue
    do { node = try ForeignText.json(bytes) } catch { throw ImportError("json", error.message) }
    guard recognizes(node) else {
      throw ImportError("json", "it lacks the format, name and items that apus export json writes")
    }
    var reader = NeutralReader()
    var root = reader.folder(node, at: "")
    if root.name.isEmpty { root.name = name }
    let environments = reader.list(node, "environments", at: "").map { reader.environment($0.node, at: $0.place) }
    let said = reader.list(node, "notices", at: "").map { place, notice in
      Notice(
        notice["severity"]?.string == "error" ? .error : .warning, reader.text(notice, "where", at: place),
        reader.text(notice, "what", at: place))
    }
    return ImportedCollection(
      format: node["format"]?.string ?? "json", root: root, environments: environments, notices: said + reader.notices)
  }

  static func recognizes(_ node: JSONValue) -> Bool {
    node["format"]?.string != nil && node["name"]?.string != nil && node["items"]?.array != nil
  }
}

/// Reads the neutral model; a value of the wrong type is reported by its JSON pointer and omitted.
struct NeutralReader {
  var notices: [Notice] = []
  private static let depthLimit = 60

  mutating func report(_ place: String, _ message: String) { notices.append(Notice(.warning, place, message)) }

  // MARK: Values

  mutating func text(_ node: JSONValue, _ name: String, at place: String) -> String {
    optional(node, name, at: place) ?? ""
  }

  mutating func optional(_ node: JSONValue, _ name: String, at place: String) -> String? {
    guard let value = node[name], value != .null else { return nil }
    if let text = value.string { return text }
    report("\(place)/\(name)", "this is not a text: left out")
    return nil
  }

  mutating func flag(_ node: JSONValue, _ name: String, at place: String) -> Bool? {
    guard let value = node[name], value != .null else { return nil }
    if let flag = value.bool { return flag }
    report("\(place)/\(name)", "this is neither true nor false: left out")
    return nil
  }

  mutating func number(_ node: JSONValue, _ name: String, at place: String) -> Double? {
    guard let value = node[name], value != .null else { return nil }
    if let number = value.double, number.isFinite { return number }
    report("\(place)/\(name)", "this is not a number: left out")
    return nil
  }

  mutating func list(_ node: JSONValue, _ name: String, at place: String) -> [(place: String, node: JSONValue)] {
    guard let value = node[name], value != .null else { return [] }
    guard let items = value.array else {
      report("\(place)/\(name)", "this is not a list: left out")
      return []
    }
    return items.enumerated().map { ("\(place)/\(name)/\($0.offset)", $0.element) }
  }

  mutating func texts(_ node: JSONValue, _ name: String, at place: String) -> [String]? {
    node[name] == nil ? nil : list(node, name, at: place).compactMap { $0.node.string }
  }

  // MARK: Shared parts

  mutating func row(_ node: JSONValue, at place: String) -> Row {
    Row(
      text(node, "name", at: place), text(node, "value", at: place),
      isEnabled: flag(node, "enabled", at: place) ?? true, note: text(node, "note", at: place),
      omitsBlank: flag(node, "blankAfterColon", at: place) == false,
      omitsInherited: flag(node, "inherit", at: place) == false)
  }

  mutating func rows(_ node: JSONValue, _ name: String, at place: String) -> [Row] {
    list(node, name, at: place).map { row($0.node, at: $0.place) }
  }

  mutating func authentication(_ node: JSONValue, at place: String) -> Authentication {
    guard let auth = node["auth"] else { return .none }
    let place = place + "/auth"
    let word = text(auth, "type", at: place)
    var made = Authentication(AuthenticationSchemes.builtIn[word])
    if case .object(let members) = auth["params"] ?? .null {
      made.fields = members.map { member in
        Authentication.Field(member.name, member.value.string ?? ForeignText.scalar(member.value))
      }
    }
    for (place, row) in list(auth, "additionalParameters", at: place) {
      guard let request = row["request"]?.string.flatMap(Authentication.Parameter.Request.init),
        let placement = row["placement"]?.string.flatMap(Authentication.Parameter.Placement.init)
      else {
        report(place, "the parameter has no known request and placement: left out")
        continue
      }
      made.parameters.append(
        .init(request, placement, text(row, "name", at: place), text(row, "value", at: place)))
    }
    return made
  }

  mutating func scripts(_ node: JSONValue, at place: String) -> [Script] {
    list(node, "scripts", at: place).map { place, script in
      Script(phase: text(script, "phase", at: place), code: text(script, "source", at: place))
    }
  }

  mutating func captures(_ node: JSONValue, at place: String) -> [Capture] {
    list(node, "captures", at: place).map { place, capture in
      Capture(
        variable: text(capture, "variable", at: place), scope: optional(capture, "scope", at: place) ?? "runtime",
        expression: text(capture, "expression", at: place), isEnabled: flag(capture, "enabled", at: place) ?? true)
    }
  }

  mutating func certificates(_ node: JSONValue, at place: String) -> [CertificateDefinition] {
    list(node, "clientCertificates", at: place).compactMap { place, entry in
      let content: CertificateDefinition.Content
      switch entry["type"]?.string {
      case "pem":
        content = .pem(
          certificate: text(entry, "certificateFilePath", at: place), key: text(entry, "privateKeyFilePath", at: place))
      case "pkcs12": content = .pkcs12(path: text(entry, "pkcs12FilePath", at: place))
      default:
        report(place, "the certificate is neither pem nor pkcs12: left out")
        return nil
      }
      return CertificateDefinition(
        domain: text(entry, "domain", at: place), content: content, passphrase: text(entry, "passphrase", at: place),
        isEnabled: flag(entry, "enabled", at: place) ?? true)
    }
  }

  mutating func proxy(_ node: JSONValue, at place: String) -> ProxyDefinition? {
    guard let entry = node["proxy"], entry != .null else { return nil }
    let place = "\(place)/proxy"
    guard let use = entry["use"]?.string.flatMap(ProxyDefinition.Use.init) else {
      report(place, "the proxy is neither own, inherited nor none: left out")
      return nil
    }
    var made = ProxyDefinition(use: use)
    made.scheme = text(entry, "protocol", at: place)
    made.hostname = text(entry, "hostname", at: place)
    made.port = text(entry, "port", at: place)
    made.username = text(entry, "username", at: place)
    made.password = text(entry, "password", at: place)
    made.bypass = text(entry, "bypassProxy", at: place)
    made.authenticates = flag(entry, "authEnabled", at: place) ?? true
    return made
  }

  // MARK: The tree

  mutating func folder(_ node: JSONValue, at place: String, depth: Int = 0) -> ImportedCollection.Folder {
    var folder = ImportedCollection.Folder(name: text(node, "name", at: place))
    folder.settings = SharedSettings(
      headers: rows(node, "headers", at: place), authentication: authentication(node, at: place),
      variables: rows(node, "variables", at: place), docs: text(node, "docs", at: place),
      captures: captures(node, at: place), scripts: scripts(node, at: place),
      certificates: certificates(node, at: place), proxy: proxy(node, at: place), trust: trust(node, at: place))
    folder.settings.graphQL = graphQL(node, at: place)
    guard depth < Self.depthLimit else {
      report(place, "folders are nested more than \(Self.depthLimit) deep: the rest is left out")
      return folder
    }
    for (place, item) in list(node, "items", at: place) {
      if item["type"]?.string == "folder" {
        folder.items.append(.folder(self.folder(item, at: place, depth: depth + 1)))
      } else if item["url"] != nil || item["method"] != nil {
        let (request, options) = request(item, at: place)
        folder.items.append(.request(request, options: options))
      } else {
        report(place, "this is neither a folder nor a request: left out")
      }
    }
    return folder
  }

  mutating func environment(_ node: JSONValue, at place: String) -> Environment {
    var made = Environment(name: text(node, "name", at: place))
    made.color = optional(node, "color", at: place)
    made.isProtected = flag(node, "protected", at: place) ?? false
    made.trust = trust(node, at: place)
    made.variables = list(node, "variables", at: place).map { place, variable in
      Environment.Variable(row(variable, at: place), isSecret: flag(variable, "secret", at: place) ?? false)
    }
    return made
  }
}

extension NeutralReader {
  mutating func request(_ node: JSONValue, at place: String) -> (RequestDefinition, TransferOptions) {
    var made = RequestDefinition(name: text(node, "name", at: place))
    let type = optional(node, "type", at: place) ?? "http"
    let isGraphQL = node["kind"]?.string == "graphql"
    made.kind = isGraphQL ? .graphql : RequestDefinition.Kind(word: type)
    made.sequence = number(node, "seq", at: place)
    made.tags = texts(node, "tags", at: place) ?? []
    made.docs = text(node, "docs", at: place)
    made.method = optional(node, "method", at: place) ?? "GET"
    made.url = text(node, "url", at: place)
    made.params = parameters(node, at: place)
    made.headers = rows(node, "headers", at: place)
    made.body = body(node["body"] ?? .null, at: place + "/body")
    made.authentication = authentication(node, at: place)
    made.variables = rows(node, "variables", at: place)
    made.scripts = scripts(node, at: place)
    made.assertions = list(node, "assertions", at: place).map { place, assertion in
      Assertion(
        text(assertion, "expression", at: place), optional(assertion, "operator", at: place) ?? "eq",
        text(assertion, "value", at: place), isEnabled: flag(assertion, "enabled", at: place) ?? true,
        note: text(assertion, "note", at: place))
    }
    made.captures = captures(node, at: place)
    made.examples = list(node, "examples", at: place).map { example($0.node, at: $0.place) }
    if made.kind.isConversation { made.conversation = conversation(node, at: place) }
    made.condition = text(node, "if", at: place)
    made.trust = trust(node, at: place)
    made.graphQL = graphQL(node, at: place)
    let settings = node["settings"] ?? .null
    made.settings = self.settings(settings, at: place + "/settings")
    return (made, options(settings, at: place + "/settings"))
  }

  private mutating func conversation(_ node: JSONValue, at place: String) -> ConversationDefinition {
    var made = ConversationDefinition()
    made.keepAliveInterval = number(node, "keepAliveInterval", at: place) ?? 0
    made.messages = list(node, "messages", at: place).map { place, message in
      ConversationDefinition.Message(
        text(message, "name", at: place), kind: optional(message, "type", at: place) ?? "text",
        text(message, "data", at: place), isSelected: flag(message, "selected", at: place) ?? false)
    }
    made.call.methodType = text(node, "methodType", at: place)
    made.call.protoFile = text(node, "protoFile", at: place)
    made.call.compresses = flag(node, "compress", at: place) ?? false
    made.call.carrier = optional(node, "carrier", at: place).flatMap(CallDefinition.Carrier.init) ?? .http2
    return made
  }

  private mutating func parameters(_ node: JSONValue, at place: String) -> [Parameter] {
    guard node["params"] != nil else {
      return NeutralParameters.rows(
        query: rows(node, "query", at: place), path: rows(node, "pathParams", at: place))
    }
    return list(node, "params", at: place).map { place, param in
      Parameter(param["in"]?.string.flatMap(Parameter.Place.init) ?? .query, row(param, at: place))
    }
  }

  private mutating func settings(_ node: JSONValue, at place: String) -> RequestSettings {
    var made = RequestSettings(
      encodeURL: flag(node, "encodeUrl", at: place), timeout: number(node, "timeout", at: place),
      followRedirects: flag(node, "followRedirects", at: place),
      maxRedirects: number(node, "maxRedirects", at: place).flatMap { Int(exactly: $0) },
      forwardAuthorization: flag(node, "forwardAuthorizationHeader", at: place),
      acceptsCompression: flag(node, "acceptCompression", at: place),
      maximumBodySize: number(node, "maximumBodySize", at: place).flatMap { Int(exactly: $0) },
      cookies: optional(node, "cookies", at: place).flatMap(CookieUse.init(rawValue:)),
      history: optional(node, "history", at: place).flatMap(HistoryUse.init(rawValue:)),
      minimumTLS: optional(node, "minTls", at: place).flatMap(TLSLimit.init(rawValue:)),
      maximumTLS: optional(node, "maxTls", at: place).flatMap(TLSLimit.init(rawValue:)))
    made.reconnects = flag(node, "reconnect", at: place)
    made.retries = number(node, "retries", at: place).flatMap { Int(exactly: $0) }
    made.retryStatuses = optional(node, "retryStatuses", at: place).flatMap { StatusList($0) }
    made.obeysRetryAfter = flag(node, "retryAfter", at: place)
    made.allowsGraphQLErrors = flag(node, "allowGraphqlErrors", at: place)
    return made
  }

  mutating func trust(_ node: JSONValue, at place: String) -> ServerTrust {
    guard let tls = node["tls"] else { return ServerTrust() }
    let inner = place + "/tls"
    return ServerTrust(
      verifies: flag(tls, "verify", at: inner),
      certificates: (texts(tls, "trust", at: inner) ?? []).compactMap { TrustedCertificate($0) },
      authorities: optional(tls, "ca", at: inner), revocations: optional(tls, "crl", at: inner))
  }

  private mutating func options(_ node: JSONValue, at place: String) -> TransferOptions {
    var options = TransferOptions()
    if let verifies = flag(node, "verifyTLS", at: place) { options.tls = .init(verifies: verifies) }
    if let word = optional(node, "httpVersion", at: place) {
      options.httpVersion = TransferOptions.HTTPVersion(rawValue: word)
      if options.httpVersion == nil { report(place + "/httpVersion", "the unknown version \(word) is left out") }
    }
    options.proxy = optional(node, "proxy", at: place)
    options.noProxy = optional(node, "noProxy", at: place)
    options.decompresses = flag(node, "decompress", at: place)
    options.resolve = texts(node, "resolve", at: place)
    options.connectTo = texts(node, "connectTo", at: place)
    options.unixSocket = optional(node, "unixSocket", at: place)
    options.interface = optional(node, "interface", at: place)
    options.requestTarget = optional(node, "requestTarget", at: place)
    return options
  }

  private mutating func example(_ node: JSONValue, at place: String) -> RequestExample {
    let said = node["answer"] ?? .null
    let inner = place + "/answer"
    let answer = RequestExample.Answer(
      status: number(said, "status", at: inner).flatMap { Int(exactly: $0) },
      statusText: text(said, "statusText", at: inner), headers: rows(said, "headers", at: inner),
      type: optional(said, "type", at: inner) ?? "text", body: text(said, "body", at: inner))
    return RequestExample(
      name: text(node, "name", at: place), note: text(node, "note", at: place),
      method: optional(node, "method", at: place) ?? "GET", url: text(node, "url", at: place),
      params: parameters(node, at: place), headers: rows(node, "headers", at: place),
      body: body(node["body"] ?? .null, at: place + "/body"), answer: answer)
  }

  private mutating func body(_ node: JSONValue, at place: String) -> BodyDefinition {
    let type = optional(node, "type", at: place) ?? "none"
    if let kind = BodyDefinition.TextKind(word: type) { return .text(kind, text(node, "text", at: place)) }
    switch type {
    case "none": return .none
    case "form": return .form(rows(node, "rows", at: place))
    case "multipart": return .multipart(list(node, "rows", at: place).map { part($0.node, at: $0.place) })
    case "file": return .file(choices(node, at: place))
    case "graphql":
      return .graphql(query: text(node, "query", at: place), variables: text(node, "variables", at: place))
    default:
      report(place, "a body of the unknown type \(type) is left out")
      return .none
    }
  }

  private mutating func choices(_ node: JSONValue, at place: String) -> [BodyDefinition.FileChoice] {
    guard node["choices"] != nil else {
      return [.init(path: text(node, "path", at: place), contentType: text(node, "contentType", at: place))]
    }
    return list(node, "choices", at: place).map { place, choice in
      BodyDefinition.FileChoice(
        path: text(choice, "path", at: place), contentType: text(choice, "contentType", at: place),
        isSelected: flag(choice, "selected", at: place) ?? false)
    }
  }

  private mutating func part(_ node: JSONValue, at place: String) -> FormPart {
    let isFile = node["kind"]?.string == "file"
    let content: FormPart.Content =
      isFile ? .files(texts(node, "paths", at: place) ?? []) : .text(text(node, "value", at: place))
    return FormPart(
      text(node, "name", at: place), content, contentType: text(node, "contentType", at: place),
      fileName: optional(node, "fileName", at: place), isEnabled: flag(node, "enabled", at: place) ?? true,
      note: text(node, "note", at: place))
  }
}
