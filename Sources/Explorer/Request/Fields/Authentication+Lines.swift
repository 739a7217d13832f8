import Workspaces

extension Authentication.Scheme {
  /// Those that can be chosen, in the order of the chooser.
  static let choices: [Self] = [.inherit, .none, .basic, .bearer, .apikey, .digest, .ntlm, .awsv4, .oauth2]

  /// For people.
  var title: String {
    switch self {
    case .none: "None"
    case .inherit: "Inherit"
    case .basic: "Basic"
    case .bearer: "Bearer token"
    case .apikey: "API key"
    case .digest: "Digest"
    case .ntlm: "NTLM"
    case .awsv4: "AWS signature v4"
    case .oauth1: "OAuth 1.0"
    case .oauth2: "OAuth 2.0"
    case .wsse: "WSSE"
    case .other(let word): word
    }
  }
}

extension Authentication {
  /// The scheme, and below it its fields; what the file has beyond the known ones comes last.
  func lines(inheritedFrom place: String) -> [FieldLine] {
    var lines = [FieldLine("scheme", "Scheme", .list, scheme.title)]
    switch scheme {
    case .inherit: lines.append(FieldLine("place", "Comes from", .fact, place))
    case .none: lines.append(FieldLine("place", "", .fact, "This request sends no credentials."))
    default: break
    }
    let known = Self.fields(of: scheme, flow: self["flow"])
    lines += known.map { line in
      var line = line
      line.value = self[line.id]
      return line
    }
    lines += fields.filter { field in !known.contains { $0.id == field.name } }.map { field in
      FieldLine(field.name, field.name, .text(isSecret: Self.isSecret(field.name)), field.value)
    }
    return lines
  }

  /// The header in which it goes out, where it is one.
  var headerName: String? {
    switch scheme {
    case .basic, .bearer, .oauth1, .oauth2: "Authorization"
    case .wsse: "X-WSSE"
    case .apikey: isInQuery || self["key"].isEmpty ? nil : self["key"]
    case .none, .inherit, .digest, .ntlm, .awsv4, .other: nil
    }
  }

  /// Whether an API key is a parameter of the query.
  var isInQuery: Bool { scheme == .apikey && ["query", "queryparams"].contains(self["placement"]) }

  private static func text(_ id: String, _ label: String, placeholder: String = "") -> FieldLine {
    FieldLine(id, label, .text(isSecret: isSecret(id)), "", placeholder: placeholder)
  }

  private static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["password", "token", "secret", "privatekey", "value"].contains { name.hasSuffix($0) }
      || name == "secretaccesskey"
  }

  private static func fields(of scheme: Scheme, flow: String) -> [FieldLine] {
    switch scheme {
    case .basic, .digest, .wsse: return [text("username", "Username"), text("password", "Password")]
    case .ntlm: return [text("username", "Username"), text("password", "Password"), text("domain", "Domain")]
    case .bearer: return [text("token", "Token")]
    case .apikey:
      return [
        text("key", "Key"), text("value", "Value"),
        FieldLine("placement", "Placement", .choice(["header", "query"]), "", placeholder: "header"),
      ]
    case .awsv4:
      return [
        text("accessKeyId", "Access key"), text("secretAccessKey", "Secret key"),
        text("sessionToken", "Session token"), text("service", "Service"), text("region", "Region"),
        text("profileName", "Profile"),
      ]
    case .oauth2: return oauth2(flow)
    case .none, .inherit, .oauth1, .other: return []
    }
  }

  private static func oauth2(_ flow: String) -> [FieldLine] {
    let flows = ["client_credentials", "resource_owner_password_credentials", "authorization_code", "implicit"]
    var lines = [FieldLine("flow", "Flow", .choice(flows), "", placeholder: flows[0])]
    if flow == "authorization_code" || flow == "implicit" {
      lines += [text("authorizationUrl", "Authorization URL"), text("callbackUrl", "Callback URL")]
    }
    if flow != "implicit" { lines.append(text("accessTokenUrl", "Token URL")) }
    lines += [text("credentials.clientId", "Client id")]
    if flow != "implicit" { lines.append(text("credentials.clientSecret", "Client secret")) }
    if flow == "resource_owner_password_credentials" {
      lines += [text("resourceOwner.username", "Username"), text("resourceOwner.password", "Password")]
    }
    return lines + [text("scope", "Scope")]
  }
}
