import Basics
import Testing
import Workspaces

@testable import Interchange

@Suite("Postman's signed tokens") struct PostmanTokenTests {
  private func node(_ fields: [(String, String)]) -> JSONValue {
    let rows = fields.map { JSONValue.object([.init("key", .string($0.0)), .init("value", .string($0.1))]) }
    return .object([.init("type", .string("jwt")), .init("jwt", .array(rows))])
  }

  private func read(_ fields: [(String, String)]) -> (Authentication, [Notice]) {
    var notices: [Notice] = []
    return (PostmanAuthentication.read(node(fields), at: "Here", notices: &notices), notices)
  }

  private static let inHeader = [
    ("algorithm", "HS384"), ("secret", "s3cret"), ("isSecretBase64Encoded", "true"), ("payload", #"{"sub":"ada"}"#),
    ("addTokenTo", "header"), ("headerPrefix", "JWT"), ("queryParamKey", "token"), ("header", "{}"),
  ]
  private static let inQuery = [
    ("algorithm", "RS256"), ("privateKey", "-----BEGIN"), ("payload", "{}"), ("addTokenTo", "queryParam"),
    ("queryParamKey", "access"), ("header", #"{"kid":"1"}"#),
  ]

  @Test("A jwt login is imported completely, without a notice")
  func reading() {
    let (header, notices) = read(Self.inHeader)
    #expect(notices.isEmpty)
    #expect(
      header
        == Authentication(
          .jwt,
          [
            .init("algorithm", "HS384"), .init("key", "s3cret"), .init("encoding", "base64"),
            .init("claims", #"{"sub":"ada"}"#), .init("prefix", "JWT"),
          ]))
    let (query, others) = read(Self.inQuery)
    #expect(others.isEmpty)
    #expect(query["placement"] == "query" && query["name"] == "access" && query["header"] == #"{"kid":"1"}"#)
    #expect(query["key"] == "-----BEGIN")
  }

  @Test("An exported login is imported as the same login", arguments: [inHeader, inQuery])
  func roundTrip(_ fields: [(String, String)]) throws {
    let (login, _) = read(fields)
    var notices: [Notice] = []
    let written = try #require(PostmanAuthentication.node(login, named: "Here", &notices))
    #expect(notices.isEmpty)
    #expect(PostmanAuthentication.read(written, at: "Here", notices: &notices) == login)
  }

  @Test("Parts that Postman cannot hold are reported, including a prefix that cannot be omitted")
  func losses() {
    var notices: [Notice] = []
    let login = Authentication(.jwt, [.init("key", "k"), .init("expiresIn", "60"), .init("name", "X-Token")])
    _ = PostmanAuthentication.node(login, named: "Here", &notices)
    #expect(notices.count == 1)
    #expect(read([("secret", "s"), ("headerPrefix", "")]).1.count == 1)
    #expect(read([("secret", "s"), ("somethingNew", "1")]).1.count == 1)
  }
}
