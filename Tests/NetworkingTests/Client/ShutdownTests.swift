import Basics
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("The end of a client")
struct ShutdownTests {
  private struct HeldServer {
    let server: RawServer
    let arrived = Gate()
    let answers = Gate()
    let closed = Gate()

    init() throws {
      let (arrived, answers, closed) = (arrived, answers, closed)
      server = try RawServer { connection in
        while connection.readRequest() != nil {
          arrived.open()
          answers.wait()
          try connection.write(Answer.text("hello"))
        }
        closed.open()
      }
    }
  }

  @Test("Running calls end, later ones fail, and then the connections are closed")
  func graceful() async throws {
    let held = try HeldServer()
    let client = Client()
    let running = Task { await client.exchange(for: makeRequest(held.server.url)) }
    await held.arrived.opened()
    let shutdown = Task { await client.shutdown() }
    while !client.lifetime.isClosed { await Task.yield() }
    let copy = client
    let late = await copy.exchange(for: makeRequest(held.server.url))
    #expect(late.failure?.category == .shutDown)
    #expect(late.failure?.message == "The client was shut down")
    #expect(!held.closed.isOpen)
    held.answers.open()
    #expect(await running.value.response?.status == .ok)
    await shutdown.value
    await held.closed.opened()
    await client.shutdown()
    #expect(await client.transport.received(makeRequest(held.server.url)).failure?.category == .shutDown)
    #expect(held.server.connectionCount == 1)
  }

  @Test("After the grace, running, waiting and streamed calls fail", arguments: [true, false])
  func forced(byCancelling: Bool) async throws {
    let held = try HeldServer()
    let transport = CurlTransport(transfersPerHost: 2)
    let client = Client(transport: transport)
    let calls = (0..<3).map { _ in Task { await client.exchange(for: makeRequest(held.server.url)) } }
    while transport.statistics.first?.waiting != 1 { await Task.yield() }
    let streaming = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart")
      connection.waitForClose()
    }
    let stream = try await client.stream(for: makeRequest(streaming.url))
    let shutdown = Task { await client.shutdown(within: byCancelling ? nil : Duration.zero) }
    if byCancelling { shutdown.cancel() }
    for call in calls { #expect(await call.value.failure?.category == .shutDown) }
    let error = await #expect(throws: NetworkError.self) { for try await _ in stream {} }
    #expect(error?.category == .shutDown)
    await shutdown.value
    #expect(transport.liveCount == 0)
    held.answers.open()
  }

  @Test("A running call may still get a token with the same client")
  func nested() async throws {
    let server = try AnsweringServer { request in Answer.text(request["Authorization"] ?? request.target) }
    let (asked, proceed) = (Gate(), Gate())
    let plain = Client()
    var client = plain
    client.execution.tokenProvider = TokenProvider(
      token: {
        asked.open()
        await proceed.opened()
        return try await plain.response(for: makeRequest(server.url + "/token")).text().replacing("/", with: "")
      }, refresh: { _ in false })
    let running = Task { [client] in await client.exchange(for: makeRequest(server.url)) }
    await asked.opened()
    let shutdown = Task { await plain.shutdown() }
    while !plain.lifetime.isClosed { await Task.yield() }
    proceed.open()
    #expect(await running.value.body?.allBytes == Array("Bearer token".utf8))
    await shutdown.value
  }

  @Test("Calls over any transport are rejected, and unused transports can be shut down")
  func otherTransports() async throws {
    let stub = StubTransport([Stub(reply: .json("{}"))])
    let client = Client(transport: stub)
    await client.shutdown()
    #expect(await client.exchange(for: makeRequest("http://h/")).failure?.category == .shutDown)
    #expect(stub.requests.isEmpty)
    for transport in [CurlTransport(), HTTP2Transport(), RecordingTransport(CurlTransport())] as [any Transport] {
      await transport.shutdown()
      #expect(await transport.received(makeRequest("http://127.0.0.1:1/")).failure?.category == .shutDown)
    }
  }

  @Test("A connection of HTTP/2 is closed, and its call fails")
  func http2() async throws {
    let (arrived, closed) = (Gate(), Gate())
    let server = try RawServer { connection in
      _ = connection.read()
      arrived.open()
      connection.waitForClose()
      closed.open()
    }
    guard HTTP2Transport.fault == nil else { try Test.cancel("libnghttp2 is missing") }
    let transport = HTTP2Transport()
    let call = Task { await transport.received(makeRequest(server.url)) }
    await arrived.opened()
    await transport.shutdown()
    #expect(await call.value.failure?.category == .shutDown)
    await closed.opened()
  }
}
