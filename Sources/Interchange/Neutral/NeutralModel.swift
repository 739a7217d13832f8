package import Basics
package import Networking
import Workspaces

extension ImportedCollection {
  /// The neutral model of `apus import --json` and `apus export json`. Optional members that are empty or at their
  /// default are omitted; `NeutralImport` reads everything back.
  package var json: JSONValue {
    var members = [
      JSONValue.Member("format", .string(format)), .init("name", .string(root.name)),
      .init("items", .array(root.items.map(\.json))),
    ]
    members += root.settings.neutralMembers
    members.append(.init("environments", .array(environments.map(\.neutral))))
    members.append(.init("notices", .array(notices.map(\.neutral))))
    return .object(members)
  }
}

extension ImportedCollection.Item {
  fileprivate var json: JSONValue {
    switch self {
    case .request(let request, let options): return request.neutral(options)
    case .folder(let folder):
      var members = [JSONValue.Member("type", .string("folder")), .init("name", .string(folder.name))]
      members += folder.settings.neutralMembers
      members.append(.init("items", .array(folder.items.map(\.json))))
      return .object(members)
    }
  }
}

extension SharedSettings {
  fileprivate var neutralMembers: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if !docs.isEmpty { members.append(.init("docs", .string(docs))) }
    members.append(.init("headers", .array(headers.map(\.neutral))))
    members.append(.init("auth", authentication.neutral))
    members.append(.init("variables", .array(variables.map { $0.neutral(isSecret: false) })))
    members.append(.init("scripts", .array(scripts.map(\.neutral))))
    if !captures.isEmpty { members.append(.init("captures", .array(captures.map(\.neutral)))) }
    if !certificates.isEmpty { members.append(.init("clientCertificates", .array(certificates.map(\.neutral)))) }
    if let proxy { members.append(.init("proxy", proxy.neutral)) }
    if let tls = trust.neutral { members.append(.init("tls", tls)) }
    if let graphQL = graphQL.neutral { members.append(.init("graphql", graphQL)) }
    return members
  }
}

extension ProxyDefinition {
  fileprivate var neutral: JSONValue {
    let texts = fields.map { JSONValue.Member($0.name, .string($0.value)) }
    let members = [JSONValue.Member("use", .string(use.rawValue))] + texts
    return .object(members + [.init("authEnabled", .bool(authenticates))])
  }
}

extension CertificateDefinition {
  fileprivate var neutral: JSONValue {
    let isPEM = if case .pem = content { true } else { false }
    let texts = fields.filter { !$0.value.isEmpty }.map { JSONValue.Member($0.name, .string($0.value)) }
    return .object(
      [.init("type", .string(isPEM ? "pem" : "pkcs12"))] + texts + [.init("enabled", .bool(isEnabled))])
  }
}

extension Row {
  /// True if it is a header of that name.
  func isNamed(_ header: String) -> Bool { name.lowercased() == header.lowercased() }

  /// True if it suppresses a header, including an inherited one or one that Apus would add.
  var isOmission: Bool { omitsInherited && !isEnabled && !name.isEmpty }

  var neutral: JSONValue { .object(neutralMembers) }

  func neutral(isSecret: Bool) -> JSONValue { .object(neutralMembers + [.init("secret", .bool(isSecret))]) }

  var neutralMembers: [JSONValue.Member] {
    var members = [
      JSONValue.Member("name", .string(name)), .init("value", .string(value)), .init("enabled", .bool(isEnabled)),
    ]
    if omitsBlank { members.append(.init("blankAfterColon", .bool(false))) }
    if omitsInherited { members.append(.init("inherit", .bool(false))) }
    if !note.isEmpty { members.append(.init("note", .string(note))) }
    return members
  }
}

extension Environment {
  fileprivate var neutral: JSONValue {
    var members = [JSONValue.Member("name", .string(name))]
    if let color { members.append(.init("color", .string(color))) }
    if isProtected { members.append(.init("protected", .bool(true))) }
    members.append(.init("variables", .array(variables.map { $0.row.neutral(isSecret: $0.isSecret) })))
    if let tls = trust.neutral { members.append(.init("tls", tls)) }
    return .object(members)
  }
}

