import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

/// Two servers with the same login: one that the user allowed, and one of a stranger.
@Suite("The receivers of a login's token", .timeLimit(.minutes(1))) struct TokenConsentTests {
  private let sample: ConsentSample
  private let own: AnsweringServer
  private let other: AnsweringServer
  private let logins = Logins(client: Client())

  init() throws {
    sample = try ConsentSample()
    (own, other) = (try Self.server("own"), try Self.server("other"))
  }

  /// Its tokens expire immediately, so that each use refreshes them.
  private static func server(_ name: String) throws -> AnsweringServer {
    try AnsweringServer { request in
      request.target == "/token"
        ? Answer.json(#"{"access_token": "\#(name)-token", "refresh_token": "\#(name)-refresh", "expires_in": 3600}"#)
        : Answer.text("hello")
    }
  }

  private func definition(_ server: AnsweringServer, _ fields: [String: String] = [:]) -> RequestDefinition {
    var definition = RequestDefinition(name: "x", url: server.url + "/x")
    definition.authentication = Authentication(
      .oauth2, [.init("accessTokenUrl", own.url + "/token"), .init("credentials.clientId", "me")])
    for (name, value) in fields { definition.authentication[name] = value }
    return definition
  }

  /// The error; empty for a request that was answered.
  private func send(_ definition: RequestDefinition, _ logins: Logins? = nil) async throws -> String {
    let prepared = try PreparedRequest(definition, in: sample.context(), logins: logins ?? self.logins)
    return await Client().exchange(for: prepared.request).failure?.description ?? ""
  }

  private func bought() async throws {
    let definition = definition(own, ["credentials.clientSecret": "{{CLOUD_SECRET}}"])
    try sample.allow(sample.refused(definition))
    #expect(try await send(definition) == "")
    #expect(own.requests.last?["Authorization"] == "Bearer own-token")
  }

  /// Changes the one stored token.
  private func changeKept(_ change: (inout [String: Any]) -> Void) throws {
    let folder = sample.folder.path("state/tokens")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let url = URL(filePath: "\(folder)/\(try #require(names.first))")
    var token = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    change(&token)
    try JSONSerialization.data(withJSONObject: token).write(to: url)
  }

  @Test("A stored token is sent to another server only after consent for the sources of its login")
  func another() async throws {
    try await bought()
    let without = definition(other)
    let uses = try sample.refused(without)
    #expect(uses.map(\.source) == [.variable("CLOUD_SECRET")])
    #expect(uses.map(\.receiver) == ["\(own.url), its token to \(other.url)"])
    #expect(other.requests.isEmpty)
    #expect(try sample.refused(definition(own)).isEmpty)
    try sample.allow(uses)
    #expect(try await send(without) == "")
    #expect(other.requests.last?["Authorization"] == "Bearer own-token")
    // After revocation, it is not sent anywhere.
    try sample.workspace.consents.revoke(for: sample.workspace.path)
    #expect(try sample.refused(definition(own)).map(\.source) == [.variable("CLOUD_SECRET")])
  }

  @Test("A token is refreshed at another server only after consent")
  func refreshed() async throws {
    try await bought()
    try changeKept { $0["expiresAt"] = 0 }
    let moved = definition(own, ["refreshTokenUrl": other.url + "/token"])
    let uses = try sample.refused(moved)
    #expect(uses.map(\.source) == [.variable("CLOUD_SECRET")])
    #expect(uses.map(\.receiver) == ["\(own.url) and \(other.url)"])
    #expect(other.requests.isEmpty)
    try sample.allow(uses)
    #expect(try await send(moved) == "")
    #expect(other.requests.first?.bodyText.contains("refresh_token=own-refresh") == true)
    // The login is the same, so its sources are still known.
    #expect(try sample.refused(definition(other)).map(\.source) == [.variable("CLOUD_SECRET")])
  }

  @Test("A token stored during another send is not sent by that one")
  func between() async throws {
    let early = try PreparedRequest(definition(other), in: sample.context(), logins: logins)
    try await bought()
    let failure = await Client().exchange(for: early.request).failure?.description ?? ""
    #expect(failure.contains("The token of this login is not sent: the process variable CLOUD_SECRET"), "\(failure)")
    #expect(other.requests.isEmpty)
  }

  @Test("The token of a person's login is bound to the receiver that was named at the login")
  func personal() async throws {
    let login = [
      "flow": "authorization_code", "authorizationUrl": own.url + "/login",
    ]
    let logins = Logins(
      client: Client(),
      open: { [own] url, receiver in
        #expect(receiver == own.url)
        let pairs = QueryText.pairs(of: url)
        func field(_ name: String) -> String { pairs.first { $0.name == name }?.value.map(HARText.decoded) ?? "" }
        let back = "\(field("redirect_uri"))?code=abc&state=\(field("state"))"
        _ = await Client().exchange(for: try Request.with(RequestConfig(url: back)) { _ in })
      })
    try sample.allow(sample.refused(definition(own, login)))
    #expect(try await send(definition(own, login), logins) == "")
    #expect(try await send(definition(own, login)) == "")
    let uses = try sample.refused(definition(other, login))
    #expect(uses.map(\.source) == [.login("\(own.url)/login"), .token("\(own.url), client me")])
    #expect(Set(uses.map(\.receiver)) == ["\(own.url), its token to \(other.url)"])
    try sample.allow(uses)
    #expect(try await send(definition(other, login)) == "")
    #expect(other.requests.last?["Authorization"] == "Bearer own-token")
    #expect(own.requests.count { $0.target == "/token" } == 1)
  }

  @Test("Tokens saved by earlier versions have no recorded receiver, so each use asks")
  func earlier() async throws {
    try await bought()
    try changeKept { $0["provenance"] = nil }
    for server in [own, other] {
      #expect(try sample.refused(definition(server)).map(\.source) == [.token("\(own.url), client me")])
    }
  }

  @Test("A token without values of the user's needs no consent")
  func free() async throws {
    #expect(try await send(definition(own, ["credentials.clientSecret": "in the file"])) == "")
    #expect(try await send(definition(other, ["credentials.clientSecret": "in the file"])) == "")
    #expect(other.requests.last?["Authorization"] == "Bearer own-token")
  }
}
