import Basics
import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("A token that is signed for each send") struct TokenLoginTests {
  private func definition(_ fields: [String: String]) -> RequestDefinition {
    var definition = RequestDefinition(name: "x", url: "http://h/items?a=1")
    definition.authentication = Authentication(
      .jwt, [.init("key", "{{key}}"), .init("claims", #"{"sub": "{{name}}"}"#)])
    for (name, value) in fields { definition.authentication[name] = value }
    return definition
  }

  private static let context = SendContext(
    variables: VariableTable([
      .init("key", "shared-secret-4711", isSecret: true, origin: .collection),
      .init("name", "ada", origin: .collection),
    ]))

  private func claims(_ token: some StringProtocol) throws -> JSONValue {
    let parts = token.split(separator: ".")
    return try JSONValue(parsing: try #require(Base64.decodeLeniently(parts[1].utf8)))
  }

  private func prepared(_ fields: [String: String] = [:]) throws -> PreparedRequest {
    try PreparedRequest(definition(fields), in: Self.context)
  }

  @Test("A signed token is sent as Bearer, with the claims as written, and key and token are masked")
  func header() throws {
    let prepared = try prepared()
    let value = try #require(prepared.request.headers["Authorization"])
    #expect(value.hasPrefix("Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."))
    let token = value.dropFirst(7)
    #expect(try claims(token) == .object([.init("sub", .string("ada"))]))
    #expect(prepared.redaction.masked(text: "shared-secret-4711 \(token)").contains("•") == true)
    #expect(!prepared.redaction.masked(text: "it is \(token)").contains(token))
    #expect(!prepared.redaction.masked(text: "it is shared-secret-4711").contains("4711"))
  }

  @Test("The times of issue and expiry are added on request, unless the claims contain them")
  func times() throws {
    let before = Int(Date().timeIntervalSince1970)
    func claims(_ fields: [String: String]) throws -> JSONValue {
      try self.claims(try #require(try prepared(fields).request.headers["Authorization"]).dropFirst(7))
    }
    let both = try claims(["expiresIn": "300"])
    guard case .number(let issued)? = both["iat"], case .number(let end)? = both["exp"] else {
      Issue.record("\(both.text)")
      return
    }
    #expect((before...Int(Date().timeIntervalSince1970)).contains(Int(issued) ?? 0))
    #expect(Int(end) == (Int(issued) ?? 0) + 300)
    let now = try claims(["expiresIn": "0"])
    #expect(now["iat"] != nil && now["exp"] == nil)
    let own = try claims(["expiresIn": "300", "claims": #"{"iat": 7, "exp": 8}"#])
    #expect(own.text == #"{"iat":7,"exp":8}"#)
  }

  @Test("Header, prefix and query can be renamed, and no other host gets the token")
  func placement() throws {
    let header = try prepared(["name": "X-Token", "prefix": "JWT"])
    #expect(header.request.headers["X-Token"]?.hasPrefix("JWT eyJ") == true)
    #expect(header.request.headers["Authorization"] == nil)
    #expect(header.request.credentials.cover("X-Token"))
    let query = try prepared(["placement": "query", "name": "access"])
    #expect(query.request.url.contains("items?a=1&access=eyJ"))
    #expect(query.request.headers["Authorization"] == nil)
    #expect(!query.redaction.masked(text: query.request.url).contains("eyJ"))
  }

  @Test("The key can be Base64, and a multi-line private key signs")
  func keys() throws {
    let text = try prepared(["key": "abc"]).request.headers["Authorization"]
    #expect(try prepared(["key": "YWJj", "encoding": "base64"]).request.headers["Authorization"] == text)
    let openssl = try #require(Tool.path("openssl"))
    let key = try Tool.run(openssl, ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
    let value = try #require(try prepared(["key": key, "algorithm": "ES256"]).request.headers["Authorization"])
    #expect(value.hasPrefix("Bearer eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9."))
  }

  @Test(
    "An invalid setting is refused, with its field",
    arguments: [
      ["algorithm": "none"], ["algorithm": "RS256"], ["claims": "sub: ada"], ["claims": "[]"], ["header": "1"],
      ["expiresIn": "soon"], ["expiresIn": "-1"], ["key": "%", "encoding": "base64"], ["key": ""],
    ])
  func refusals(_ fields: [String: String]) throws {
    let refusal = #expect(throws: SendRefusal.self) { try prepared(fields) }
    let field = fields == ["algorithm": "RS256"] ? "key" : fields.count == 1 ? fields.keys.first ?? "" : "key"
    #expect(refusal?.field == .authentication(field: field))
    #expect(refusal?.description.contains("4711") == false)
  }

  @Test("The login is written into the file and read again, with a multi-line key, too")
  func file() throws {
    let folder = try TemporaryDirectory("token")
    try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: C\n")
    let path = try folder.write(
      "get.yml", "info:\n  name: Get\n  type: http\n  seq: 1\n\nhttp:\n  method: GET\n  url: http://h.test/\n")
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    let file = try workspace.request(at: path)
    var edited = file.definition
    edited.authentication =
      definition(["algorithm": "RS256", "key": "line 1\nline 2\n", "expiresIn": "60"]).authentication
    _ = try workspace.save(edited, to: file)
    let read = try workspace.request(at: path).definition.authentication
    for name in ["algorithm", "key", "claims", "expiresIn"] { #expect(read[name] == edited.authentication[name]) }
    #expect(try folder.readText("get.yml").contains("    expiresIn: 60\n"))
  }
}