extension Authentication {
  var neutral: JSONValue {
    var members = [JSONValue.Member("type", .string(scheme.word))]
    if !fields.isEmpty {
      members.append(.init("params", .object(fields.map { .init($0.name, .string($0.value)) })))
    }
    if !parameters.isEmpty {
      let rows = parameters.map { parameter in
        JSONValue.object([
          .init("request", .string(parameter.request.rawValue)),
          .init("placement", .string(parameter.placement.rawValue)), .init("name", .string(parameter.name)),
          .init("value", .string(parameter.value)),
        ])
      }
      members.append(.init("additionalParameters", .array(rows)))
    }
    return .object(members)
  }
}

extension Script {
  var neutral: JSONValue {
    .object([
      .init("phase", .string(phase)), .init("language", .string("javascript")), .init("source", .string(code)),
    ])
  }
}

extension Capture {
  var neutral: JSONValue {
    .object([
      .init("variable", .string(variable)), .init("scope", .string(scope)), .init("expression", .string(expression)),
      .init("enabled", .bool(isEnabled)),
    ])
  }
}

extension Notice {
  fileprivate var neutral: JSONValue {
    .object([
      .init("severity", .string(severity.rawValue)), .init("where", .string(location)), .init("what", .string(message)),
    ])
  }
}

extension RequestDefinition {
  /// The request in the neutral model.
  package func neutral(_ options: TransferOptions = TransferOptions()) -> JSONValue {
    let type = kind.otherThanHTTP ?? "http"
    var members = [JSONValue.Member("type", .string(type)), .init("name", .string(name))]
    if kind == .graphql { members.append(.init("kind", .string("graphql"))) }
    if let sequence, sequence.isFinite { members.append(.init("seq", .number("\(sequence)"))) }
    if !tags.isEmpty { members.append(.init("tags", .array(tags.map { .string($0) }))) }
    if !docs.isEmpty { members.append(.init("docs", .string(docs))) }
    members += [.init("method", .string(method)), .init("url", .string(url))]
    members += NeutralParameters(url: url, params: params).members
    members += [
      .init("headers", .array(headers.map(\.neutral))), .init("body", body.neutral),
      .init("auth", authentication.neutral),
      .init("variables", .array(variables.map { $0.neutral(isSecret: false) })),
      .init("scripts", .array(scripts.map(\.neutral))), .init("assertions", .array(assertions.map(\.neutral))),
    ]
    if !captures.isEmpty { members.append(.init("captures", .array(captures.map(\.neutral)))) }
    if kind.isConversation { members += conversation.neutral(isCall: kind == .grpc) }
    if !condition.isEmpty { members.append(.init("if", .string(condition))) }
    members.append(.init("settings", settings.neutral(options)))
    if let tls = trust.neutral { members.append(.init("tls", tls)) }
    if !graphQL.operation.isEmpty { members.append(.init("operation", .string(graphQL.operation))) }
    if let graphQL = graphQL.neutral { members.append(.init("graphql", graphQL)) }
    if !examples.isEmpty { members.append(.init("examples", .array(examples.map(\.neutral)))) }
    return .object(members)
  }
}

/// The parameters of a URL: those in the URL, then the disabled rows. `params` contains the rows themselves only if
/// they cannot be derived from those two lists.
struct NeutralParameters {
  let url: String
  let params: [Parameter]

  /// The rows derived from the two lists.
  static func rows(query: [Row], path: [Row]) -> [Parameter] {
    query.map { Parameter(.query, $0) } + path.map { Parameter(.path, $0) }
  }

  var members: [JSONValue.Member] {
    let written = QueryText.pairs(of: url)
    let off = params.filter { $0.place == .query && !$0.row.isEnabled }.map(\.row)
    let path = params.filter { $0.place == .path }.map(\.row)
    let query = written.map { pair in
      JSONValue.object([
        .init("name", .string(pair.name)), .init("value", pair.value.map { .string($0) } ?? .null),
        .init("enabled", .bool(true)),
      ])
    }
    var members: [JSONValue.Member] = [
      .init("query", .array(query + off.map(\.neutral))), .init("pathParams", .array(path.map(\.neutral))),
    ]
    if Self.rows(query: written.map { Row($0.name, $0.value ?? "") } + off, path: path) != params {
      let rows = params.map { JSONValue.object($0.row.neutralMembers + [.init("in", .string($0.place.rawValue))]) }
      members.append(.init("params", .array(rows)))
    }
    return members
  }
}

