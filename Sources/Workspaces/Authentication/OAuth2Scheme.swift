import HTTPModel

extension AuthenticationScheme {
  /// OAuth 2.0 (RFC 6749): a token is fetched, or read from the store, just before the request is sent.
  package static let oauth2 = {
    var scheme = AuthenticationScheme(
      "oauth2", title: "OAuth 2.0", fields: oauth2Fields, carriage: { _ in .computed(header: "Authorization") }
    ) { fields, config throws(SendRefusal) in try fields.addToken(to: &config) }
    scheme.shown = { shown($0["flow"]) }
    scheme.loginServers = ["accessTokenUrl", "refreshTokenUrl", "deviceAuthorizationUrl", "authorizationUrl"]
    return scheme
  }()

  private static let flows = [
    "client_credentials", "resource_owner_password_credentials", "authorization_code", "implicit",
  ]

  /// Only the placement of the token concerns the request's server; all other fields go to the login servers.
  private static let oauth2Fields: [Field] = [
    login("flow", "Flow", .choice(flows)), login("authorizationUrl", "Authorization URL"),
    login("accessTokenUrl", "Token URL"), login("refreshTokenUrl"), login("callbackUrl", "Callback URL"),
    login("credentials.clientId", "Client id"), login("credentials.clientSecret", "Client secret", isSecret: true),
    login("credentials.placement"), login("resourceOwner.username", "Username"),
    login("resourceOwner.password", "Password", isSecret: true), login("scope", "Scope"), login("state"),
    login("pkce.disabled", nil, .flag), login("additionalParameters", nil, .nested), Field("tokenConfig.id"),
    Field("tokenConfig.source"), Field("tokenConfig.placement.header"), Field("tokenConfig.placement.query"),
    login("settings.autoFetchToken", nil, .flag), login("settings.autoRefreshToken", nil, .flag),
    login("deviceAuthorizationUrl"),
  ]

  private static func login(
    _ name: String, _ title: String? = nil, _ kind: Field.Kind = .text, isSecret: Bool = false
  ) -> Field {
    Field(name, title, kind, isSecret: isSecret, isForLogin: true)
  }

  /// The fields that each flow needs.
  private static func shown(_ flow: String) -> [String] {
    let hasPage = flow == "authorization_code" || flow == "implicit"
    let isImplicit = flow == "implicit"
    return ["flow"] + (hasPage ? ["authorizationUrl", "callbackUrl"] : []) + (isImplicit ? [] : ["accessTokenUrl"])
      + ["credentials.clientId"] + (isImplicit ? [] : ["credentials.clientSecret"])
      + (flow == flows[1] ? ["resourceOwner.username", "resourceOwner.password"] : []) + ["scope"]
  }
}
