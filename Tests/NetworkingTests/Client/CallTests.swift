import Basics
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Calls that build their request")
struct CallTests {
  private struct Mine: Error, Equatable {
    var number = 7
  }

  private struct Unencodable: Encodable {
    func encode(to encoder: any Encoder) throws { throw Mine() }
  }

  private let stub = StubTransport { request, body in
    Stub.Response(headers: ["X-Method": request.method.rawValue, "X-URL": request.url], body: body)
  }

  private func failure(_ call: () async throws(NetworkError) -> Response) async -> NetworkError? {
    do throws(NetworkError) { _ = try await call() } catch { return error }
    return nil
  }

  @Test("Each method is sent below the base URL, or to a whole URL")
  func methods() async throws {
    let client = Client(transport: stub, baseURL: "https://api.test/v2/")
    let answers = [
      try await client.get("orders/:id") { $0.pathParameters["id"] = "a b" },
      try await client.post("/orders", body: .text("p")), try await client.put("/o", body: .text("u")),
      try await client.patch("/o", body: .text("c")), try await client.delete("https://other.test/x"),
      try await client.response(RequestConfig(host: "http://own.test")) { $0.path = "y" },
    ]
    #expect(
      answers.map { "\($0.headers["X-Method"] ?? "") \($0.headers["X-URL"] ?? "")" } == [
        "GET https://api.test/v2/orders/a%20b", "POST https://api.test/v2/orders", "PUT https://api.test/v2/o",
        "PATCH https://api.test/v2/o", "DELETE https://other.test/x", "GET http://own.test/y",
      ])
    #expect(answers.map { $0.text() } == ["", "p", "u", "c", "", ""])
  }

  @Test("Errors of closures, Encodable values and stubs are thrown unchanged")
  func underlying() async {
    let client = Client(transport: stub, baseURL: "https://api.test")
    let configured = await failure { () throws(NetworkError) in try await client.get("/") { _ in throw Mine() } }
    #expect(configured?.underlying as? Mine == Mine() && configured?.category == .encoding)
    let encoded = await failure { () throws(NetworkError) in
      try await client.post("/", body: .json(Unencodable()))
    }
    #expect(encoded?.underlying as? Mine == Mine() && encoded?.category == .encoding)
    let broken = Client(transport: StubTransport { _, _ in throw Mine() })
    let answered = await failure { () throws(NetworkError) in try await broken.get("http://h/") }
    #expect(answered?.underlying as? Mine == Mine() && answered?.request?.url == "http://h/")
    let typed = await failure { () throws(NetworkError) in try await client.get("ftp://h/") }
    #expect(typed?.category == .url && typed?.underlying is RequestError)
  }

  @Test("Errors of modifiers, token providers, transformers and validators are thrown unchanged, with the response")
  func steps() async {
    let client = Client(transport: stub, baseURL: "https://api.test")
    let modified = await failure { () throws(NetworkError) in
      try await client.post("/", body: .text("x")) { $0.modifiers.append { _ in throw Mine(number: 1) } }
    }
    #expect(modified?.underlying as? Mine == Mine(number: 1) && modified?.category == .encoding)
    let token = await failure { () throws(NetworkError) in
      try await client.get("/") { _ in
      } execution: {
        $0.tokenProvider = TokenProvider(token: { throw Mine(number: 2) })
      }
    }
    #expect(token?.underlying as? Mine == Mine(number: 2) && token?.category == .unauthorized)
    let transformed = await failure { () throws(NetworkError) in
      try await client.post("/", body: .text("kept")) { _ in
      } execution: {
        $0.transformers.append { _ in throw Mine(number: 3) }
      }
    }
    #expect(transformed?.underlying as? Mine == Mine(number: 3) && transformed?.category == .decoding)
    #expect(transformed?.response?.bytes == Array("kept".utf8))
    let validated = await failure { () throws(NetworkError) in
      try await client.post("/", body: .text("kept")) { _ in
      } execution: {
        $0.validators.append(Validator { _, _ in throw Mine(number: 4) })
      }
    }
    #expect(validated?.underlying as? Mine == Mine(number: 4) && validated?.request?.method == .post)
    #expect(validated?.category == .status && validated?.response?.bytes == Array("kept".utf8))
  }

  @Test("A body stream's error is thrown unchanged, over a real connection")
  func stream() async throws {
    let server = try AnsweringServer { _ in Answer.text("never") }
    let body = BodyStream(count: 10) { { throw Mine() } }
    let error = await failure { () throws(NetworkError) in
      try await Client().post(server.url, body: .stream(body))
    }
    #expect(error?.underlying as? Mine == Mine() && error?.category == .storage)
    let own = NetworkError(.unauthorized, "No access to the picture", request: makeRequest("http://album.test/1"))
    let typed = await failure { () throws(NetworkError) in
      try await Client().post(server.url, body: .stream(BodyStream(count: 10) { { throw own } }))
    }
    #expect(typed == own)
  }

  @Test("N55: a NetworkError of a closure arrives unchanged, with the response that the closure had")
  func typed() async throws {
    let own = NetworkError(.storage, "The disk is full")
    let server = try AnsweringServer { _ in Answer.text("out", status: "401 Unauthorized") }
    let steps: [@Sendable (inout ExecutionConfig) -> Void] = [
      { $0.validators.append(Validator { _, _ in throw own }) }, { $0.transformers.append { _ in throw own } },
      { $0.tokenProvider = TokenProvider(token: { "t" }, refresh: { _ in throw own }) },
      { $0.retry = RetryPolicy(maximum: 1, statuses: [401: .afterTask { _ in throw own }]) },
    ]
    for step in steps {
      let error = await failure { () throws(NetworkError) in
        try await Client().get(server.url + "/x", execution: step)
      }
      #expect(error?.category == .storage && error?.message == own.message)
      #expect(error?.response?.status == .unauthorized && error?.request?.url == server.url + "/x")
    }
    let modified = await failure { () throws(NetworkError) in
      try await Client().get(server.url + "/x") { $0.modifiers.append { _ in throw own } }
    }
    #expect(modified?.category == .storage && modified?.request?.url == server.url + "/x")
  }

  @Test("A rejected status keeps the body, also for event streams and downloads")
  func bodies() async throws {
    let server = try AnsweringServer { _ in Answer.text("no such thing", status: "404 Not Found") }
    let client = Client()
    let request = makeRequest(server.url)
    let refused = await failure { () throws(NetworkError) in
      try await client.get(server.url) { _ in
      } execution: {
        $0.validators.append(.status())
      }
    }
    #expect(refused?.response?.text() == "no such thing")
    var events = client.serverSentEvents(for: request).makeAsyncIterator()
    do throws(NetworkError) { _ = try await events.next() } catch {
      #expect(error.category == .status && error.response?.status == .notFound)
      #expect(error.response?.text() == "no such thing" && error.request?.url == server.url)
    }
    let folder = try TemporaryDirectory()
    do throws(NetworkError) { _ = try await client.download(for: request, to: folder.path("x")) } catch {
      #expect(error.category == .status && error.response?.text() == "no such thing")
    }
  }

  @Test("The error of an interrupted transfer contains the received part")
  func truncated() async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst")
    }
    let error = await failure { () throws(NetworkError) in try await Client().get(server.url) }
    #expect(error?.category == .truncated && error?.response?.status == .ok)
    #expect(error?.response?.bytes == Array("first".utf8))
  }

  @Test("A task cancelled before the call sends nothing, for every kind of call", arguments: Kind.allCases)
  fileprivate func cancelled(kind: Kind) async throws {
    let stub = StubTransport { _, _ in Stub.Response() }
    let client = Client(transport: stub)
    let folder = try TemporaryDirectory()
    let error = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await failure(kind, client, "http://h/", folder) { _ in }
    }.value
    #expect(error?.category == .cancelled && error?.request?.url == "http://h/")
    #expect(stub.requests.isEmpty)
  }

  @Test("A task cancelled during a modifier sends nothing, even if the modifier ignores the cancellation")
  func cancelledByModifier() async {
    let stub = StubTransport { _, _ in Stub.Response() }
    let category = await Task {
      await failure { () throws(NetworkError) in
        try await Client(transport: stub).get("http://h/") {
          $0.modifiers.append { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
      }?.category
    }.value
    #expect(category == .cancelled && stub.requests.isEmpty)
  }

  @Test("Lines end at LF or CRLF, for any split into chunks")
  func lines() async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\n\r\none\r")
      try connection.write("\ntw")
      try connection.write("o\n\nlast")
    }
    var lines: [String] = []
    for try await line in try await Client().stream(for: makeRequest(server.url)).lines { lines.append(line) }
    #expect(lines == ["one", "two", "", "last"])
  }

  @Test("Members of a JSON body are set from literals and variables; presets fill three limits")
  func members() throws {
    let (title, count, isNew) = ("a\"b", 3, true)
    let request = try Request.with(RequestConfig(url: "http://h/")) {
      $0.body["title"] = title
      $0.body["count"] = count
      $0.body["new"] = isNew
      $0.body["kind"] = "x"
      $0.body["gone"] = "x"
      $0.body["gone"] = nil
    }
    #expect(request.bodyText() == #"{"title":"a\"b","count":3,"new":true,"kind":"x"}"#)
  }

  @Test("Server-sent events of an open stream are read as they arrive, and share its position with its chunks")
  func events() async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\n\r\ndata: a\r")
      try connection.write("\n\nevent: x\ndata: b\n\ndata: unfinished")
    }
    let stream = try await Client().stream(for: makeRequest(server.url))
    var events: [ServerSentEvents.Event] = []
    for try await event in stream.events { events.append(event) }
    #expect(events == [ServerSentEvents.Event(data: "a"), ServerSentEvents.Event(event: "x", data: "b")])
    var rest = stream.makeAsyncIterator()
    #expect(try await rest.next() == nil)
  }

  @Test("Every kind of call reports progress", arguments: Kind.allCases)
  fileprivate func progress(kind: Kind) async throws {
    let text = kind == .events ? "data: x\n\n" : String(repeating: "x", count: 100_000)
    let server = try AnsweringServer { _ in Answer.text(text, headers: ["Content-Type: text/event-stream"]) }
    let most = Mutex(0)
    let error = await failure(kind, Client(), server.url, try TemporaryDirectory()) {
      $0.onProgress { now in most.withLock { $0 = max($0, now.received) } }
    }
    #expect(error == nil)
    #expect(most.withLock { $0 } == text.utf8.count)
  }

  @Test("N37: the last progress of every kind of call has the final counts", arguments: Kind.allCases)
  fileprivate func lastProgress(kind: Kind) async throws {
    let last = Mutex(TransferProgress?.none)
    let folder = try TemporaryDirectory()
    for text in ["data: x\n\n", String(repeating: "data: x\n\n", count: 20_000)] {
      let server = try AnsweringServer { _ in Answer.text(text, headers: ["Content-Type: text/event-stream"]) }
      let stub = StubTransport { _, _ in
        Stub.Response(headers: [.contentType: "text/event-stream"], body: Array(text.utf8))
      }
      for client in [Client(), Client(transport: stub)] {
        last.withLock { $0 = nil }
        let error = await failure(kind, client, server.url, folder) {
          $0.onProgress { now in last.withLock { $0 = now } }
        }
        let count = text.utf8.count
        #expect(error == nil)
        #expect(last.withLock { $0 } == TransferProgress(sent: 0, toSend: 0, received: count, toReceive: count))
      }
    }
  }

  @Test("N37: an empty answer, one from the cache and a broken one end with a progress, too")
  func everyEnd() async throws {
    let server = try AnsweringServer { request in
      switch request.target {
      case "/empty": Answer.text("")
      case "/cut": "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\nfirst"
      default: Answer.text("kept", headers: ["Cache-Control: max-age=60"])
      }
    }
    let all = Mutex<[TransferProgress]>([])
    var client = Client()
    client.execution.cache = ResponseCache()
    client.execution.onProgress { now in all.withLock { $0.append(now) } }
    for path in ["/empty", "/kept", "/kept", "/cut"] {
      all.withLock { $0 = [] }
      let request = makeRequest(server.url + path, options: makeOptions { $0.cache = .use })
      let exchange = await client.exchange(for: request)
      let last = all.withLock { $0.last }
      switch path {
      case "/empty": #expect(last == TransferProgress(sent: 0, toSend: 0, received: 0, toReceive: 0))
      case "/kept": #expect(last?.received == 4 && last?.toReceive == 4)
      default: #expect(exchange.failure?.category == .truncated && last?.received == 5)
      }
    }
    #expect(server.requests.map(\.target) == ["/empty", "/kept", "/cut"])
  }

  @Test(
    "N26: `config:` replaces the client's configuration for one call, and the closure changes it",
    arguments: Kind.allCases)
  fileprivate func replaced(kind: Kind) async throws {
    guard kind != .get else { return }
    let server = try AnsweringServer { _ in Answer.text("data: x\n\n", headers: ["Content-Type: text/event-stream"]) }
    var client = Client()
    client.execution.tokenProvider = TokenProvider(token: { throw Mine() })
    var other = ExecutionConfig()
    let count = Mutex([0, 0])
    other.observers = [ClientObserver { if case .enqueued = $0.moment { count.withLock { $0[0] += 1 } } }]
    let error = await failure(kind, client, server.url, try TemporaryDirectory(), config: other) {
      $0.observers.append(ClientObserver { if case .enqueued = $0.moment { count.withLock { $0[1] += 1 } } })
    }
    #expect(error == nil && count.withLock { $0 } == [1, 1] && other.observers.count == 1)
  }

  /// Makes a call and reads its body to the end.
  private func failure(
    _ kind: Kind, _ client: Client, _ url: String, _ folder: TemporaryDirectory, config: ExecutionConfig? = nil,
    _ configure: @escaping @Sendable (inout ExecutionConfig) -> Void
  ) async -> NetworkError? {
    do throws(NetworkError) {
      let request = try { () throws(NetworkError) in
        do throws(RequestError) { return try Request.with(RequestConfig(url: url)) } catch { throw NetworkError(error) }
      }()
      switch kind {
      case .get: _ = try await client.get(url, execution: configure)
      case .response: _ = try await client.response(for: request, config: config, configure)
      case .exchange: return await client.exchange(for: request, config: config, configure).failure
      case .stream: for try await _ in try await client.stream(for: request, config: config, configure) {}
      case .lines: for try await _ in try await client.stream(for: request, config: config, configure).lines {}
      case .events: for try await _ in client.serverSentEvents(for: request, config: config, configure) {}
      case .download: _ = try await client.download(for: request, to: folder.path("x"), config: config, configure)
      }
    } catch { return error }
    return nil
  }
}

private enum Kind: CaseIterable {
  case get, response, exchange, stream, lines, events, download
}
