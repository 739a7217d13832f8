import Dispatch
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Networking

@Suite("Requests below a base URL")
struct BaseURLTests {
  private typealias Kind = @Sendable (Client, String) async throws -> Void

  /// Each kind of call, with a path or URL.
  private static let kinds: [(name: String, call: Kind)] = [
    ("response", { _ = try await $0.response(for: $1) }),
    (
      "events",
      { client, path in
        for await event in client.events(for: path) {
          if case .finished(let exchange) = event, let failure = exchange.failure { throw failure }
        }
      }
    ), ("exchange", { if let failure = await $0.exchange(for: $1).failure { throw failure } }),
    ("reported exchange", { if let failure = await $0.exchange(for: $1, onEvent: { _ in }).failure { throw failure } }),
    (
      "send",
      { client, path in
        try await withCheckedThrowingContinuation { continuation in
          client.send(path) { continuation.resume(with: $0.map { _ in }) }
        }
      }
    ),
    (
      "send on a queue",
      { client, path in
        try await withCheckedThrowingContinuation { continuation in
          client.send(path, on: DispatchQueue(label: "q")) { continuation.resume(with: $0.map { _ in }) }
        }
      }
    ), ("stream", { for try await _ in try await $0.stream(for: $1) {} }),
    (
      "download",
      { client, path in
        let folder = try TemporaryDirectory()
        _ = try await client.download(for: path, to: folder.path("file"))
      }
    ),
    (
      "download to a URL",
      { client, path in
        let folder = try TemporaryDirectory()
        _ = try await client.download(for: path, to: URL(filePath: folder.path("a file")))
        #expect(folder.files() == ["a file"])
      }
    ), ("server-sent events", { for try await _ in $0.serverSentEvents(for: $1) {} }),
    (
      "WebSocket",
      { client, path in
        for await event in client.webSocket(for: path).conversation {
          guard case .finished(let exchange) = event, let failure = exchange.failure else { continue }
          // The server answers 200, which opens no WebSocket.
          if exchange.response == nil { throw failure }
        }
      }
    ), ("open connections", { try await $0.openConnections(1, for: $1) }), ("get", { _ = try await $0.get($1) }),
    ("head", { _ = try await $0.head($1) }),
  ]

  private static let names = kinds.map(\.name)

  private func call(_ name: String) throws -> Kind {
    try #require(Self.kinds.first { $0.name == name }).call
  }

  private func server() throws -> AnsweringServer {
    try AnsweringServer { request in
      let isHead = request.method == "HEAD"
      return Answer.text(isHead ? "" : "\n", headers: ["Content-Type: text/event-stream"])
    }
  }

  @Test("N3: a path given to any kind of call goes below the base URL of the client", arguments: names)
  func below(name: String) async throws {
    let server = try server()
    let client = Client(baseURL: server.url + "/v2/")
    try await call(name)(client, "/orders/1?x=a b")
    #expect(server.requests.map(\.target) == ["/v2/orders/1?x=a%20b"])
    #expect(server.requests.map(\.method) == [name == "head" ? "HEAD" : "GET"])
  }

  @Test("N3: a whole URL given to any kind of call replaces the base URL", arguments: names)
  func replaced(name: String) async throws {
    let server = try server()
    try await call(name)(Client(baseURL: "http://unused.test/v2"), server.url + "/own")
    #expect(server.requests.map(\.target) == ["/own"])
  }

  @Test("N15: a path without a base URL fails every kind of call with category `url`, and is named", arguments: names)
  func missing(name: String) async throws {
    let call = try call(name)
    let error = await #expect(throws: NetworkError.self) { try await call(Client(), "/orders") }
    #expect(error?.category == .url && error?.message.contains("'/orders' has no host") == true, "\(name)")
    #expect(error?.underlying is RequestError)
    let layered = Client(defaults: RequestConfig(query: ["key": "1"]))
    let other = await #expect(throws: NetworkError.self) { try await call(layered, "/orders") }
    #expect(other?.category == .url, "\(name)")
  }

  @Test("A URL of Foundation and a configuration are sent like text; a finished request is sent as it is")
  func types() async throws {
    let server = try server()
    let client = Client(baseURL: server.url + "/v2")
    let (relative, whole) = (try #require(URL(string: "a%2Fb?q=%20")), try #require(URL(string: server.url + "/c%20d")))
    _ = try await client.get(relative)
    _ = try await client.post(whole, body: .text("x")) { $0.query["page"] = 2 }
    _ = try await client.response(for: relative)
    _ = await client.exchange(for: RequestConfig(path: "/:id", pathParameters: ["id": "7"], method: .put))
    let finished = try Request.with(RequestConfig(url: server.url)) { $0.method = .delete }
    _ = try await client.response(for: finished)
    #expect(
      server.requests.map { "\($0.method) \($0.target)" } == [
        "GET /v2/a%2Fb?q=%20", "POST /c%20d?page=2", "GET /v2/a%2Fb?q=%20", "PUT /v2/7", "DELETE /",
      ])
  }

  @Test("A WebSocket takes the schemes ws and wss, in its URL and in the base URL")
  func webSocket() async throws {
    let server = try server()
    let address = "ws://127.0.0.1:\(server.port)"
    let parts = RequestConfig(host: "127.0.0.1", scheme: "ws", port: server.port)
    for await _ in Client(baseURL: address + "/v2").webSocket(for: "chat").conversation {}
    for await _ in Client().webSocket(for: address + "/lobby").conversation {}
    for await _ in Client().webSocket(for: parts).conversation {}
    #expect(server.requests.map(\.target) == ["/v2/chat", "/lobby", "/"])
    #expect(server.requests.allSatisfy { $0["Upgrade"] == "websocket" })
  }
  @Test("N38: a download to a URL that is no file fails before anything is sent")
  func noFile() async throws {
    let server = try server()
    let target = try #require(URL(string: "https://files.test/a"))
    let error = await #expect(throws: NetworkError.self) { try await Client().download(for: server.url, to: target) }
    #expect(error?.category == .storage && server.requests.isEmpty)
  }
}
