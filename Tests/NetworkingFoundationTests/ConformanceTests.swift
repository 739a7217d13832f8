import Basics
import Foundation
import HTTPTypes
import Networking
import NetworkingFoundation
import TestSupport
import Testing

/// N48: the common behaviour of all transports, against real servers.
@Suite("N48: all transports behave alike")
struct ConformanceTests {
  enum Kind: String, CaseIterable, Sendable {
    case curl, urlSession, recording, stub

    var client: Client {
      switch self {
      case .curl: Client()
      case .urlSession: Client(transport: URLSessionTransport())
      case .recording: Client(transport: RecordingTransport(CurlTransport()))
      case .stub: Client(transport: StubTransport(passingTo: CurlTransport()))
      }
    }
  }

  private static let echo: @Sendable (CapturedRequest) -> String = { request in
    Answer.text("\(request.method) \(request.target) \(request["X-A"] ?? "-") \(request.bodyText)")
  }

  @Test("N48: method, target, header and body arrive, and the answer is received", arguments: Kind.allCases)
  func echo(kind: Kind) async throws {
    let server = try AnsweringServer(Self.echo)
    for (method, body) in [("GET", ""), ("POST", "text"), ("PUT", ""), ("DELETE", ""), ("PATCH", "x"), ("PURGE", "")] {
      let request = try Request.with(RequestConfig(url: server.url + "/p?q=%7B1")) {
        try $0.setMethod(method)
        $0.headers["X-A"] = "1"
        if !body.isEmpty { $0.body = .text(body) }
      }
      #expect(try await kind.client.response(for: request).text() == "\(method) /p?q=%7B1 1 \(body)")
    }
  }

  @Test("N49: every status is an answer, with its headers and body", arguments: Kind.allCases)
  func statuses(kind: Kind) async throws {
    for code in [200, 201, 204, 304, 400, 401, 403, 404, 409, 418, 429, 500, 503] {
      let server = try AnsweringServer { _ in
        Answer.text([204, 304].contains(code) ? "" : "body", status: "\(code) Word", headers: ["X-Code: \(code)"])
      }
      let response = try await kind.client.response(for: Request.with(RequestConfig(url: server.url)))
      #expect(response.status.code == code)
      #expect(response.headers["x-code"] == "\(code)")
      #expect(response.text() == ([204, 304].contains(code) ? "" : "body"))
    }
  }

