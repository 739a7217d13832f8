import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

/// Conversations with servers by others: Python's standard library, and `websockets` with compression.
@Suite struct WebSocketEchoTests {
  /// The echoes of the sent messages in order, followed by `bye`.
  private func echoes(
    of messages: [[UInt8]], _ url: String, _ client: Client = Client(), options: TransferOptions = TransferOptions(),
    subprotocols: [String] = []
  ) async throws -> (echoes: [[UInt8]], exchange: Exchange) {
    var config = WebSocket.Config()
    config.subprotocols = subprotocols
    let request = try Request.with(.webSocket(url)) { $0.options = options }
    let socket = client.webSocket(for: request, config)
    let sending = Task {
      for message in messages { try await socket.send(message) }
      try await socket.send("bye")
    }
    var (echoes, last): ([[UInt8]], Exchange?) = ([], nil)
    for await event in socket.conversation {
      if case .message(let message) = event, message.direction == .incoming { echoes.append(message.body.allBytes) }
      if case .finished(let exchange) = event { last = exchange }
    }
    let exchange = try #require(last)
    if exchange.failure == nil { try await sending.value }
    return (echoes, exchange)
  }

  private func randomMessages(_ seed: UInt64) -> [[UInt8]] {
    var random = SeededGenerator(seed: seed)
    let sizes =
      [0, 1, 124, 125, 126, 127, 65_535, 65_536, 70_000, 1_000_000]
      + (0..<40).map { _ in Int.random(in: 0...3000, using: &random) }
    return sizes.shuffled(using: &random).map { size in
      (0..<size).map { _ in UInt8.random(in: 0...(size % 2 == 0 ? 255 : 3), using: &random) }
    }
  }

  @Test(arguments: ["echo", "library"], 1...3)
  func `Random messages are echoed unchanged.`(kind: String, seed: Int) async throws {
    let server = try await PythonPeer.makeWebSocket(kind)
    let messages = randomMessages(UInt64(seed))
    let (echoes, exchange) = try await echoes(of: messages, server.url, subprotocols: ["other", "chat"])
    #expect(echoes == messages && exchange.failure == nil, "\(String(describing: exchange.failure))")
    #expect(exchange.conversation?.close == Conversation.Close(code: 4001, reason: "as you say"))
    #expect(exchange.response?.headers["Sec-WebSocket-Protocol"] == "chat")
    let isCompressed = exchange.response?.headers["Sec-WebSocket-Extensions"] != nil
    #expect(isCompressed == (kind == "library"))
  }

  @Test func `Messages that a library sends in pieces arrive complete.`() async throws {
    let server = try await PythonPeer.makeWebSocket("library")
    let text = Array(("pieces " + String(repeating: "äöü ", count: 500)).utf8)
    var config = WebSocket.Config()
    // Newer ones reject a client that offers none of their subprotocols.
    config.subprotocols = ["chat"]
    let socket = Client().webSocket(for: try Request.with(.webSocket(server.url)), config)
    let sending = Task { try await socket.send(String(decoding: text, as: UTF8.self)) }
    var (whole, last): ([ConversationMessage], Exchange?) = ([], nil)
    for await event in socket.conversation {
      if case .finished(let exchange) = event { last = exchange }
      guard case .message(let message) = event, message.direction == .incoming else { continue }
      whole.append(message)
      socket.close()
    }
    let exchange = try #require(last)
    #expect(exchange.failure == nil, "\(String(describing: exchange.failure)); the server: \(server.seen)")
    if exchange.failure == nil { try await sending.value }
    #expect(whole.map(\.body.allBytes) == [text] && whole.allSatisfy { $0.kind == .text })
  }

  @Test func `A hundred conversations at once keep their messages apart.`() async throws {
    let server = try await PythonPeer.makeWebSocket("echo")
    let client = Client(transport: CurlTransport(transfers: 200, transfersPerHost: 200))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          let messages = (0..<20).map { Array("\(number) \($0)".utf8) }
          return try await echoes(of: messages, server.url, client).echoes == messages
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func `TLS with a client certificate and a tunnel gives the same result.`() async throws {
    let web = try await WebServer.make()
    let proxy = try await PythonPeer.make("proxy")
    let server = try await PythonPeer.makeWebSocket(
      "echo", web.serverCertificate, web.folder.path("server.key"), web.caFile)
    let options = makeOptions {
      $0.tls = .init(caFile: web.caFile, certificateFile: web.clientCertificate, keyFile: web.clientKey)
      $0.proxy = "http://127.0.0.1:\(proxy.port)"
      $0.noProxy = ""
    }
    let messages = randomMessages(7)
    let (echoes, exchange) = try await echoes(of: messages, "wss://localhost:\(server.port)/", options: options)
    #expect(echoes == messages && exchange.failure == nil, "\(String(describing: exchange.failure))")
    #expect(server.seen.contains("client me") && proxy.seen.contains("CONNECT localhost:\(server.port)"))
    #expect(exchange.hops.last?.connection?.tls?.version?.hasPrefix("TLSv1") == true)
    let stranger = makeOptions { $0.tls = .init(caFile: web.caFile) }
    let refused = try await self.echoes(of: [], "wss://localhost:\(server.port)/", options: stranger).exchange
    #expect(refused.failure != nil && refused.response == nil)
  }

  @Test func `A plain ws URL uses a tunnel of the proxy, too.`() async throws {
    let proxy = try await PythonPeer.make("proxy")
    let server = try await PythonPeer.makeWebSocket("echo")
    let options = makeOptions {
      $0.proxy = "http://127.0.0.1:\(proxy.port)"
      $0.noProxy = ""
    }
    let (echoes, exchange) = try await echoes(of: [[1], [2]], "ws://shop.test:\(server.port)/", options: options)
    #expect(echoes == [[1], [2]] && exchange.failure == nil, "\(String(describing: exchange.failure))")
    #expect(proxy.seen == "CONNECT shop.test:\(server.port) HTTP/1.1\n")
  }
}
