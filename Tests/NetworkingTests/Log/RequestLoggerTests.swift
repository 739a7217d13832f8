import HTTPTypes
import Networking
import Synchronization
import TestSupport
import Testing

/// Collects the entries of a logger.
private final class Pages: Sendable {
  private let kept = Mutex<[RequestLogger.Entry]>([])
  var entries: [RequestLogger.Entry] { kept.withLock { $0 } }
  func add(_ entry: RequestLogger.Entry) { kept.withLock { $0.append(entry) } }
}

@Suite("Logs: lines out and in")
struct RequestLoggerTests {
  private let pages = Pages()

  private func logger(_ level: RequestLogger.Level = .lines, limit: Int = 8192) -> RequestLogger {
    RequestLogger(level: level, bodyLimit: limit) { [pages] in pages.add($0) }
  }

  private func send(
    _ url: String, _ logger: RequestLogger, _ configure: (inout RequestConfig) throws -> Void = { _ in }
  ) async throws {
    _ = try await Client().response(for: Request.with(RequestConfig(url: url), configure)) { $0.log(logger) }
  }

  @Test(arguments: ["text/plain", "application/json", "application/octet-stream"])
  func `A secret across the limit of a logged body is masked in answers and requests.`(type: String) async throws {
    let secret = "s3cret-xyzxyzxyzx"
    let body = "aaaaaaaaaa\(secret)bbbbbbbbbb"
    let server = try AnsweringServer { _ in Answer.text(body, headers: ["Content-Type: \(type)"]) }
    for limit in 8...40 {
      var logger = logger(.bodies, limit: limit)
      logger.redaction = Redaction.standard.adding([secret])
      try await send(server.url, logger) {
        $0.method = .post
        $0.body = .bytes(Array(body.utf8), contentType: type)
      }
    }
    let text = pages.entries.map(\.text).joined(separator: "\n")
    #expect(!text.contains("s3") && !text.contains("xyz"), "\(text)")
    #expect(text.contains("aaaaaaaaaa••••… (37 bytes)") && text.contains("aaaaaaaaaa••••bbbbbbbbbb\n"))
    server.stop()
  }

  @Test("N57: a line out and a line in, with one id, the call site, status, time and size")
  func lines() async throws {
    let server = try AnsweringServer { _ in Answer.text("hello") }
    try await send(server.url + "/x?token=abc", logger())
    let entries = pages.entries
    try #require(entries.map(\.direction) == [.out, .in])
    #expect(entries[0].id == entries[1].id && entries[0].id.count == 8)
    #expect(entries[0].text == "GET \(server.url)/x?token=•••• (NetworkingTests/RequestLoggerTests.swift send(_:_:_:))")
    #expect(entries[1].text.hasPrefix("200 OK · "))
    #expect(entries[1].text.hasSuffix(" ms · 5 bytes · GET \(server.url)/x?token=••••"))
    #expect(entries[0].line == "→ \(entries[0].id) \(entries[0].text)")
  }

