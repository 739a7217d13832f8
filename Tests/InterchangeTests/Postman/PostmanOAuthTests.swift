import Basics
import Testing
import Workspaces

@testable import Interchange

@Suite("Postman's OAuth 2 logins") struct PostmanOAuthTests {
  private func read(_ fields: [(String, String)]) -> (login: Authentication, notices: [Notice]) {
    let rows = fields.map { JSONValue.object([.init("key", .string($0.0)), .init("value", .string($0.1))]) }
    let node = JSONValue.object([.init("type", "oauth2"), .init("oauth2", .array(rows))])
    var notices: [Notice] = []
    let login = PostmanAuthentication.read(node, at: "Here", notices: &notices)
    return (login, notices)
  }

  private static let code = [
    ("grant_type", "authorization_code_with_pkce"), ("authUrl", "http://a/login"), ("accessTokenUrl", "http://a/token"),
    ("redirect_uri", "http://localhost/cb"), ("clientId", "id"), ("clientSecret", "s"), ("scope", "a b"),
    ("client_authentication", "body"), ("addTokenTo", "header"), ("headerPrefix", "Token"),
    ("audience", #"{"38333c40":"shop"}"#), ("tokenName", "mine"),
  ]

  @Test("Every field of the code flow is imported, with its audience for both requests")
  func codeFlow() {
    let (login, notices) = read(Self.code)
    #expect(notices.isEmpty && login.scheme == .oauth2)
    let wanted = [
      "flow": "authorization_code", "authorizationUrl": "http://a/login", "accessTokenUrl": "http://a/token",
      "callbackUrl": "http://localhost/cb", "credentials.clientId": "id", "credentials.clientSecret": "s",
      "scope": "a b", "credentials.placement": "body", "tokenConfig.placement.header": "Token", "pkce.disabled": "",
    ]
    for (name, value) in wanted { #expect(login[name] == value, "\(name)") }
    #expect(
      login.parameters.map { "\($0.request.rawValue) \($0.name)=\($0.value)" } == [
        "accessTokenRequest audience=shop", "authorizationRequest audience=shop",
      ])
  }

  @Test("Other flows, fetched tokens, and unsupported fields")
  func others() {
    #expect(read([("grant_type", "authorization_code")]).login["pkce.disabled"] == "true")
    let password = read([("grant_type", "password_credentials"), ("username", "u"), ("addTokenTo", "queryParams")])
      .login
    #expect(password["flow"] == "resource_owner_password_credentials" && password["resourceOwner.username"] == "u")
    #expect(password["tokenConfig.placement.query"] == "access_token")
    #expect(
      read([("accessToken", "T"), ("addTokenTo", "header")]).login == Authentication(.bearer, [.init("token", "T")]))
    let inQuery = read([("accessToken", "T"), ("addTokenTo", "queryParams")]).login
    #expect(inQuery.carriage == .query(name: "access_token", value: "T"))
    #expect(read([("grant_type", "client_credentials"), ("code_verifier", "x")]).notices.count == 1)
    #expect(
      read([("grant_type", "novel")]).notices.map(\.message) == [
        "a login is kept as written, but not supported: oauth2"
      ])
  }

  @Test("A login survives a round trip")
  func roundTrip() throws {
    for fields in [
      Self.code, [("grant_type", "authorization_code"), ("clientId", "id")], [("grant_type", "implicit")],
    ] {
      let (login, _) = read(fields)
      var notices: [Notice] = []
      let written = try #require(PostmanAuthentication.node(login, named: "Here", &notices))
      #expect(notices.isEmpty)
      #expect(PostmanAuthentication.read(written, at: "Here", notices: &notices) == login)
    }
  }
}
