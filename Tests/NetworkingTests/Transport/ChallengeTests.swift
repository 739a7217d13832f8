import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Authentication schemes of the transport")
struct ChallengeTests {
  @Test("N44: digest answers the challenge in a second hop, which has the body")
  func digest() async throws {
    let server = try AnsweringServer { request in
      guard let answer = request["Authorization"], answer.hasPrefix("Digest ") else {
        return Answer.text(
          "no", status: "401 Unauthorized", headers: ["WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\""]
        )
      }
      return answer.contains("username=\"me\"") && answer.contains("response=") ? Answer.text("in") : Answer.text("?")
    }
    let options = makeOptions { $0.authentication = .init(.digest, user: "me", password: "secret") }
    let request = makeRequest(server.url + "/x", .put, body: .bytes(Array("body".utf8)), options: options)
    let exchange = await Client().exchange(for: request)
    #expect(exchange.failure == nil)
    #expect(exchange.body?.allBytes == Array("in".utf8))
    #expect(exchange.hops.map(\.cause) == [.initial, .authentication])
    #expect(exchange.hops[0].response?.status == .unauthorized)
    #expect(exchange.hops[1].request.headers["Authorization"]?.hasPrefix("Digest ") == true)
    #expect(server.requests.last?.bodyText == "body")
  }

  @Test("N44: without a ticket, Negotiate still ends")
  func others() async throws {
    let server = try AnsweringServer()
    let transport = CurlTransport()
    if transport.capabilities.has(.negotiate) {
      let negotiate = makeOptions { $0.authentication = .init(.negotiate, user: "", password: "") }
      // Without a ticket there is no token to send; the request must still end.
      #expect(await transport.received(makeRequest(server.url, options: negotiate)).head?.status == .ok)
    }
  }

  @Test("N45: a proxy that refuses the tunnel is a proxy error")
  func tunnel() async throws {
    let proxy = try AnsweringServer { _ in Answer.text("no", status: "403 Forbidden") }
    let options = makeOptions { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
    let received = await CurlTransport().received(makeRequest("https://example.test/", options: options))
    #expect(received.failure?.category == .proxy)
    #expect(proxy.requests.first?.method == "CONNECT")
  }
}
