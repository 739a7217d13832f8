import Basics
import Networking
import Workspaces

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
    if made.kind == .webSocket {
      made.conversation.keepAliveInterval = number(node, "keepAliveInterval", at: place) ?? 0
      made.conversation.messages = list(node, "messages", at: place).map { place, message in
        ConversationDefinition.Message(
          text(message, "name", at: place), kind: optional(message, "type", at: place) ?? "text",
          text(message, "data", at: place), isSelected: flag(message, "selected", at: place) ?? false)
      }
    }
    made.trust = trust(node, at: place)
    made.graphQL = graphQL(node, at: place)
    let settings = node["settings"] ?? .null
    made.settings = self.settings(settings, at: place + "/settings")
    return (made, options(settings, at: place + "/settings"))
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
    RequestSettings(
      encodeURL: flag(node, "encodeUrl", at: place), timeout: number(node, "timeout", at: place),
      followRedirects: flag(node, "followRedirects", at: place),
      maxRedirects: number(node, "maxRedirects", at: place).flatMap { Int(exactly: $0) },
      forwardAuthorization: flag(node, "forwardAuthorizationHeader", at: place),
      acceptsCompression: flag(node, "acceptCompression", at: place),
      maximumBodySize: number(node, "maximumBodySize", at: place).flatMap { Int(exactly: $0) },
      minimumTLS: optional(node, "minTls", at: place).flatMap(TLSLimit.init(rawValue:)),
      maximumTLS: optional(node, "maxTls", at: place).flatMap(TLSLimit.init(rawValue:)))
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
      if options.httpVersion == nil { tell(place + "/httpVersion", "the version \(word) is not known: it is left out") }
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
      tell(place, "a body of the type \(type) is not known: it is left out")
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