  @Test("N28: a 401 that asks for Basic credentials is an answer, not a hang", arguments: Kind.allCases)
  func challenge(kind: Kind) async throws {
    let server = try AnsweringServer { _ in
      Answer.text("who?", status: "401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"x\""])
    }
    let response = try await kind.client.response(for: Request.with(RequestConfig(url: server.url)))
    #expect(response.status == .unauthorized)
    #expect(response.text() == "who?")
  }

  @Test("N10: headers are sent with their values, and none of the received ones is lost", arguments: Kind.allCases)
  func headers(kind: Kind) async throws {
    let server = try AnsweringServer { request in
      Answer.text(
        request["X-One"] ?? "", headers: ["X-Two: a", "X-Two: b", "Set-Cookie: a=1", "Set-Cookie: b=2", "X-Empty:"])
    }
    let request = try Request.with(RequestConfig(url: server.url)) { $0.headers["X-One"] = "1, \"2\"" }
    let client = kind.client
    let response = try await client.response(for: request)
    #expect(response.text() == "1, \"2\"")
    let twos = response.headers.fields.filter { $0.name.lowercased() == "x-two" }.map(\.value)
    // Foundation joins fields with the same name; the others keep the lines apart.
    #expect(client.transport.capabilities.has(.verbatimHeaders) ? twos == ["a", "b"] : twos.joined().contains("b"))
    #expect(response.headers["X-Empty"] == "")
  }

  @Test("N45: a gzip body is decoded, and has the length of the text", arguments: Kind.allCases)
  func compressed(kind: Kind) async throws {
    let server = try await WebServer.make()
    let response = try await kind.client.response(for: makeRequest(server.plainURL + "/packed"))
    #expect(response.text() == String(repeating: "A", count: 100_000))
  }

  @Test("N39: a body is streamed to its end, chunk by chunk", arguments: Kind.allCases)
  func streamed(kind: Kind) async throws {
    let text = String(repeating: "0123456789abcdef", count: 100_000)
    let server = try AnsweringServer { _ in Answer.text(text) }
    var bytes: [UInt8] = []
    for try await chunk in try await kind.client.stream(for: makeRequest(server.url)) { bytes += chunk }
    #expect(bytes == Array(text.utf8))
  }

  @Test("N55: without a connection the error names the address, the cause and the next step", arguments: Kind.allCases)
  func unconnected(kind: Kind) async throws {
    let port = try RawServer.refusedPort()
    let refused = await kind.client.exchange(for: try makeRequest("http://127.0.0.1:\(port)/")).failure
    let words = "Could not connect to 127.0.0.1:\(port) (connection refused). Is the server running?"
    #expect(refused?.category == .connect && refused?.errorDescription == words)
    let unknown = await kind.client.exchange(for: try makeRequest("http://no-such-host.invalid/")).failure
    #expect(unknown?.category == .resolve)
    #expect(unknown?.message == "Could not find the address of no-such-host.invalid")
  }

  @Test("N55: a truncated answer is an error that keeps its head", arguments: Kind.allCases)
  func truncated(kind: Kind) async throws {
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun")
    }
    let failure = await kind.client.exchange(for: try makeRequest(server.url)).failure
    #expect(failure != nil)
    #expect(failure?.response?.status.code == 200)
  }

  @Test("N35: a 307 is followed with its method and body, and the chain is recorded", arguments: Kind.allCases)
  func redirect(kind: Kind) async throws {
    let server = try AnsweringServer { request in
      request.target == "/a" ? Answer.redirect(307, to: "/b") : Self.echo(request)
    }
    let request = try Request.with(RequestConfig(url: server.url + "/a")) {
      $0.method = .post
      $0.body = .text("again")
    }
    let response = try await kind.client.response(for: request)
    #expect(response.text() == "POST /b - again")
    #expect(response.exchange.hops.map { $0.response?.status.code } == [307, 200])
  }

  @Test("N13: a stream is sent completely", arguments: Kind.allCases)
  func stream(kind: Kind) async throws {
    let server = try AnsweringServer(Self.echo)
    let request = try Request.with(RequestConfig(url: server.url)) {
      $0.method = .post
      $0.body = .stream(
        BodyStream {
          let parts = StreamParts(["one ", "two"])
          return { await parts.read() }
        })
    }
    #expect(try await kind.client.response(for: request).text().hasSuffix("one two"))
  }

  @Test("A body of 3 MB arrives byte for byte", arguments: Kind.allCases)
  func large(kind: Kind) async throws {
    let text = String(repeating: "0123456789abcdef", count: 200_000)
    let server = try AnsweringServer { _ in Answer.text(text) }
    let response = try await kind.client.response(for: Request.with(RequestConfig(url: server.url)))
    #expect(response.body.count == text.utf8.count)
    #expect(response.text() == text)
  }

  @Test("N36: cancelling during the body ends the call, a hundred times", arguments: Kind.allCases)
  func cancel(kind: Kind) async throws {
    let text = String(repeating: "x", count: 2_000_000)
    let server = try AnsweringServer { _ in Answer.text(text) }
    let client = kind.client
    let request = try makeRequest(server.url)
    for round in 0..<100 {
      let task = Task { try await client.response(for: request).body.count }
      for _ in 0..<(round % 10) { await Task.yield() }
      task.cancel()
      switch await task.result {
      case .success(let count): #expect(count == text.utf8.count)
      case .failure(let error): #expect((error as? NetworkError)?.category == .cancelled)
      }
    }
  }

  @Test("N36: leaving during the body ends the transfer, and the next one works", arguments: Kind.allCases)
  func leave(kind: Kind) async throws {
    let text = String(repeating: "x", count: 2_000_000)
    let server = try AnsweringServer { _ in Answer.text(text) }
    let client = kind.client
    let request = try makeRequest(server.url)
    for _ in 0..<10 {
      for await event in client.events(for: request) {
        if case .head = event { break }
      }
    }
    #expect(try await client.response(for: request).body.count == text.utf8.count)
  }

  @Test("N19: the total time is limited", arguments: Kind.allCases)
  func timeout(kind: Kind) async throws {
    let gate = Gate()
    let server = try AnsweringServer { _ in
      gate.wait()
      return Answer.text("late")
    }
    defer { gate.open() }
    do throws(NetworkError) {
      let request = try makeRequest(server.url) { $0.options.totalTimeout = .milliseconds(200) }
      _ = try await kind.client.response(for: request)
      Issue.record("answered")
    } catch {
      #expect(error.category == .totalTimeout)
    }
  }

  @Test("N47, N48: recordings of a server replay without it")
  func replay() async throws {
    let server = try AnsweringServer(Self.echo)
    let recorder = RecordingTransport(CurlTransport())
    let request = try makeRequest(server.url + "/p") { $0.body = .text("body") }
    let original = try await Client(transport: recorder).response(for: request)
    server.stop()
    let replayed = try await Client(transport: StubTransport(replaying: recorder.recordings)).response(for: request)
    #expect(replayed.bytes == original.bytes)
    #expect(replayed.head.headers == original.head.headers && replayed.status == original.status)
  }

  private func makeRequest(
    _ url: String, _ configure: (inout RequestConfig) -> Void = { _ in }
  ) throws(NetworkError) -> Request {
    do throws(RequestError) {
      return try Request.with(RequestConfig(url: url), configure)
    } catch {
      throw NetworkError(error)
    }
  }
}

private actor StreamParts {
  private var rest: ArraySlice<String>
  init(_ parts: [String]) { rest = parts[...] }
  func read() -> [UInt8]? { rest.popFirst().map { Array($0.utf8) } }
}
