import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

/// The server recomputes every proof, so a 200 means that the scheme was completed, not only begun.
@Suite("Schemes against a server that verifies them")
struct VerifiedSchemesTests {
  /// `nil` if python3 is not installed, which a notice reports.
  let server: PythonPeer
  let transport = CurlTransport()

  init() async throws {
    server = try await PythonPeer.make("authentication", "me", "pässword")
  }

  private func received(
    _ path: String, _ scheme: TransferOptions.Authentication.Scheme, password: String = "pässword",
    _ method: HTTPRequest.Method = .get, body: Request.Body = .none, token: String? = nil
  ) async throws -> Received {
    let options = makeOptions {
      $0.authentication = .init(scheme, user: "me", password: password, sessionToken: token)
    }
    return await transport.received(makeRequest(server.url + path, method, body: body, options: options))
  }

  @Test(
    "N44: digest with MD5 and SHA-256 is accepted; a wrong password is a 401", arguments: ["/digest", "/digest256"])
  func digest(_ path: String) async throws {
    let body = Request.Body.bytes(Array("a body".utf8))
    let good = try await received(path + "?q=1", .digest, .post, body: body)
    #expect(good.head?.status == .ok && good.bodyText == "in", "\(String(describing: good.failure))")
    #expect(good.challenged.map { $0.response?.status } == [.unauthorized])
    #expect(try await received(path, .digest, password: "other").head?.status == .unauthorized)
  }

  @Test(
    "N44: digest with the body in the hash and with SHA-512-256 is accepted; a wrong password is a 401",
    arguments: ["/digest-body", "/digest-body256", "/digest512", "/digest-body512"])
  func digestOfBody(_ path: String) async throws {
    let folder = try TemporaryDirectory()
    try folder.write("f", "a body")
    let bodies: [Request.Body] = [.bytes(Array("a body".utf8)), .file(path: folder.path("f"), size: 6)]
    for (password, status) in [("pässword", 200), ("other", 401)] {
      for body in bodies {
        let options = makeOptions { $0.authentication = .init(.digest, user: "me", password: password) }
        let exchange = await Client().exchange(
          for: makeRequest(server.url + path + "?q=1", .post, body: body, options: options))
        #expect(exchange.response?.status.code == status)
        #expect(exchange.hops.last?.cause == .authentication)
      }
    }
  }

  @Test("N44: NTLMv2 is accepted on one connection, with the body; a wrong password is a 401")
  func ntlm() async throws {
    guard transport.capabilities.has(.ntlm) else { try Test.cancel("this libcurl has no ntlm") }
    let good = try await received("/ntlm", .ntlm, .post, body: .bytes(Array("a body".utf8)))
    #expect(good.head?.status == .ok && good.bodyText == "in", "\(String(describing: good.failure))")
    #expect(good.challenged.allSatisfy { $0.response?.status == .unauthorized } && !good.challenged.isEmpty)
    #expect(good.result.hop.request.headers["Authorization"]?.hasPrefix("NTLM TlRMTVNTUAAD") == true)
    #expect(try await received("/ntlm", .ntlm, password: "other").head?.status == .unauthorized)
  }

  @Test("N44: an AWS signature matches the recipient's, including session token and query")
  func awsSignature() async throws {
    func status(_ path: String, password: String = "pässword", body: Request.Body = .none, token: String? = nil) async
      -> Int?
    {
      let options = makeOptions {
        $0.authentication = .init(
          .awsSignature(region: "eu-west-1", service: "execute-api"), user: "me", password: password,
          sessionToken: token)
      }
      let request = makeRequest(server.url + path, body == .none ? .get : .post, body: body, options: options)
      let exchange = await Client().exchange(for: request)
      #expect(exchange.hops.last?.request.headers["X-Amz-Security-Token"] == token)
      return exchange.response?.status.code
    }
    #expect(await status("/aws/items?a=1&b=2") == 200)
    #expect(await status("/aws/items?b=2&a=1", body: .bytes(Array(#"{"a":1}"#.utf8))) == 200)
    #expect(await status("/aws/items?a=1", body: .bytes([1]), token: "TOKEN/1") == 200)
    #expect(await status("/aws/items", password: "other") == 403)
  }

  @Test("N44: with any scheme, the one that the server offers is used")
  func any() async throws {
    #expect(try await received("/digest", .any).head?.status == .ok)
  }
}
