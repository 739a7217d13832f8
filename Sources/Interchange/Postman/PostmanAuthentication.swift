import Basics
import Workspaces

/// Postman's authentication: absent means inherited, `noauth` none. 2.0 keeps the parameters in an object, 2.1 in rows.
enum PostmanAuthentication {
  /// The logins that differ in names only: our scheme, whose word is Postman's type, and its fields.
  static let plain: [(scheme: AuthenticationScheme, fields: [(ours: String, theirs: String)])] = [
    (.basic, [("username", "username"), ("password", "password")]),
    (.bearer, [("token", "token")]),
    (.digest, [("username", "username"), ("password", "password")]),
    (.ntlm, [("username", "username"), ("password", "password"), ("domain", "domain")]),
    (.apikey, [("key", "key"), ("value", "value"), ("placement", "in")]),
    (
      .awsv4,
      [
        ("accessKeyId", "accessKey"), ("secretAccessKey", "secretKey"), ("sessionToken", "sessionToken"),
        ("service", "service"), ("region", "region"),
      ]
    ),
  ]

  static func read(_ node: JSONValue?, at place: String, notices: inout [Notice]) -> Authentication {
    guard let node, let type = node["type"]?.string else { return .inherit }
    if type == "noauth" { return .none }
    let parameters = parameters(node[type])
    let login = plain.first { $0.scheme.word == type }
    if let known = login.map({ Set($0.fields.map(\.theirs) + (type == "basic" ? ["showPassword"] : [])) })
      ?? Self.known[type]
    {
      // S256 is always used.
      let lost = parameters.filter { !known.contains($0.name) && !["", "S256"].contains($0.value) }.map(\.name)
      if !lost.isEmpty {
        let names = lost.joined(separator: ", ")
        notices.warn(place, "parts of a \(type) login are not carried over: \(names)")
      }
    }
    if let (scheme, fields) = login {
      var made = Authentication(
        scheme,
        fields.map { ours, theirs in .init(ours, parameters.first { $0.name == theirs }?.value ?? "") })
      if scheme == .apikey, made["placement"] != "query" { made["placement"] = "header" }
      return made
    }
    if type == "jwt" { return PostmanToken.read(parameters, at: place, &notices) }
    if type == "oauth2", let login = PostmanOAuth.read(parameters) { return login }
    notices.warn(place, "a login is kept as written, but not supported: \(type)")
    let fields = parameters.map { Authentication.Field($0.name, $0.value) }
    return Authentication(type == "oauth2" ? .oauth2 : type == "oauth1" ? .oauth1 : .other(type), fields)
  }

  /// The parameters that our authentication can hold.
  private static let known = ["jwt": PostmanToken.known, "oauth2": PostmanOAuth.known]

  /// The header of a login, which replaces the request's own header of that name in Postman.
  static func header(of login: Authentication) -> String? {
    switch login.carriage {
    case .header(let name, _):
      // Postman sends no key without name or value, and no empty token.
      let isWhole = login.scheme == .bearer ? !login["token"].isEmpty : !name.isEmpty && !login["value"].isEmpty
      return isWhole ? name : nil
    case .login(_, _, let header), .computed(let header): return header
    case .nothing, .query: return nil
    }
  }

  private static func parameters(_ node: JSONValue?) -> [(name: String, value: String)] {
    if case .object(let members) = node { return members.map { ($0.name, ForeignText.scalar($0.value)) } }
    return (node?.array ?? []).map { ($0["key"]?.string ?? "", ForeignText.scalar($0["value"])) }
  }
}

/// Converts Postman's `oauth2` login from and to ours.
enum PostmanOAuth {
  /// Postman's names and ours.
  private static let names: [(theirs: String, ours: String)] = [
    ("authUrl", "authorizationUrl"), ("accessTokenUrl", "accessTokenUrl"), ("refreshTokenUrl", "refreshTokenUrl"),
    ("redirect_uri", "callbackUrl"), ("clientId", "credentials.clientId"),
    ("clientSecret", "credentials.clientSecret"), ("username", "resourceOwner.username"),
    ("password", "resourceOwner.password"), ("scope", "scope"), ("state", "state"),
  ]
  private static let flows: [(theirs: String, ours: String)] = [
    ("authorization_code_with_pkce", "authorization_code"), ("authorization_code", "authorization_code"),
    ("implicit", "implicit"), ("client_credentials", "client_credentials"),
    ("password_credentials", "resource_owner_password_credentials"),
  ]
  /// The supported parameters, and those that only matter to Postman's window.
  static let known = Set(
    names.map(\.theirs) + [
      "grant_type", "addTokenTo", "headerPrefix", "client_authentication", "audience", "resource", "tokenName",
      "useBrowser", "accessToken", "tokenType",
    ])

  /// `nil` for a login with neither a flow nor a token.
  static func read(_ parameters: [(name: String, value: String)]) -> Authentication? {
    func value(_ name: String) -> String { parameters.first { $0.name == name }?.value ?? "" }
    let grant = value("grant_type")
    guard let flow = flows.first(where: { $0.theirs == grant })?.ours else {
      // The token that Postman has fetched.
      let token = value("accessToken")
      if token.isEmpty || !grant.isEmpty { return nil }
      guard value("addTokenTo") == "queryParams" else { return Authentication(.bearer, [.init("token", token)]) }
      return Authentication(
        .apikey, [.init("key", "access_token"), .init("value", token), .init("placement", "query")])
    }
    var login = Authentication(.oauth2)
    login["flow"] = flow
    for (theirs, ours) in names where !value(theirs).isEmpty { login[ours] = value(theirs) }
    if grant == "authorization_code" { login["pkce.disabled"] = "true" }
    if value("client_authentication") == "body" { login["credentials.placement"] = "body" }
    if value("addTokenTo") == "queryParams" {
      login["tokenConfig.placement.query"] = "access_token"
    } else if !["", "Bearer"].contains(value("headerPrefix")) {
      login["tokenConfig.placement.header"] = value("headerPrefix")
    }
    for name in ["audience", "resource"] {
      for text in texts(value(name)) {
        login.parameters.append(.init(.token, .body, name, text))
        if flow == "authorization_code" { login.parameters.append(.init(.authorization, .query, name, text)) }
      }
    }
    return login
  }

