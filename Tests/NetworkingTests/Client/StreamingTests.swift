import Basics
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Streaming")
struct StreamingTests {
  @Test("N39: the head arrives before the body, and chunks arrive as they are sent")
  func chunks() async throws {
    let gate = Gate()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst")
      gate.wait()
      try connection.write("later")
    }
    let stream = try await Client().stream(for: makeRequest(server.url))
    #expect(stream.head.status == .ok)
    var iterator = stream.makeAsyncIterator()
    #expect(try await iterator.next() == Array("first".utf8))
    gate.open()
    #expect(try await iterator.next() == Array("later".utf8))
    #expect(try await iterator.next() == nil)
    let exchange = await stream.exchange()
    #expect(exchange.failure == nil)
    #expect(exchange.hops.first?.sizes.responseBody == 10)
  }

  @Test("N39: bodies of redirects and retried attempts are not part of the stream")
  func onlyTheLast() async throws {
    let left = Mutex(1)
    let server = try AnsweringServer { request in
      if request.target == "/a" { return Answer.redirect(302, to: "/b") }
      let isBusy = left.withLock { left in
        defer { left -= 1 }
        return left > 0
      }
      return isBusy ? Answer.text("busy", status: "503 Busy") : Answer.text("done")
    }
    let stream = try await Client().stream(for: makeRequest(server.url + "/a")) {
      $0.retry = RetryPolicy(maximum: 1, statuses: [503: .immediately])
    }
    var text: [UInt8] = []
    for try await chunk in stream { text += chunk }
    #expect(text == Array("done".utf8))
    #expect(await stream.exchange().hops.compactMap { $0.response?.status.code } == [302, 503, 302, 200])
  }

  @Test("N39: a failure within the body is thrown after the bytes before it")
  func broken() async throws {
    let server = try oneShot("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
    let stream = try await Client().stream(for: makeRequest(server.url))
    var text: [UInt8] = []
    let error = await #expect(throws: NetworkError.self) { for try await chunk in stream { text += chunk } }
    #expect(error?.category == .truncated)
    #expect(text == Array("hello".utf8))
    let port = try RawServer.refusedPort()
    await #expect(throws: NetworkError.self) {
      _ = try await Client().stream(for: makeRequest("http://127.0.0.1:\(port)"))
    }
  }

  @Test("N39: no attempt follows a body that broke off, because its reader has its start")
  func noSecondStart() async throws {
    let server = try AnsweringServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\nhello" }
    let stream = try await Client().stream(for: makeRequest(server.url)) {
      $0.retry = RetryPolicy(maximum: 3, strategy: .immediately, categories: [.truncated])
    }
    var text: [UInt8] = []
    let error = await #expect(throws: NetworkError.self) { for try await chunk in stream { text += chunk } }
    #expect(error?.category == .truncated)
    #expect(text == Array("hello".utf8))
    #expect(server.requests.count == 1)
  }

  @Test("N39: messages that a listener has are not sent for again", arguments: ["text/event-stream", "text/plain"])
  func noSecondMessages(type: String) async throws {
    let server = try AnsweringServer { _ in
      "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: 90\r\nConnection: close\r\n\r\ndata: a\n\n"
    }
    func retry(_ config: inout ExecutionConfig) {
      config.retry = RetryPolicy(maximum: 1, strategy: .immediately, categories: [.truncated])
    }
    let exchange = await Client().exchange(for: makeRequest(server.url), onEvent: { _ in }, retry)
    #expect(exchange.failure?.category == .truncated)
    #expect(exchange.attempts == (type == "text/plain" ? 2 : 1))
    _ = await Client().exchange(for: makeRequest(server.url), retry)
    #expect(server.requests.count == exchange.attempts + 2)
  }

  @Test("N35 N39: a stream and a download fail for endless redirects like any other call")
  func endlessRedirects() async throws {
    let folder = try TemporaryDirectory()
    let server = try AnsweringServer { _ in Answer.redirect(302, to: "/again") }
    let request = makeRequest(server.url + "/again")
    let streamed = await #expect(throws: NetworkError.self) { _ = try await Client().stream(for: request) }
    #expect(streamed?.category == .tooManyRedirects && streamed?.head?.status == .found)
    let loaded = await #expect(throws: NetworkError.self) {
      try await Client().download(for: request, to: folder.path("file"))
    }
    #expect(loaded?.category == .tooManyRedirects)
  }

  @Test("N36 N39: releasing a stream or cancelling its reader ends the transfer")
  func lettingGo() async throws {
    let (first, second) = (Gate(), Gate())
    let count = Mutex(0)
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
      connection.waitForClose()
      let number = count.withLock { count in
        count += 1
        return count
      }
      (number == 1 ? first : second).open()
    }
    do { _ = try await Client().stream(for: makeRequest(server.url)) }
    await first.opened()
    let stream = try await Client().stream(for: makeRequest(server.url))
    let reading = Gate()
    let reader = Task {
      do throws(NetworkError) {
        for try await _ in stream { reading.open() }
        return NetworkError.Category?.none
      } catch {
        return error.category
      }
    }
    await reading.opened()
    reader.cancel()
    #expect(await reader.value == .cancelled)
    withExtendedLifetime(stream) {}
  }

  @Test("N39: a reader that pauses stops the server, and finally gets every byte")
  func backPressure() async throws {
    let size = 30 << 20
    let sent = Mutex(0)
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      for _ in 0..<30 {
        try connection.write([UInt8](repeating: 1, count: 1 << 20))
        sent.withLock { $0 += 1 }
      }
    }
    let stream = try await Client().stream(for: makeRequest(server.url), window: 64 << 10)
    // Loopback buffers hold a few megabytes at most, so the rest is still with the server.
    for _ in 0..<1000 { await Task.yield() }
    #expect(sent.withLock { $0 } < 30)
    var count = 0
    for try await chunk in stream { count += chunk.count }
    #expect(count == size)
  }
}

