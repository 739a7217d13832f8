import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Logins of saved requests") struct LoginTests {
  private static func definition(_ server: AnsweringServer, _ flow: String) -> RequestDefinition {
    var definition = RequestDefinition(name: "x", url: server.url + "/api")
    definition.authentication = Authentication(
      .oauth2,
      [
        .init("flow", flow), .init("accessTokenUrl", server.url + "/token"),
        .init("authorizationUrl", server.url + "/login"), .init("credentials.clientId", "me"),
        .init("tokenConfig.placement.header", "Token"),
      ],
      parameters: [
        .init(.authorization, .query, "prompt", "login"), .init(.token, .body, "audience", "{{who}}"),
        .init(.token, .header, "X-Tenant", "t"),
      ])
    return definition
  }

  private static func server() throws -> AnsweringServer {
    try AnsweringServer { request in
      request.target.hasPrefix("/token")
        ? Answer.json("{\"access_token\": \"acc\", \"id_token\": \"idt\", \"refresh_token\": \"r\"}")
        : Answer.text(request["Authorization"] ?? request["X-WSSE"] ?? request.target)
    }
  }

  private func body(_ definition: RequestDefinition, _ context: SendContext, _ logins: Logins) async throws -> String {
    let prepared = try PreparedRequest(definition, in: context, logins: logins)
    let exchange = await Client().exchange(for: prepared.request)
    if let failure = exchange.failure { return failure.description }
    return exchange.body.map { String(decoding: $0.allBytes, as: UTF8.self) } ?? ""
  }

  @Test("An authorization code is obtained in the browser once, with the file's parameters", .timeLimit(.minutes(1)))
  func authorizationCode() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let folder = try TemporaryDirectory("logins")
    var context = SendContext(variables: VariableTable([.init("who", "api", origin: .collection)]))
    context.tokenFolder = folder.path("tokens")
    let logins = Logins(
      client: Client(),
      open: { url, _ in
        let pairs = QueryText.pairs(of: url)
        func field(_ name: String) -> String { pairs.first { $0.name == name }?.value.map(HARText.decoded) ?? "" }
        #expect(field("prompt") == "login" && field("code_challenge_method") == "S256")
        let back = "\(field("redirect_uri"))?code=abc&state=\(field("state"))"
        _ = await Client().exchange(for: try Request.with(RequestConfig(url: back)) { _ in })
      })
    var definition = Self.definition(server, "authorization_code")
    #expect(try await body(definition, context, logins) == "Token acc")
    #expect(try await body(definition, context, logins) == "Token acc")
    let asked = server.requests.filter { $0.target == "/token" }
    #expect(asked.count == 1)
    #expect(asked.first?.bodyText.contains("code=abc") == true && asked.first?["X-Tenant"] == "t")
    #expect(asked.first?.bodyText.contains("audience=api") == true)
    #expect(asked.first?.bodyText.contains("code_verifier=") == true)
    // The stored token still works when no user is present.
    definition.authentication["tokenConfig.source"] = "id_token"
    #expect(try await body(definition, context, Logins(client: Client())) == "Token idt")
    context.tokenFolder = folder.path("other")
    #expect(try await body(definition, context, Logins(client: Client())).contains("which is not available here"))
  }

  @Test("The state in the file is sent and must be returned", .timeLimit(.minutes(1)))
  func state() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let context = SendContext(variables: VariableTable([.init("who", "api", origin: .collection)]))
    var definition = Self.definition(server, "authorization_code")
    definition.authentication["state"] = "for {{who}} & us"
    let logins = Logins(
      client: Client(),
      open: { url, _ in
        let pairs = QueryText.pairs(of: url)
        func field(_ name: String) -> String { pairs.first { $0.name == name }?.value.map(HARText.decoded) ?? "" }
        #expect(field("state") == "for api & us")
        // A forged one is refused, and the login keeps waiting.
        for (state, isOurs) in [("forged", false), ("for%20api%20%26%20us", true)] {
          let back = "\(field("redirect_uri"))?code=abc&state=\(state)"
          let answer = await Client().exchange(for: try Request.with(RequestConfig(url: back)) { _ in })
          #expect((answer.response?.status.code == 200) == isOurs)
        }
      })
    #expect(try await body(definition, context, logins) == "Token acc")
  }

  @Test("An impossible login is refused before anything is sent, with its field")
  func refusals() throws {
    let server = try Self.server()
    defer { server.stop() }
    func refusal(_ flow: String, _ fields: [String: String] = [:]) -> SendRefusal? {
      var definition = Self.definition(server, flow)
      for (name, value) in fields { definition.authentication[name] = value }
      definition.authentication.parameters = []
      do throws(SendRefusal) {
        _ = try PreparedRequest(definition, in: SendContext())
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal("implicit")?.description.contains("authorization_code") == true)
    #expect(refusal("telepathy")?.field == .authentication(field: "flow"))
    let callback = refusal("authorization_code", ["callbackUrl": "https://app.example/cb"])
    #expect(callback?.field == .authentication(field: "callbackUrl"))
    #expect(refusal("authorization_code", ["callbackUrl": "http://localhost:8123/cb"]) == nil)
    for port in ["70000", "-1", "x", "99999999999999999999"] {
      let refused = refusal("authorization_code", ["callbackUrl": "http://localhost:\(port)/cb"])
      #expect(refused?.description.contains("the port \(port) is not a number from 0 to 65535") == true, "\(port)")
    }
    #expect(
      refusal("authorization_code", ["authorizationUrl": ""])?.field == .authentication(field: "authorizationUrl"))
    for page in ["file:///etc/passwd", "--help", "javascript:alert(1)", "/etc/passwd", "smb://h/x", "mailto:a@b.c"] {
      let refused = refusal("authorization_code", ["authorizationUrl": page])
      #expect(refused?.description.contains("write https://HOST/") == true, "\(page)")
    }
    #expect(refusal("device_code")?.field == .authentication(field: "deviceAuthorizationUrl"))
    #expect(refusal("device_code", ["deviceAuthorizationUrl": server.url + "/device"]) == nil)
  }

  @Test("OAuth 1 and WSSE sign what is sent; an unsupported signature method is refused", .timeLimit(.minutes(1)))
  func signed() async throws {
    let server = try Self.server()
    defer { server.stop() }
    var definition = RequestDefinition(name: "x", url: server.url + "/api?a=1")
    definition.authentication = Authentication(
      .oauth1, [.init("consumerKey", "k"), .init("consumerSecret", "s"), .init("accessToken", "t")])
    let sent = try await body(definition, SendContext(), Logins(client: Client()))
    #expect(sent.hasPrefix("OAuth oauth_consumer_key=\"k\", oauth_token=\"t\", oauth_signature_method=\"HMAC-SHA1\""))
    definition.authentication["signatureMethod"] = "MD5"
    let refusal = #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: SendContext()) }
    #expect(refusal?.field == .authentication(field: "signatureMethod"))
    definition.authentication["signatureMethod"] = "RSA-SHA1"
    definition.authentication["privateKey.type"] = "file"
    let file = #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: SendContext()) }
    #expect(file?.field == .authentication(field: "privateKey.type"))
    definition.authentication = Authentication(.wsse, [.init("username", "bob"), .init("password", "pw")])
    #expect(
      try await body(definition, SendContext(), Logins(client: Client())).hasPrefix("UsernameToken Username=\"bob\""))
  }

  @Test("Additional parameters are read from the file, and nameless ones are ignored")
  func reading() throws {
    let text = """
      info: {name: x, type: http}
      http:
        method: GET
        url: http://h
        auth:
          type: oauth2
          flow: authorization_code
          additionalParameters:
            authorizationRequest:
              - {name: prompt, placement: query, value: login}
            accessTokenRequest:
              - {name: audience, placement: body, value: api}
              - {placement: body, value: nameless}
              - {name: noplace, value: x}
      """
    let file = try RequestFile(path: "/w/x.yml", bytes: Array((text + "\n").utf8))
    #expect(
      file.definition.authentication.parameters == [
        .init(.authorization, .query, "prompt", "login"), .init(.token, .body, "audience", "api"),
      ])
    var edited = file.definition
    edited.authentication["scope"] = "a"
    let after = try RequestFile(path: file.path, bytes: try file.text(with: edited).bytes)
    #expect(after.definition == edited)
  }
}
