import HTTPTypes
import Networking
import NetworkingFoundation
import TestSupport
import Testing

@Suite("Foundation: the end of a client")
struct SessionShutdownTests {
  @Test("Running and later transfers fail with category shutDown, and the session ends", arguments: [true, false])
  func ends(hasBody: Bool) async throws {
    let (arrived, closed) = (Gate(), Gate())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n" + (hasBody ? "part" : ""))
      arrived.open()
      connection.waitForClose()
      closed.open()
    }
    let transport = URLSessionTransport()
    let client = Client(transport: transport, baseURL: server.url)
    let running = Task { await client.exchange(for: "/") }
    await arrived.opened()
    await client.shutdown(within: .zero)
    #expect(await running.value.failure?.category == .shutDown)
    await closed.opened()
    let other = await Client(transport: transport).exchange(for: server.url)
    #expect(other.failure?.category == .shutDown)
    await transport.shutdown()
  }

  @Test("A transfer whose body is still being read ends, too")
  func reading() async throws {
    let (reads, end) = (Gate(), Gate())
    defer { end.open() }
    let client = Client(transport: URLSessionTransport(), baseURL: "http://127.0.0.1:1")
    let body = BodyStream {
      {
        reads.open()
        await end.opened()
        return nil
      }
    }
    let running = Task { await client.exchange(for: RequestConfig(path: "/", method: .post, body: .stream(body))) }
    await reads.opened()
    await client.shutdown(within: .zero)
    #expect(await running.value.failure?.category == .shutDown)
  }

  @Test("Without transfers, the session ends at once; calls that run within the grace succeed")
  func graceful() async throws {
    await URLSessionTransport().shutdown()
    let answers = Gate()
    let server = try AnsweringServer { _ in
      answers.wait()
      return Answer.text("hello")
    }
    let client = Client(transport: URLSessionTransport(), baseURL: server.url)
    let running = Task { await client.exchange(for: "/") }
    while server.connectionCount == 0 { await Task.yield() }
    let shutdown = Task { await client.shutdown() }
    answers.open()
    #expect(await running.value.response?.status == .ok)
    await shutdown.value
  }
}