@Suite("Server-sent events")
struct ServerSentEventTests {
  private func events(_ chunks: [String]) -> [ServerSentEvents.Event] {
    var parser = EventStreamParser()
    return chunks.flatMap { parser.feed(Array($0.utf8)) }
  }

  @Test(
    "N39: streams are parsed as in the WHATWG standard",
    arguments: [
      ("data: a\n\n", [ServerSentEvents.Event(data: "a")]),
      ("\u{feff}data: a\n\n", [ServerSentEvents.Event(data: "a")]),
      ("data: a\r\n\r\ndata: b\r\rdata: c\n\n", [.init(data: "a"), .init(data: "b"), .init(data: "c")]),
      ("data: YHOO\ndata: +2\ndata: 10\n\n", [.init(data: "YHOO\n+2\n10")]),
      (
        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
        [
          .init(data: "first event", id: "1"), .init(data: "second event"), .init(data: " third event"),
        ]
      ),
      ("data\n\ndata\ndata\n\ndata:", [.init(data: ""), .init(data: "\n")]),
      ("data:test\n\ndata: test\n\n", [.init(data: "test"), .init(data: "test")]),
      ("event: add\ndata: 1\n\ndata: 2\n\n", [.init(event: "add", data: "1"), .init(data: "2")]),
      ("event: empty\n\ndata: x\n\n", [.init(data: "x")]),
      ("id: 1\ndata: a\n\nid: bad\u{0}\ndata: b\n\n", [.init(data: "a", id: "1"), .init(data: "b", id: "1")]),
      ("unknown: x\nDATA: y\ndata: z\n\n", [.init(data: "z")]),
      ("data: half", []),
    ])
  func standard(_ text: String, _ expected: [ServerSentEvents.Event]) {
    #expect(events([text]) == expected)
    #expect(events(text.unicodeScalars.map { String($0) }) == expected)
  }

  @Test("N39: a reconnection time consists of digits only")
  func retry() {
    var parser = EventStreamParser()
    _ = parser.feed(Array("retry: 10s\n\n".utf8))
    #expect(parser.reconnectionTime == nil)
    _ = parser.feed(Array("retry: 1500\n\n".utf8))
    #expect(parser.reconnectionTime == .milliseconds(1500))
  }

  @Test("N39: events arrive one by one, and a lost connection resumes after the last id")
  func server() async throws {
    let count = Mutex(0)
    let server = try AnsweringServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 3 { return "HTTP/1.1 204 No Content\r\n\r\n" }
      return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        + "retry: 5\nid: \(number)\ndata: event \(number)\n\ndata: half"
    }
    let clock = TestClock()
    var texts: [String] = []
    let events = Client().serverSentEvents(for: makeRequest(server.url), reconnects: true) { $0.clock = clock.clock }
    for try await event in events { texts.append(event.data) }
    #expect(texts == ["event 1", "event 2"])
    #expect(server.requests.map { $0["Last-Event-ID"] } == [nil, "1", "2"])
    #expect(clock.asked == [.milliseconds(5), .milliseconds(5)])
  }

  @Test("N39: a response that is not an event stream is rejected by its type")
  func wrongType() async throws {
    let server = try AnsweringServer { _ in Answer.json("{}") }
    let error = await #expect(throws: NetworkError.self) {
      for try await _ in Client().serverSentEvents(for: makeRequest(server.url)) {}
    }
    #expect(error?.category == .decoding)
    #expect(error?.message.contains("application/json") == true)
  }
}
