import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("The connections of a transport")
struct PoolTests {
  /// Answers every request; `closed` opens when a client closes its connection.
  private func server(_ closed: Gate = Gate()) throws -> RawServer {
    try RawServer { connection in
      while connection.readRequest() != nil { try connection.write(Answer.text("hello")) }
      closed.open()
    }
  }

  @Test("N40: an idle connection is closed after its time, without another request, and the next one works")
  func idle() async throws {
    let closed = Gate()
    let server = try server(closed)
    let transport = CurlTransport(idleTime: .milliseconds(20))
    for expected in 1...2 {
      let received = await transport.received(makeRequest(server.url))
      #expect(received.bodyText == "hello")
      #expect(received.result.hop.connection?.isReused == false)
      await closed.opened()
      #expect(server.connectionCount == expected)
    }
  }

  @Test("N40: the connection of many fast calls is closed after its time, too")
  func idleAfterMany() async throws {
    let closed = Gate()
    let server = try server(closed)
    let transport = CurlTransport(idleTime: .milliseconds(100))
    // The caller drives libcurl during the later ones.
    for _ in 0..<30 { #expect(await transport.received(makeRequest(server.url)).bodyText == "hello") }
    await closed.opened()
  }

  @Test("N40: above the size of the pool, the connection that was idle for the longest time is closed")
  func size() async throws {
    let closed = Gate()
    let (first, second) = (try server(closed), try server())
    let transport = CurlTransport(idleConnections: 1)
    for _ in 1...2 { #expect(await transport.received(makeRequest(first.url)).bodyText == "hello") }
    #expect(first.connectionCount == 1 && !closed.isOpen)
    #expect(await transport.received(makeRequest(second.url)).bodyText == "hello")
    await closed.opened()
    #expect(await transport.received(makeRequest(first.url)).bodyText == "hello")
    #expect(first.connectionCount == 2)
  }

  @Test("N40: without a pool, each connection serves one request", arguments: [true, false])
  func none(bySize: Bool) async throws {
    let server = try server()
    let transport = bySize ? CurlTransport(idleConnections: 0) : CurlTransport(idleTime: .zero)
    for _ in 1...3 { #expect(await transport.received(makeRequest(server.url)).bodyText == "hello") }
    #expect(server.connectionCount == 3)
  }

  @Test("N40: connections can be opened before the first call, which then uses them")
  func opened() async throws {
    let together = Gate()
    let targets = Mutex<[String]>([])
    let server = try RawServer { connection in
      while let request = connection.readRequest() {
        let count = targets.withLock { targets in
          targets.append("\(request.method) \(request.target)")
          return targets.count
        }
        // The three calls after the three that open connections.
        if count == 6 { together.open() }
        if count > 3 { together.wait() }
        try connection.write(Answer.text(""))
      }
    }
    let client = Client()
    try await client.openConnections(3, for: makeRequest(server.url + "/ready", .head))
    #expect(server.connectionCount == 3)
    #expect(targets.withLock { $0 } == Array(repeating: "HEAD /ready", count: 3))
    let calls = (0..<3).map { _ in Task { await client.exchange(for: makeRequest(server.url + "/call")) } }
    for call in calls { #expect(await call.value.hops.last?.connection?.isReused == true) }
    #expect(server.connectionCount == 3)
  }

  @Test("Opening connections sends no token and follows no redirect, and fails without a server")
  func openedPlainly() async throws {
    let server = try AnsweringServer { _ in Answer.redirect(302, to: "/elsewhere") }
    var client = Client()
    client.execution.tokenProvider = TokenProvider(token: { "secret" }, refresh: { _ in false })
    client.execution.validators = [.status()]
    try await client.openConnections(0, for: makeRequest(server.url))
    #expect(server.connectionCount == 0)
    try await client.openConnections(2, for: makeRequest(server.url))
    #expect(server.requests.map(\.target) == ["/", "/"])
    #expect(server.requests.allSatisfy { $0["Authorization"] == nil })
    let port = try RawServer.refusedPort()
    let closed = makeRequest("http://127.0.0.1:\(port)/")
    let ready = client
    let error = await #expect(throws: NetworkError.self) { try await ready.openConnections(2, for: closed) }
    #expect(error?.category == .connect)
  }
}

@Suite("The traffic with each host")
struct HostStatisticsTests {
  @Test("Transfers, connections, failures and bytes are counted for each host")
  func counts() async throws {
    let good = try AnsweringServer { _ in Answer.text("hello") }
    let bad = try RawServer { connection in
      _ = connection.readRequest()
      connection.reset()
    }
    let transport = RecordingTransport(CurlTransport())
    #expect(transport.statistics.isEmpty)
    var sizes = (sent: 0, received: 0)
    for _ in 1...3 {
      let hop = await transport.received(makeRequest(good.url, .post, body: .bytes([1, 2]))).result.hop
      sizes.sent += hop.sizes.requestHead + 2
      sizes.received += hop.sizes.responseHead + 5
    }
    #expect(await transport.received(makeRequest(bad.url)).failure != nil)
    let all = Dictionary(transport.statistics.map { ($0.host, $0) }) { $1 }
    var expected = HostStatistics(host: "127.0.0.1:\(good.port)")
    expected.ended = 3
    expected.connections = 1
    (expected.sentBytes, expected.receivedBytes) = sizes
    expected.waitingTime = all[expected.host]?.waitingTime ?? .zero
    #expect(all[expected.host] == expected)
    let failed = try #require(all["127.0.0.1:\(bad.port)"])
    #expect(failed.ended == 1 && failed.failed == 1 && failed.running == 0)
    #expect(all.count == 2)
  }

  @Test("Of very many hosts, busy and recent ones are kept")
  func bounded() {
    let traffic = HostTraffic(limit: 4)
    let end = TransportResult(hop: Hop(request: SentRequest(method: "GET", url: "http://h/")))
    traffic.queued("busy")
    for number in 1...100 {
      traffic.queued("h\(number)")
      traffic.began("h\(number)", after: .seconds(1))
      traffic.ended("h\(number)", end)
    }
    let hosts = traffic.all.map(\.host)
    #expect(hosts.contains("busy") && hosts.contains("h100") && !hosts.contains("h1"))
    #expect(hosts.count <= 9)
  }
}
