import Basics
import Workspaces

/// Converts the security requirements of an operation to our authentication with empty secrets.
struct OpenAPISecurity {
  private let schemes: JSONValue
  private let references: JSONReferences

  init(_ schemes: JSONValue?, _ references: JSONReferences) {
    self.schemes = schemes ?? .null
    self.references = references
  }

  /// `nil` if absent, `none` for an empty list or an empty requirement.
  func authentication(_ node: JSONValue?, at place: String, _ losses: inout LossLedger) -> Authentication? {
    guard let requirements = node?.array else { return nil }
    let choices = requirements.compactMap { node -> [JSONValue.Member]? in
      if case .object(let members) = node { members } else { nil }
    }
    guard let first = choices.first(where: { !$0.isEmpty }), let name = first.first?.name else {
      return Authentication.none
    }
    if choices.count(where: { !$0.isEmpty }) > 1 || first.count > 1 {
      losses.report("one of several security schemes is used", at: place, name)
    }
    guard let scheme = schemes[name].map(references.resolved) else {
      losses.report("there is no security scheme of this name", at: place, name)
      return Authentication.none
    }
    if scheme["type"]?.string != "oauth2", !(first[0].value.array ?? []).isEmpty {
      losses.report("scopes of a login other than OAuth are not carried over", at: place)
    }
    return authentication(name, scheme, scopes: first[0].value, at: place, &losses)
  }

  private func authentication(
    _ name: String, _ scheme: JSONValue, scopes: JSONValue, at place: String, _ losses: inout LossLedger
  ) -> Authentication {
    switch (scheme["type"]?.string, scheme["scheme"]?.string?.lowercased()) {
    case ("http", "basic"): return Authentication(.basic, [.init("username", ""), .init("password", "")])
    case ("http", "bearer"): return Authentication(.bearer, [.init("token", "")])
    case ("http", "digest"): return Authentication(.digest, [.init("username", ""), .init("password", "")])
    case ("apiKey", _):
      if scheme["in"]?.string == "cookie" {
        losses.report("a key belongs in a cookie: add it to the Cookie header", at: place, name)
        return Authentication.none
      }
      let key = scheme["name"]?.string ?? ""
      return Authentication(
        .apikey, [.init("key", key), .init("value", ""), .init("placement", scheme["in"]?.string ?? "header")])
    case ("oauth2", _): return oauth(name, scheme, scopes: scopes, at: place, &losses)
    case (let type, let detail):
      let word = [type, detail].compactMap(\.self).joined(separator: " ")
      losses.report("the security scheme is not supported", at: place, "\(name) (\(word))")
      return Authentication(.other(type ?? name), [])
    }
  }

  private func oauth(
    _ name: String, _ scheme: JSONValue, scopes: JSONValue, at place: String, _ losses: inout LossLedger
  ) -> Authentication {
    let names = [
      "authorizationCode": "authorization_code", "clientCredentials": "client_credentials",
      "password": "resource_owner_password_credentials", "implicit": "implicit",
    ]
    guard case .object(let flows) = scheme["flows"] ?? .null, let flow = flows.first(where: { names[$0.name] != nil })
    else { return Authentication(.oauth2, []) }
    if flows.count > 1 {
      losses.report("one of several flows of a login is used", at: place, "\(flow.name) of \(name)")
    }
    var fields = [Authentication.Field("flow", names[flow.name] ?? flow.name)]
    if let url = flow.value["authorizationUrl"]?.string { fields.append(.init("authorizationUrl", url)) }
    if let url = flow.value["tokenUrl"]?.string { fields.append(.init("accessTokenUrl", url)) }
    if let url = flow.value["refreshUrl"]?.string { fields.append(.init("refreshTokenUrl", url)) }
    let scope = (scopes.array ?? []).compactMap(\.string).joined(separator: " ")
    return Authentication(.oauth2, fields + [.init("scope", scope)])
  }
}
