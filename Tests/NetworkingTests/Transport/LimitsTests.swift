import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("The limits of a transport hold in its queue")
struct LimitsTests {
  /// Never answers; `arrived` opens at the first request.
  private func hungServer(_ arrived: Gate = Gate()) throws -> RawServer {
    try RawServer { connection in
      _ = connection.readRequest()
      arrived.open()
      connection.waitForClose()
    }
  }

  @Test("N40: calls to a host that never answers do not delay a call to another host")
  func starvation() async throws {
    let (hung, server) = (try hungServer(), try AnsweringServer())
    let transport = CurlTransport()
    let client = Client(transport: transport)
    let calls = (0..<64).map { _ in Task { await client.exchange(for: makeRequest(hung.url)) } }
    // The first 48 may all wait before the loop takes one.
    while !transport.statistics.contains(where: { $0.waiting == 48 && $0.running == 16 }) { await Task.yield() }
    #expect(try await client.response(for: makeRequest(server.url)) { $0.timeout = .seconds(1) }.status == .ok)
    #expect(hung.connectionCount <= 16)
    for call in calls { call.cancel() }
    for call in calls { #expect(await call.value.failure?.category == .cancelled) }
    #expect(transport.statistics.allSatisfy { $0.waiting == 0 && $0.running == 0 })
  }

  @Test("N19: the time limit counts in the queue, and its error says that the call waited there")
  func queueTimeout() async throws {
    let arrived = Gate()
    let hung = try hungServer(arrived)
    let client = Client(transport: CurlTransport(transfers: 9, transfersPerHost: 1))
    let first = Task { await client.exchange(for: makeRequest(hung.url)) }
    await arrived.opened()
    var request = makeRequest(hung.url)
    request.options.totalTimeout = .milliseconds(50)
    let ofHop = await client.exchange(for: request)
    let ofCall = await client.exchange(for: makeRequest(hung.url)) { $0.timeout = .milliseconds(50) }
    for exchange in [ofHop, ofCall] {
      #expect(exchange.failure?.category == .totalTimeout)
      let start = "The request to 127.0.0.1:\(hung.port) waited in the queue for longer than "
      #expect(exchange.failure?.message.hasPrefix(start) == true, "\(String(describing: exchange.failure))")
      #expect(exchange.failure?.detail == "all slots for this host are in use (1)")
      #expect(exchange.hops.last?.timing.queued == exchange.hops.last?.timing.total)
    }
    #expect(ofHop.failure?.message.hasSuffix(" 50 ms") == true)
    first.cancel()
    #expect(await first.value.failure?.category == .cancelled)
    #expect(hung.connectionCount == 1)
  }

  @Test("N19: the limit of all hosts together is named, too")
  func wholeLimit() async throws {
    let arrived = Gate()
    let (hung, server) = (try hungServer(arrived), try AnsweringServer())
    let client = Client(transport: CurlTransport(transfers: 1))
    let first = Task { await client.exchange(for: makeRequest(hung.url)) }
    await arrived.opened()
    let exchange = await client.exchange(for: makeRequest(server.url)) { $0.timeout = .milliseconds(50) }
    #expect(exchange.failure?.category == .totalTimeout)
    #expect(exchange.failure?.detail == "all slots are in use (1)")
    first.cancel()
    _ = await first.value
    #expect(try await client.response(for: makeRequest(server.url)).status == .ok)
    #expect(server.requests.count == 1)
  }

  @Test("N40: waiting calls to a host start by priority, then in order of arrival")
  func priority() async throws {
    let (arrived, hold) = (Gate(), Gate())
    let order = Mutex<[String]>([])
    let server = try RawServer { connection in
      while let request = connection.readRequest() {
        order.withLock { $0.append(request.target) }
        arrived.open()
        if request.target == "/first" { hold.wait() }
        try connection.write(Answer.text(""))
      }
    }
    let transport = CurlTransport(transfers: 9, transfersPerHost: 1)
    let client = Client(transport: transport)
    func send(_ path: String, _ priority: Int) -> Task<Exchange, Never> {
      var request = makeRequest(server.url + path)
      request.options.priority = priority
      return Task { [request] in await client.exchange(for: request) }
    }
    var calls = [send("/first", 0)]
    await arrived.opened()
    for (index, call) in [("/low", -1), ("/a", 0), ("/high", 7), ("/b", 0)].enumerated() {
      calls.append(send(call.0, call.1))
      while transport.statistics.first?.waiting != index + 1 { await Task.yield() }
    }
    hold.open()
    for call in calls { #expect(await call.value.response?.status == .ok) }
    #expect(order.withLock { $0 } == ["/first", "/high", "/a", "/b", "/low"])
  }

  @Test("N19: a call also ends at its limit while another keeps libcurl busy, and the other does not look whole")
  func busy() async throws {
    let (isBusy, isCut) = (Gate(), Gate())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n")
      connection.waitForClose()
      isCut.open()
    }
    let other = try AnsweringServer()
    let client = Client()
    let first = Task {
      // Keeps libcurl in one call until the connection is cut.
      await client.exchange(
        for: makeRequest(server.url),
        onEvent: { event in
          guard case .progress(let progress) = event, progress.received > 0 else { return }
          isBusy.open()
          isCut.wait()
        })
    }
    await isBusy.opened()
    let exchange = await client.exchange(for: makeRequest(other.url)) { $0.timeout = .milliseconds(100) }
    #expect(exchange.failure?.category == .totalTimeout)
    #expect(await first.value.failure?.category == .truncated)
    #expect(try await client.response(for: makeRequest(other.url)).status == .ok)
  }
}