extension Assertion {
  fileprivate var neutral: JSONValue {
    var members = [
      JSONValue.Member("expression", .string(expression)), .init("operator", .string(self.operator)),
      .init("value", .string(value)), .init("enabled", .bool(isEnabled)),
    ]
    if !note.isEmpty { members.append(.init("note", .string(note))) }
    return .object(members)
  }
}

extension ConversationDefinition {
  /// The saved messages, with the ping interval of a WebSocket or the settings of a call.
  fileprivate func neutral(isCall: Bool) -> [JSONValue.Member] {
    let saved = messages.map { message in
      JSONValue.object([
        .init("name", .string(message.name)), .init("type", .string(message.kind)),
        .init("data", .string(message.data)), .init("selected", .bool(message.isSelected)),
      ])
    }
    let messages = JSONValue.Member("messages", .array(saved))
    guard isCall else {
      let interval = keepAliveInterval.isFinite ? keepAliveInterval : 0
      return [messages, .init("keepAliveInterval", .number("\(interval)"))]
    }
    var members = [messages]
    if !call.methodType.isEmpty { members.append(.init("methodType", .string(call.methodType))) }
    if !call.protoFile.isEmpty { members.append(.init("protoFile", .string(call.protoFile))) }
    if call.compresses { members.append(.init("compress", .bool(true))) }
    if call.carrier != .http2 { members.append(.init("carrier", .string(call.carrier.rawValue))) }
    return members
  }
}

extension ServerTrust {
  /// The value as in request files; `nil` if it is empty.
  var neutral: JSONValue? {
    if isEmpty { return nil }
    var members: [JSONValue.Member] = []
    if let verifies { members.append(.init("verify", .bool(verifies))) }
    if let authorities { members.append(.init("ca", .string(authorities))) }
    if let revocations { members.append(.init("crl", .string(revocations))) }
    if !certificates.isEmpty { members.append(.init("trust", .array(certificates.map { .string($0.text) }))) }
    return .object(members)
  }
}

extension RequestSettings {
  fileprivate func neutral(_ options: TransferOptions) -> JSONValue {
    var members: [JSONValue.Member] = []
    func put(_ name: String, _ flag: Bool?) { if let flag { members.append(.init(name, .bool(flag))) } }
    func put(_ name: String, _ text: String?) { if let text { members.append(.init(name, .string(text))) } }
    func put(_ name: String, _ list: [String]?) {
      if let list { members.append(.init(name, .array(list.map { .string($0) }))) }
    }
    put("followRedirects", followRedirects)
    if let maxRedirects { members.append(.init("maxRedirects", .number(String(maxRedirects)))) }
    put("encodeUrl", encodeURL)
    put("forwardAuthorizationHeader", forwardAuthorization)
    put("acceptCompression", acceptsCompression)
    put("verifyTLS", options.tls?.verifies)
    put("minTls", minimumTLS?.rawValue)
    put("maxTls", maximumTLS?.rawValue)
    if let timeout, timeout.isFinite { members.append(.init("timeout", .number("\(timeout)"))) }
    put("cookies", cookies?.rawValue)
    put("history", history?.rawValue)
    if let maximumBodySize { members.append(.init("maximumBodySize", .number(String(maximumBodySize)))) }
    put("reconnect", reconnects)
    if let retries { members.append(.init("retries", .number(String(retries)))) }
    put("retryStatuses", retryStatuses?.text)
    put("retryAfter", obeysRetryAfter)
    put("allowGraphqlErrors", allowsGraphQLErrors)
    put("httpVersion", options.httpVersion?.rawValue)
    put("proxy", options.proxy)
    put("noProxy", options.noProxy)
    put("decompress", options.decompresses)
    put("resolve", options.resolve)
    put("connectTo", options.connectTo)
    put("unixSocket", options.unixSocket)
    put("interface", options.interface)
    put("requestTarget", options.requestTarget)
    return .object(members)
  }
}

