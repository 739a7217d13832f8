import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("OAuth 2")
struct OAuthTests {
  /// A token endpoint that numbers its tokens and records the requests.
  private func endpoint(
    _ answer: @escaping @Sendable (_ fields: [String: String], _ number: Int) -> String = { _, number in
      Answer.json(
        #"{"access_token":"a\#(number)","token_type":"Bearer","expires_in":3600,"refresh_token":"r\#(number)"}"#)
    }
  ) throws -> AnsweringServer {
    let count = Mutex(0)
    return try AnsweringServer { request in
      answer(
        Self.fields(request.bodyText),
        count.withLock { count in
          count += 1
          return count
        })
    }
  }

  private static func fields(_ text: String) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      fields[String(parts[0])] = parts.count > 1 ? String(parts[1]).removingPercentEncoding : ""
    }
    return fields
  }

  private func config(_ server: AnsweringServer, secret: String? = "s:1") -> OAuthConfig {
    OAuthConfig(tokenURL: server.url + "/token", clientID: "app id", clientSecret: secret)
  }

  @Test("N44: client credentials in the header, with scopes; the token is kept until it expires")
  func clientCredentials() async throws {
    let (server, clock) = (try endpoint(), MovingClock())
    var config = config(server)
    config.scopes = ["read", "write"]
    config.tokenParameters = [("audience", "api")]
    let session = OAuthSession(config, grant: .clientCredentials, clock: clock.clock)
    #expect(try await session.validToken().accessToken == "a1")
    #expect(try await session.validToken().accessToken == "a1")
    let request = try #require(server.requests.first)
    #expect(request["Authorization"] == "Basic \(Data("app%20id:s%3A1".utf8).base64EncodedString())")
    #expect(
      Self.fields(request.bodyText) == ["grant_type": "client_credentials", "scope": "read write", "audience": "api"])
    clock.advance(3600 - 29)
    #expect(try await session.validToken().accessToken == "a2")
    #expect(Self.fields(server.requests[1].bodyText)["refresh_token"] == "r1")
  }

  @Test("N44: the password grant, with the client in the body; a rejected refresh starts over")
  func password() async throws {
    let server = try endpoint { fields, number in
      fields["grant_type"] == "refresh_token"
        ? Answer.json(#"{"error":"invalid_grant","error_description":"gone"}"#, status: "400 Bad Request")
        : Answer.json(#"{"access_token":"a\#(number)","expires_in":"60","refresh_token":"r"}"#)
    }
    let clock = MovingClock()
    var config = config(server)
    config.clientAuthentication = .body
    let session = OAuthSession(config, grant: .password(user: "me", password: "p&w"), clock: clock.clock)
    #expect(try await session.validToken().accessToken == "a1")
    #expect(
      Self.fields(server.requests[0].bodyText)
        == [
          "grant_type": "password", "username": "me", "password": "p&w", "client_id": "app id", "client_secret": "s:1",
        ])
    clock.advance(100)
    #expect(try await session.validToken().accessToken == "a3")
  }

  @Test("N44: an error has the server's code and message; so has a response without a token")
  func refused() async throws {
    let server = try endpoint { _, _ in
      Answer.json(#"{"error":"invalid_client","error_description":"who?"}"#, status: "401 Unauthorized")
    }
    let session = OAuthSession(config(server), grant: .clientCredentials)
    let error = await #expect(throws: NetworkError.self) { try await session.validToken() }
    #expect(error?.category == .unauthorized)
    #expect(error?.message.hasSuffix("said invalid_client") == true)
    #expect(error?.detail == "who?")
    let html = try endpoint { _, _ in Answer.text("<html>") }
    let other = OAuthSession(config(html), grant: .clientCredentials)
    await #expect(throws: NetworkError.self) { try await other.validToken() }
  }

  @Test("N44: on N27: concurrent requests share one fetch, and a 401 renews the token once")
  func onTheProvider() async throws {
    let tokens = try endpoint()
    let api = try AnsweringServer { request in
      request["Authorization"] == "Bearer a2" ? Answer.text("in") : Answer.text("", status: "401 Unauthorized")
    }
    var client = Client()
    client.execution.tokenProvider = OAuthSession(config(tokens), grant: .clientCredentials).provider
    let ready = client
    let good = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<10 {
        group.addTask { (try? await ready.response(for: makeRequest(api.url)).status) == .ok }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(good == 10)
    #expect(tokens.requests.count == 2)
  }

  @Test("N44: tokens are stored in a private file and loaded from it; logging out removes it")
  func file() async throws {
    let (server, folder) = (try endpoint(), try TemporaryDirectory())
    let store = OAuthToken.Store.file(folder.path("token"))
    _ = try await OAuthSession(config(server), grant: .clientCredentials, store: store).validToken()
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("token"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let again = OAuthSession(config(server), grant: .clientCredentials, store: store)
    #expect(try await again.validToken().accessToken == "a1")
    #expect(server.requests.count == 1)
    try await again.logOut()
    #expect(folder.files().isEmpty)
  }

  @Test("N44: the authorization code returns over loopback, with PKCE and a state that must match")
  func authorizationCode() async throws {
    let server = try endpoint()
    var config = config(server, secret: nil)
    config.authorizationURL = "https://login.test/authorize?tenant=1"
    config.scopes = ["openid"]
    let shown = Mutex("")
    let session = OAuthSession(
      config,
      grant: .authorizationCode { url in
        shown.withLock { $0 = url }
        let fields = Self.fields(URLParts(url).query ?? "")
        let redirect = try #require(fields["redirect_uri"])
        // First a stray request, as browsers make for icons.
        _ = try await Client().response(for: makeRequest(redirect.replacingOccurrences(of: "/callback", with: "/icon")))
        let state = try #require(fields["state"])
        _ = try await Client().response(for: makeRequest("\(redirect)?code=the%2Bcode&state=\(state)"))
      })
    #expect(try await session.validToken().accessToken == "a1")
    let asked = Self.fields(URLParts(shown.withLock { $0 }).query ?? "")
    #expect(asked["tenant"] == "1" && asked["code_challenge_method"] == "S256" && asked["scope"] == "openid")
    let form = Self.fields(try #require(server.requests.first).bodyText)
    #expect(form["code"] == "the+code" && form["client_id"] == "app id")
    #expect(form["redirect_uri"] == asked["redirect_uri"])
    #expect(PKCE(verifier: try #require(form["code_verifier"])).challenge == asked["code_challenge"])
  }

  @Test("N44: PKCE as in RFC 7636, appendix B; a forged login is ignored, a refused one is an error")
  func answers() throws {
    let proof = PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(proof.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(PKCE().verifier.count == 43)
    func verdict(_ query: String) -> LoopbackReceiver.Verdict { AuthorizationCodeFlow.verdict(on: query, state: "s") }
    guard case .answer(.success("x")) = verdict("code=x&state=s") else { throw ServerError("no code") }
    for query in ["code=x&state=other", "code=x", "error=access_denied"] {
      guard case .foreign = verdict(query) else { throw ServerError("\(query) ends the login") }
    }
    for query in ["error=access_denied&state=s", "state=s"] {
      guard case .answer(.failure) = verdict(query) else { throw ServerError("\(query) goes on") }
    }
  }

  @Test("N36 N44: an unfinished login can be cancelled")
  func cancelledLogin() async throws {
    let server = try endpoint()
    var config = config(server)
    config.authorizationURL = "https://login.test/authorize"
    let shown = Gate()
    let session = OAuthSession(config, grant: .authorizationCode { _ in shown.open() })
    let flow = AuthorizationCodeFlow(
      config: config, endpoint: TokenEndpoint(config: config, client: Client(), clock: ExecutionClock()))
    let task = Task { try await flow.token { _ in shown.open() } }
    await shown.opened()
    task.cancel()
    await #expect(throws: NetworkError.self) { try await task.value }
    _ = session
  }

  @Test("N36 N44: a request cancelled during its login ends immediately; the last one ends the login")
  func cancelledRequest() async throws {
    var config = config(try endpoint())
    config.authorizationURL = "https://login.test/authorize"
    let (shown, ended) = (Gate(), Gate())
    let session = OAuthSession(
      config,
      grant: .authorizationCode { _ in
        shown.open()
        // Waits until cancelled.
        try await withTaskCancellationHandler {
          try await Task.sleep(for: .seconds(3600))
        } onCancel: {
          ended.open()
        }
      })
    var client = Client(transport: StubTransport([Stub(reply: .json("1"))]))
    client.execution.tokenProvider = session.provider
    let (ready, request) = (client, makeRequest("http://api.test/"))
    let calls = (0..<3).map { _ in Task { await ready.exchange(for: request).failure?.category } }
    await shown.opened()
    for call in calls {
      call.cancel()
      #expect(await call.value == .cancelled)
    }
    await ended.opened()
  }

  @Test("N44: the device code is shown and polled for, slower on the server's request")
  func deviceCode() async throws {
    let server = try endpoint { fields, number in
      switch number {
      case 1:
        Answer.json(#"{"device_code":"d","user_code":"AB-12","verification_uri":"https://x.test","interval":2}"#)
      case 2: Answer.json(#"{"error":"authorization_pending"}"#, status: "400 Bad Request")
      case 3: Answer.json(#"{"error":"slow_down"}"#, status: "400 Bad Request")
      default: Answer.json(#"{"access_token":"\#(fields["device_code"] ?? "")-token"}"#)
      }
    }
    var config = config(server)
    config.deviceURL = server.url + "/device"
    let clock = TestClock()
    let shown = Mutex<OAuthConfig.DeviceCode?>(nil)
    let session = OAuthSession(
      config, grant: .deviceCode { code in shown.withLock { $0 = code } }, clock: clock.clock)
    #expect(try await session.validToken().accessToken == "d-token")
    #expect(shown.withLock { $0?.userCode } == "AB-12")
    #expect(clock.asked == [.seconds(2), .seconds(2), .seconds(7)])
  }
}
