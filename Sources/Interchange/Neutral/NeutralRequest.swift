package import Basics
package import Networking
import Workspaces

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
    if kind == .webSocket { members += conversation.neutral }
    members.append(.init("settings", settings.neutral(options)))
    if let tls = trust.neutral { members.append(.init("tls", tls)) }
    if !graphQL.operation.isEmpty { members.append(.init("operation", .string(graphQL.operation))) }
    if let graphQL = graphQL.neutral { members.append(.init("graphql", graphQL)) }
    if !examples.isEmpty { members.append(.init("examples", .array(examples.map(\.neutral)))) }
    return .object(members)
  }
}

/// The parameters of a URL: those in the URL, then the disabled rows; `params` contains the rows themselves only if
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
  /// The saved messages, and how often a ping is sent.
  fileprivate var neutral: [JSONValue.Member] {
    let saved = messages.map { message in
      JSONValue.object([
        .init("name", .string(message.name)), .init("type", .string(message.kind)),
        .init("data", .string(message.data)), .init("selected", .bool(message.isSelected)),
      ])
    }
    return [
      .init("messages", .array(saved)),
      .init("keepAliveInterval", .number("\(keepAliveInterval.isFinite ? keepAliveInterval : 0)")),
    ]
  }
}

extension ServerTrust {
  /// As in the files of requests; `nil` if it says nothing.
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
    if let maximumBodySize { members.append(.init("maximumBodySize", .number(String(maximumBodySize)))) }
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