extension RequestExample {
  fileprivate var neutral: JSONValue {
    var members = [JSONValue.Member("name", .string(name))]
    if !note.isEmpty { members.append(.init("note", .string(note))) }
    members += [.init("method", .string(method)), .init("url", .string(url))]
    members += NeutralParameters(url: url, params: params).members
    members += [.init("headers", .array(headers.map(\.neutral))), .init("body", body.neutral)]
    var said: [JSONValue.Member] = []
    if let status = answer.status { said.append(.init("status", .number(String(status)))) }
    said += [
      .init("statusText", .string(answer.statusText)), .init("headers", .array(answer.headers.map(\.neutral))),
      .init("type", .string(answer.type)), .init("body", .string(answer.body)),
    ]
    return .object(members + [.init("answer", .object(said))])
  }
}

extension BodyDefinition {
  /// The body in the neutral model.
  var neutral: JSONValue {
    switch self {
    case .none: return .object([.init("type", .string("none"))])
    case .text(let kind, let text):
      return .object([.init("type", .string(kind.word)), .init("text", .string(text))])
    case .form(let rows):
      let rows = rows.map { JSONValue.object($0.neutralMembers + [.init("kind", .string("text"))]) }
      return .object([.init("type", .string("form")), .init("rows", .array(rows))])
    case .multipart(let parts):
      return .object([.init("type", .string("multipart")), .init("rows", .array(parts.map(Self.part)))])
    case .file(let choices):
      let choice = choices.first(where: \.isSelected) ?? choices.first
      var members: [JSONValue.Member] = [
        .init("type", .string("file")), .init("path", .string(choice?.path ?? "")),
        .init("contentType", .string(choice?.contentType ?? "")),
      ]
      if choices.count != 1 || choices.first?.isSelected != true {
        members.append(.init("choices", .array(choices.map(\.neutral))))
      }
      return .object(members)
    case .graphql(let query, let variables):
      return .object([
        .init("type", .string("graphql")), .init("query", .string(query)), .init("variables", .string(variables)),
      ])
    }
  }

  private static func part(_ part: FormPart) -> JSONValue {
    var members = [JSONValue.Member("name", .string(part.name))]
    switch part.content {
    case .text(let text):
      members += [.init("kind", .string("text")), .init("value", .string(text))]
    case .files(let paths):
      members += [.init("kind", .string("file")), .init("paths", .array(paths.map { .string($0) }))]
    }
    members.append(.init("enabled", .bool(part.isEnabled)))
    if !part.contentType.isEmpty { members.append(.init("contentType", .string(part.contentType))) }
    if let name = part.fileName { members.append(.init("fileName", .string(name))) }
    if !part.note.isEmpty { members.append(.init("note", .string(part.note))) }
    return .object(members)
  }
}

extension BodyDefinition.FileChoice {
  fileprivate var neutral: JSONValue {
    .object([
      .init("path", .string(path)), .init("contentType", .string(contentType)), .init("selected", .bool(isSelected)),
    ])
  }
}

extension GraphQLSettings {
  /// The settings as in request files, except the operation, which is stored beside the body; `nil` if they are empty.
  var neutral: JSONValue? {
    var members: [JSONValue.Member] = []
    if let transport { members.append(.init("subscriptions", .string(transport.rawValue))) }
    if !connectionInit.isEmpty { members.append(.init("connectionInit", .string(connectionInit))) }
    if !schema.isEmpty { members.append(.init("schema", .string(schema))) }
    if !files.isEmpty { members.append(.init("files", .array(files.map(\.neutral)))) }
    return members.isEmpty ? nil : .object(members)
  }
}

extension NeutralReader {
  mutating func graphQL(_ node: JSONValue, at place: String) -> GraphQLSettings {
    var made = GraphQLSettings(operation: optional(node, "operation", at: place) ?? "")
    guard let written = node["graphql"], written != .null else { return made }
    let place = place + "/graphql"
    if let word = optional(written, "subscriptions", at: place) {
      made.transport = GraphQLSettings.Transport(rawValue: word)
      if made.transport == nil {
        report(place + "/subscriptions", "the unknown subscription transport \(word) is left out")
      }
    }
    made.connectionInit = text(written, "connectionInit", at: place)
    made.schema = text(written, "schema", at: place)
    made.files = rows(written, "files", at: place)
    return made
  }
}