  @Test("N57: the answer that a validator rejects is logged, too") func rejected() async throws {
    let server = try AnsweringServer { _ in
      Answer.text("gone", status: "404 Not Found", headers: ["X-Reason: moved"])
    }
    let request = try Request.with(RequestConfig(url: server.url + "/x"))
    await #expect(throws: NetworkError.self) {
      try await Client().response(for: request) {
        $0.validators = [.status()]
        $0.log(logger(.bodies))
      }
    }
    let text = try #require(pages.entries.last?.text)
    #expect(text.contains("answered 404") && text.contains("\n  X-Reason: moved") && text.hasSuffix("\ngone"))
    server.stop()
  }

  @Test("N57: further secrets and names of secrets are masked, too")
  func moreSecrets() async throws {
    let server = try AnsweringServer { _ in Answer.json(#"{"badge_no":"b-4711","note":"plum-tree"}"#) }
    let logger = RequestLogger(level: .bodies, secrets: ["plum-tree"], secretNames: ["X-Badge", "badgeNo"]) {
      [pages] in pages.add($0)
    }
    try await send(server.url + "/?badgeNo=b-4712", logger) { $0.headers["X-Badge"] = "b-4713" }
    let text = pages.entries.map(\.text).joined(separator: "\n")
    #expect(!text.contains("b-471") && !text.contains("plum-tree") && text.contains("X-Badge: ••••"), "\(text)")
  }

  @Test("N57: headers and bodies on request, JSON formatted, secrets masked, binary data as its size")
  func bodies() async throws {
    let server = try AnsweringServer { request in
      request.target == "/bin"
        ? Answer.text("\u{1b}[2J", headers: ["Content-Type: image/png"])
        : Answer.json(#"{"token":"s3cret","n":[1]}"#, headers: ["Set-Cookie: id=1"])
    }
    try await send(server.url + "/", logger(.bodies)) {
      $0.method = .post
      $0.authorize(.bearer("s3cret"))
      $0.body = .json(["password": "s3cret", "user": "u"])
    }
    try await send(server.url + "/bin", logger(.bodies))
    let text = pages.entries.map(\.text).joined(separator: "\n")
    #expect(!text.contains("s3cret") && !text.contains("id=1") && !text.contains("\u{1b}"))
    #expect(text.contains("\n  Authorization: Bearer ••••\n"))
    #expect(text.contains("{\n  \"password\": \"••••\",\n  \"user\": \"u\"\n}"))
    #expect(text.contains("\n  Set-Cookie: ••••"))
    #expect(text.contains("{\n  \"token\": \"••••\",\n  \"n\": [\n    1\n  ]\n}"))
    #expect(text.hasSuffix("\n4 bytes"))
  }

  @Test("N57: credentials that a server repeats are masked: in a body, a redirect, a reason phrase and an error")
  func echoed() async throws {
    let server = try AnsweringServer { request in
      let token = String((request["Authorization"] ?? "").dropFirst(7))
      return switch request.target.prefix(3) {
      case "/go": Answer.redirect(302, to: "/at?said=\(token)")
      case "/cu": "HTTP/1.1 200 \(token)\r\nConnection: close\r\nContent-Length: 9\r\n\r\ncut"
      default:
        Answer.text(
          "<p>\(token) \(request.bodyText)</p>", status: "200 \(token)", headers: ["Content-Type: text/html"])
      }
    }
    let secrets = ["tok-Secret-99", "hunter-Pass-22"]
    var client = Client()
    client.execution.tokenProvider = TokenProvider(token: { secrets[0] })
    client.execution.log(logger(.bodies))
    for path in ["/go", "/cut", "/at"] {
      let request = try Request.with(RequestConfig(url: server.url + path)) {
        $0.method = .put
        $0.body = .json(["password": .string(secrets[1])] as JSONValue)
      }
      _ = await client.exchange(for: request)
    }
    let text = pages.entries.map(\.text).joined(separator: "\n")
    for secret in secrets { #expect(!text.contains(secret), "\(text)") }
    #expect(text.contains("redirected to \(server.url)/at?said=••••") && text.contains("<p>•••• {"))
    #expect(text.contains("200 •••• · ") && pages.entries.contains { $0.direction == .failure })
  }

  @Test("N57: a streamed body is logged with its size")
  func streamed() async throws {
    let server = try AnsweringServer { _ in Answer.text("0123456789") }
    let stub = StubTransport { _, _ in Stub.Response(body: Array("0123456789".utf8)) }
    let folder = try TemporaryDirectory()
    let request = try Request.with(RequestConfig(url: server.url))
    for client in [Client(), Client(transport: stub)] {
      for try await _ in try await client.stream(for: request, { $0.log(logger()) }) {}
      _ = try await client.download(for: request, to: folder.path("x")) { $0.log(logger()) }
    }
    let sizes = pages.entries.filter { $0.direction == .in }.map { $0.text.contains(" · 10 bytes · ") }
    #expect(sizes == [true, true, true, true])
  }

  @Test("N57: a long body is cut with a note")
  func capped() async throws {
    let server = try AnsweringServer { _ in
      Answer.text(String(repeating: "é", count: 1000), headers: ["Content-Type: text/plain"])
    }
    try await send(server.url, logger(.bodies, limit: 5))
    #expect(pages.entries.last?.text.hasSuffix("\néé… (2000 bytes)") == true)
  }

  @Test("N57: credentials in the URL of a failure's text are masked by their names")
  func failedURL() async throws {
    let failure = NetworkError(.url, "The URL http://ada:pw@h.test/?key=12 cannot be used")
    let client = Client(transport: StubTransport([Stub(reply: .failure(failure))]))
    _ = await client.exchange(for: makeRequest("http://h.test/")) { $0.log(logger()) }
    let text = try #require(pages.entries.last?.text)
    #expect(text.hasPrefix("The URL http://ada:••••@h.test/?key=•••• cannot be used · GET "), "\(text)")
  }

  @Test("N57: failures are logged at every level, the rest at higher ones; one call can be muted")
  func levels() async throws {
    let server = try AnsweringServer { request in
      Answer.text("", status: request.target == "/bad" ? "404 Not Found" : "200 OK")
    }
    try await send(server.url + "/good", logger(.failures))
    #expect(pages.entries.isEmpty)
    try await send(server.url + "/bad", logger(.failures))
    #expect(pages.entries.count == 1)
    server.stop()
    await #expect(throws: NetworkError.self) { try await send("http://127.0.0.1:1/", logger(.failures)) }
    #expect(pages.entries.last?.direction == .failure)
    var client = Client()
    client.execution.log(logger(.lines))
    let count = pages.entries.count
    let request = try Request.with(RequestConfig(url: "http://127.0.0.1:1/"))
    await #expect(throws: NetworkError.self) { try await client.response(for: request) { $0.mute() } }
    #expect(pages.entries.count == count)
  }
}
