package import Basics
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
