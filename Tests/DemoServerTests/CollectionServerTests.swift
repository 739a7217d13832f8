import Basics
import Foundation
import Serving
import Synchronization
import Testing

@testable import DemoServer

@Suite("A collection served over HTTP") struct CollectionServerTests {
  private static let mock: MockServer = {
    let answer = ServedAnswer(
      name: "one", headers: [.init("Content-Type", "application/json"), .init("Server", "own")],
      body: Array("{\"a\":1}".utf8))
    let request = ServedRequest(
      id: "one", method: "GET", target: TargetPattern(path: PathPattern("/one")), answers: [answer])
    var post = request
    (post.id, post.method) = ("post", "POST")
    return MockServer(ServedTable([request, post]))
  }()

  private func withServer(_ body: (RawClient, Records) async throws -> Void) async throws {
    let records = Records()
    let server = try await CollectionServer.start(Self.mock, host: "127.0.0.1", port: 0) { record in
      records.all.withLock { $0.append(record) }
    }
    let port = try #require(server.url.split(separator: ":").last.flatMap { Int($0) })
    try await body(RawClient(port: port), records)
    await server.stop()
  }

  private final class Records: Sendable {
    let all = Mutex<[ServeRecord]>([])
  }

  private func text(_ client: RawClient, _ request: String) async throws -> String {
    String(decoding: try await client.exchange(request), as: UTF8.self)
  }

  @Test("Several requests on one connection are answered in order, HEAD without a body")
  func pipelining() async throws {
    try await withServer { client, records async throws in
      let answer = try await text(
        client,
        "GET /one HTTP/1.1\r\nHost: a\r\n\r\nHEAD /one HTTP/1.1\r\nHost: a\r\n\r\nGET /no?key=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      )
      let parts = answer.components(separatedBy: "HTTP/1.1 ").dropFirst()
      #expect(parts.map { $0.prefix(3) } == ["200", "200", "404"], "\(answer)")
      #expect(parts[1].hasSuffix("{\"a\":1}") && parts[2].hasSuffix("\r\n\r\n"))
      #expect(parts[1].contains("Server: own\r\n") && parts[2].contains("Content-Length: 7\r\n"))
      #expect(records.all.withLock { $0.map(\.status) } == [200, 200, 404])
      #expect(records.all.withLock { $0.last?.target } == "/no?key=1")
    }
  }

  @Test("A body is requested with 100 Continue, and one that is too long is rejected before")
  func bodies() async throws {
    try await withServer { client, _ async throws in
      let answer = try await text(
        client,
        "POST /one HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\nok")
      #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"), "\(answer)")
      let long = try await text(
        client, "POST /one HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\nExpect: 100-continue\r\n\r\n")
      #expect(long.hasPrefix("HTTP/1.1 413 ") && long.contains("Connection: close"), "\(long)")
    }
  }

  @Test(
    "Invalid requests get 400 and the connection closes",
    arguments: [
      "NONSENSE\r\n\r\n", "GET /one HTTP/9.9\r\n\r\n", "POST /one HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
      "GET /one HTTP/1.1\r\nHo st: a\r\n\r\n",
    ])
  func bad(request: String) async throws {
    try await withServer { client, _ async throws in
      #expect(try await text(client, request).hasPrefix("HTTP/1.1 400 "))
      #expect(try await client.send("GET", "/one").status == 200)
    }
  }

  @Test("A request can ask for a cut body, or a connection closed without an answer")
  func faults() async throws {
    try await withServer { client, _ async throws in
      let cut = try await text(client, "GET /one HTTP/1.1\r\nHost: a\r\nPrefer: fault=cut\r\n\r\n")
      #expect(cut.contains("Content-Length: 7\r\n") && cut.hasSuffix("\r\n\r\n{\"a"), "\(cut)")
      #expect(try await text(client, "GET /one HTTP/1.1\r\nHost: a\r\nPrefer: fault=close\r\n\r\n").isEmpty)
      #expect(
        try await text(client, "GET /one?__fault=error HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").hasPrefix(
          "HTTP/1.1 500 "))
    }
  }

  @Test("A slow client is disconnected, and connections beyond the limit close immediately")
  func slow() async throws {
    var service = HTTPService(name: "test") { _ in Answer(status: 204) }
    service.patience = .milliseconds(50)
    let listener = try await HTTPListener.start(service, host: "127.0.0.1", port: 0)
    // The server ends it: the client waits for more.
    let answer = try await RawClient(port: listener.port).exchange("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
    #expect(answer.isEmpty)
    await listener.stop()
    // Enough for a whole request on a busy machine.
    service.patience = .seconds(5)
    let patient = try await HTTPListener.start(service, host: "127.0.0.1", port: 0)
    let kept = try await RawClient(port: patient.port).exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(
      String(decoding: kept, as: UTF8.self).hasPrefix("HTTP/1.1 204 "), "then it waits for another request, in vain")
    await patient.stop()
    // Idle connections are closed for new ones, up to the limit.
    service.mostConnections = 4
    let busy = try await HTTPListener.start(service, host: "127.0.0.1", port: 0)
    let idle = try (0..<12).map { _ in try IdleConnection(port: busy.port) }
    let answered = try await RawClient(port: busy.port).send("GET", "/")
    #expect(answered.status == 204)
    #expect(idle.count == 12)
    await busy.stop()
    service.mostConnections = 0
    let full = try await HTTPListener.start(service, host: "127.0.0.1", port: 0)
    // The connection may be reset.
    let refused = try? await RawClient(port: full.port).exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(refused?.isEmpty ?? true)
    await full.stop()
  }
}