  /// The texts in a text or in an object.
  private static func texts(_ value: String) -> [String] {
    // Braces may be part of a text.
    guard value.hasPrefix("{"), case .object(let members)? = try? JSONValue(parsing: value.utf8) else {
      return value.isEmpty ? [] : [value]
    }
    return members.compactMap(\.value.string)
  }

  /// The fields by Postman's names.
  static func fields(
    of login: Authentication, named name: String, _ notices: inout [Notice]
  ) -> [(name: String, value: String)] {
    let hasPKCE = login["pkce.disabled"] != "true"
    let flow = flows.last { $0.ours == login["flow"] && !(hasPKCE && $0.ours == "authorization_code") } ?? flows.first
    var fields = [("grant_type", flow?.theirs ?? "")]
    fields += names.filter { !login[$0.ours].isEmpty }.map { ($0.theirs, login[$0.ours]) }
    fields.append(("client_authentication", login["credentials.placement"] == "body" ? "body" : "header"))
    let isInQuery = !login["tokenConfig.placement.query"].isEmpty
    fields.append(("addTokenTo", isInQuery ? "queryParams" : "header"))
    let prefix = login["tokenConfig.placement.header"]
    if !isInQuery, !prefix.isEmpty { fields.append(("headerPrefix", prefix)) }
    for parameter in login.parameters
    where parameter.request == .token && ["audience", "resource"].contains(parameter.name) {
      fields.append((parameter.name, parameter.value))
    }
    let others = login.parameters.filter { !["audience", "resource"].contains($0.name) }.map(\.name)
    if !others.isEmpty {
      let what = others.joined(separator: ", ")
      notices.warn(name, "parameters of an oauth2 login are not carried over: \(what)")
    }
    return fields
  }
}

/// Converts Postman's `jwt` login, a token that is signed for each send.
enum PostmanToken {
  /// The parameters that our login can hold.
  static let known: Set<String> = [
    "algorithm", "secret", "privateKey", "isSecretBase64Encoded", "payload", "header", "addTokenTo", "queryParamKey",
    "headerPrefix",
  ]

  static func read(_ parameters: [(name: String, value: String)], at place: String, _ notices: inout [Notice])
    -> Authentication
  {
    func value(_ name: String) -> String { parameters.first { $0.name == name }?.value ?? "" }
    let algorithm = value("algorithm")
    let isShared = algorithm.isEmpty || algorithm.hasPrefix("HS")
    let isInQuery = value("addTokenTo") == "queryParam"
    var login = Authentication(.jwt)
    func set(_ name: String, _ text: String, unless usual: String = "") {
      if !text.isEmpty, text != usual { login[name] = text }
    }
    set("algorithm", algorithm)
    login["key"] = value(isShared ? "secret" : "privateKey")
    if isShared { set("encoding", value("isSecretBase64Encoded") == "true" ? "base64" : "") }
    login["claims"] = value("payload")
    set("header", value("header"), unless: "{}")
    set("placement", isInQuery ? "query" : "")
    if isInQuery { set("name", value("queryParamKey")) } else { set("prefix", value("headerPrefix"), unless: "Bearer") }
    if !isInQuery, parameters.contains(where: { $0.name == "headerPrefix" && $0.value.isEmpty }) {
      notices.warn(place, "a jwt login without a prefix is sent with Bearer")
    }
    return login
  }

  /// The fields by Postman's names.
  static func fields(
    of login: Authentication, named name: String, _ notices: inout [Notice]
  ) -> [(name: String, value: String)] {
    let algorithm = login["algorithm"].isEmpty ? "HS256" : login["algorithm"]
    let isShared = algorithm.hasPrefix("HS")
    let isInQuery = login["placement"] == "query"
    var lost: [String] = []
    if !login["expiresIn"].isEmpty { lost.append("the times that are added to the claims") }
    if !isInQuery, !login["name"].isEmpty { lost.append("the name of the header") }
    if !lost.isEmpty {
      let what = lost.joined(separator: " and ")
      notices.warn(name, "of a jwt login, \(what) cannot be written: Postman has no such field")
    }
    var fields = [
      ("algorithm", algorithm), (isShared ? "secret" : "privateKey", login["key"]), ("payload", login["claims"]),
      ("addTokenTo", isInQuery ? "queryParam" : "header"),
    ]
    if isShared { fields.append(("isSecretBase64Encoded", login["encoding"] == "base64" ? "true" : "false")) }
    if !login["header"].isEmpty { fields.append(("header", login["header"])) }
    if isInQuery {
      fields.append(("queryParamKey", login["name"].isEmpty ? "token" : login["name"]))
    } else {
      fields.append(("headerPrefix", login["prefix"].isEmpty ? "Bearer" : login["prefix"]))
    }
    return fields
  }
}
