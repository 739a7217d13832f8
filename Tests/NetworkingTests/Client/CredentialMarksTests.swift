import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Marked credentials: those from authentication or a secret are sent to no other host")
struct CredentialMarksTests {
  private func marked(_ url: String, _ method: HTTPRequest.Method = .get) throws -> Request {
    try Request.with(RequestConfig(url: url)) {
      $0.method = method
      $0.headers = Headers([Header("X-Company", "key"), Header("X-Plain", "1")])
      $0.credentials.mark(header: "x-company")
      if method != .get {
        $0.body = .text("secret")
        $0.credentials.body = true
      }
    }
  }

  private func next(
    _ status: Int, _ to: String, _ request: Request, _ policy: TransferOptions.RedirectPolicy = .init(),
    first: Request? = nil
  ) throws(NetworkError) -> Request? {
    let head = ResponseHead(status: .init(code: status), headers: Headers([Header("Location", to)]))
    return try Redirect.next(after: head, of: request, first: first, policy: policy)
  }

  @Test(
    "A marked header of any name stays with its scheme, host and port",
    arguments: [
      ("/y", true), ("https://a.test:443/y", true), ("http://a.test/y", false), ("https://b.test/y", false),
      ("https://a.test:8443/y", false), ("https://sub.a.test/y", false),
    ])
  func headers(_ to: String, _ stays: Bool) throws {
    let request = try marked("https://a.test/x")
    let found = try #require(try next(302, to, request))
    #expect((found.headers["X-Company"] != nil) == stays)
    #expect(found.headers["X-Plain"] == "1")
    let trusted = try #require(try next(302, to, request, .init(forwardsCredentials: true)))
    #expect(trusted.headers["X-Company"] == "key")
  }

  @Test("A redirect back from another host does not restore the header")
  func back() throws {
    let away = try #require(try next(302, "https://b.test/", try marked("https://a.test/")))
    let home = try #require(try next(302, "https://a.test/", away))
    #expect(home.headers["X-Company"] == nil)
  }

  @Test("A marked body is not sent to another origin, and the error names both", arguments: [307, 308])
  func bodies(_ status: Int) throws {
    let request = try marked("https://a.test/x", .post)
    #expect(try next(status, "/y", request)?.body == .bytes(Array("secret".utf8)))
    let error = #expect(throws: NetworkError.self) { try next(status, "http://b.test/y", request) }
    #expect(error?.category == .refusedRedirect)
    #expect(
      error?.message == "https://a.test:443 redirects with \(status) to http://b.test:80: "
        + "the body contains a secret and was not sent there")
    // Without its body the request would be harmless.
    #expect(try next(303, "https://b.test/y", request)?.body == Request.Body.none)
    #expect(try next(status, "https://b.test/y", request, .init(forwardsCredentials: true))?.body == request.body)
  }

  @Test("With curl's rules, headers set by hand go anywhere, but marked ones only to the first origin")
  func curl() throws {
    var policy = TransferOptions.RedirectPolicy()
    policy.curl = .init()
    var request = try marked("http://a.test/")
    request.headers.append("X-Api-Key", "by hand")
    let away = try #require(try next(302, "http://b.test/", request, policy, first: request))
    #expect(away.headers["X-Company"] == nil && away.headers["X-Api-Key"] == "by hand")
    let home = try #require(try next(302, "http://a.test/", away, policy, first: request))
    #expect(home.headers["X-Company"] == "key")
  }

  @Test("An API key in any header is marked when set, and marks survive merging and changes")
  func provenance() throws {
    let config = RequestConfig(url: "http://a.test/")
    let request = try Request.with(config) { $0.authorize(.apiKey(name: "X-Acme", value: "k")) }
    #expect(request.credentials.cover("x-acme") && !request.credentials.cover("X-Plain"))
    #expect(try request.with { $0.headers.append("X-Plain", "1") }.credentials == request.credentials)
    #expect(try request.layered(over: .identified(as: "t")).credentials == request.credentials)
    var defaults = RequestConfig()
    defaults.headers = Headers([Header("X-Layer", "1")])
    defaults.credentials.mark(header: "X-Layer")
    #expect(try request.layered(over: defaults).credentials.cover("x-layer"))
    defaults.query.append("a", "1")
    #expect(try request.layered(over: defaults).credentials.cover("x-layer"))
    #expect(config.merging(over: defaults).credentials.cover("x-layer"))
  }

  @Test("The other host never receives it on the wire", arguments: [302, 307])
  func onTheWire(_ status: Int) async throws {
    let other = try AnsweringServer()
    let otherURL = "http://localhost:\(other.port)/"
    let first = try AnsweringServer { _ in Answer.redirect(status, to: otherURL) }
    let response = try await Client().response(for: try marked(first.url))
    #expect(response.status == .ok)
    #expect(first.requests.first?["X-Company"] == "key")
    #expect(try #require(other.requests.first)["X-Company"] == nil)
  }

  @Test("A client secret is not posted elsewhere when a token endpoint answers 307 or 308", arguments: [307, 308])
  func tokenEndpoint(_ status: Int) async throws {
    let thief = try AnsweringServer { _ in Answer.json(#"{"access_token":"stolen"}"#) }
    let thiefURL = "http://localhost:\(thief.port)/token"
    let endpoint = try AnsweringServer { _ in Answer.redirect(status, to: thiefURL) }
    for placement in [OAuthConfig.ClientAuthentication.body, .header] {
      var config = OAuthConfig(tokenURL: endpoint.url + "/token", clientID: "me", clientSecret: "s3cret")
      config.clientAuthentication = placement
      let session = OAuthSession(config, grant: .clientCredentials)
      let error = await #expect(throws: NetworkError.self) { try await session.validToken() }
      #expect(error?.category == .refusedRedirect)
      #expect(error?.message.hasPrefix("The token endpoint http://127.0.0.1:\(endpoint.port) redirects") == true)
      #expect(error?.description.contains("s3cret") == false)
    }
    #expect(thief.requests.isEmpty)
  }
}
