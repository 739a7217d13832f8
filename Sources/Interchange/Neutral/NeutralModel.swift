import Networking
import Workspaces

extension ImportedCollection {
  /// The neutral model of `apus import --json`.
  public var json: JSONNode {
    var members = [
      JSONNode.Member("format", .string(format)), .init("name", .string(root.name)),
      .init("items", .array(root.items.map(\.json))),
    ]
    members += root.settings.neutralMembers
    members.append(.init("variables", .array(root.settings.variables.map { $0.neutral(isSecret: false) })))
    if !root.scripts.isEmpty { members.append(.init("scripts", .array(root.scripts.map(\.neutral)))) }
    members.append(.init("environments", .array(environments.map(\.neutral))))
    members.append(.init("notices", .array(notices.map(\.neutral))))
    return .object(members)
  }
}

extension ImportedCollection.Item {
  fileprivate var json: JSONNode {
    switch self {
    case .request(let request, let options): return request.neutral(options)
    case .folder(let folder):
      var members = [JSONNode.Member("type", .string("folder")), .init("name", .string(folder.name))]
      members += folder.settings.neutralMembers
      members.append(.init("variables", .array(folder.settings.variables.map { $0.neutral(isSecret: false) })))
      members.append(.init("scripts", .array(folder.scripts.map(\.neutral))))
      members.append(.init("items", .array(folder.items.map(\.json))))
      return .object(members)
    }
  }
}

extension SharedSettings {
  fileprivate var neutralMembers: [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    if !docs.isEmpty { members.append(.init("docs", .string(docs))) }
    members.append(.init("headers", .array(headers.map(\.neutral))))
    members.append(.init("auth", authentication.neutral))
    return members
  }
}

extension RequestDefinition {
  /// The request in the words of the neutral model.
  public func neutral(_ options: TransferOptions = TransferOptions()) -> JSONNode {
    let type = if case .unsupported(let word) = kind { word } else { "http" }
    var members = [JSONNode.Member("type", .string(type)), .init("name", .string(name))]
    if !docs.isEmpty { members.append(.init("docs", .string(docs))) }
    members += [.init("method", .string(method)), .init("url", .string(url)), .init("query", .array(neutralQuery))]
    let path = params.filter { $0.place == .path }.map(\.row.neutral)
    members += [
      .init("pathParams", .array(path)), .init("headers", .array(headers.map(\.neutral))),
      .init("body", body.neutral), .init("auth", authentication.neutral),
      .init("variables", .array(variables.map { $0.neutral(isSecret: false) })),
      .init("scripts", .array(scripts.map(\.neutral))), .init("assertions", .array(assertions.map(\.neutral))),
      .init("settings", settings.neutral(options)),
    ]
    return .object(members)
  }

  /// What the URL says, then the rows that are switched off.
  private var neutralQuery: [JSONNode] {
    let written = QueryText.pairs(of: url).map { pair in
      JSONNode.object([
        .init("name", .string(pair.name)), .init("value", pair.value.map { .string($0) } ?? .null),
        .init("enabled", .bool(true)),
      ])
    }
    return written + params.filter { $0.place == .query && !$0.row.isEnabled }.map(\.row.neutral)
  }
}

extension Row {
  fileprivate var neutral: JSONNode {
    .object([
      .init("name", .string(name)), .init("value", .string(value)), .init("enabled", .bool(isEnabled)),
    ])
  }

  fileprivate func neutral(isSecret: Bool) -> JSONNode {
    .object([
      .init("name", .string(name)), .init("value", .string(value)), .init("enabled", .bool(isEnabled)),
      .init("secret", .bool(isSecret)),
    ])
  }
}

extension Environment {
  fileprivate var neutral: JSONNode {
    let rows = variables.map { $0.row.neutral(isSecret: $0.isSecret) }
    return .object([.init("name", .string(name)), .init("variables", .array(rows))])
  }
}

extension Authentication {
  fileprivate var neutral: JSONNode {
    let type: String =
      switch scheme {
      case .other(let word): word
      default: "\(scheme)"
      }
    guard !fields.isEmpty else { return .object([.init("type", .string(type))]) }
    let params = fields.map { JSONNode.Member($0.name, .string($0.value)) }
    return .object([.init("type", .string(type)), .init("params", .object(params))])
  }
}

extension Script {
  fileprivate var neutral: JSONNode {
    .object([
      .init("phase", .string(phase)), .init("language", .string("javascript")), .init("source", .string(code)),
    ])
  }
}

extension Assertion {
  fileprivate var neutral: JSONNode {
    .object([
      .init("expression", .string(expression)), .init("operator", .string(self.operator)),
      .init("value", .string(value)), .init("enabled", .bool(isEnabled)),
    ])
  }
}

extension Notice {
  fileprivate var neutral: JSONNode {
    .object([
      .init("severity", .string(severity.rawValue)), .init("where", .string(location)), .init("what", .string(message)),
    ])
  }
}

extension RequestSettings {
  fileprivate func neutral(_ options: TransferOptions) -> JSONNode {
    var members: [JSONNode.Member] = []
    if let followRedirects { members.append(.init("followRedirects", .bool(followRedirects))) }
    if let maxRedirects { members.append(.init("maxRedirects", .number(String(maxRedirects)))) }
    if let tls = options.tls { members.append(.init("verifyTLS", .bool(tls.verifies))) }
    if let timeout { members.append(.init("timeout", .number("\(timeout)"))) }
    if let version = options.httpVersion { members.append(.init("httpVersion", .string(version.rawValue))) }
    if let proxy = options.proxy { members.append(.init("proxy", .string(proxy))) }
    return .object(members)
  }
}
