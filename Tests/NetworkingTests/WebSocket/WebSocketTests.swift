import Basics
import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

/// Whole conversations over real sockets.
@Suite struct WebSocketTests {
  private let client = Client()

  /// Runs a conversation to its end; `act` gets each event with the socket.
  private func talk(
    _ url: String, _ config: WebSocket.Config = WebSocket.Config(),
    _ act: (ConversationEvent, WebSocket) async throws -> Void = { _, _ in },
    request configure: (inout RequestConfig) throws -> Void = { _ in },
    execution: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws -> Exchange {
    let request = try Request.with(.webSocket(url), configure)
    let socket = client.webSocket(for: request, config, execution)
    var last: Exchange?
    for await event in socket.conversation {
      try await act(event, socket)
      if case .finished(let exchange) = event { last = exchange }
    }
    return try #require(last)
  }

  private func texts(_ exchange: Exchange) -> [String] {
    exchange.messages.map { message in
      (message.direction == .outgoing ? "> " : "< ") + (message.kind == .text ? "" : "\(message.kind.rawValue) ")
        + String(decoding: message.body.allBytes, as: UTF8.self)
    }
  }

  @Test func `Messages go both ways, pings are answered, and both sides close in order.`() async throws {
    let got = Mutex<[String]>([])
    let server = try webSocketServer { connection in
      try connection.write(Frames.frame(0x89, Array("are you there".utf8)))
      while let (first, payload) = connection.readFrame() {
        got.withLock { $0.append("\(first) \(String(decoding: payload, as: UTF8.self))") }
        if first == 0x81 { try connection.write(Frames.text("echo " + String(decoding: payload, as: UTF8.self))) }
        if first == 0x88 {
          try connection.write(Frames.frame(0x88, payload))
          return
        }
      }
    }
    var config = WebSocket.Config()
    config.compresses = false
    let exchange = try await talk("ws://127.0.0.1:\(server.port)/chat", config) { event, socket in
      if case .state(.open) = event {
        try await socket.send("hi")
        try await socket.send([1, 2])
        try await socket.ping([0x70])
      }
      if case .message(let message) = event, message.body.allBytes == Array("echo hi".utf8) {
        socket.close(code: 4000, reason: "enough")
      }
    }
    #expect(exchange.failure == nil)
    #expect(exchange.conversation?.close == Conversation.Close(code: 4000, reason: "enough"))
    let said = texts(exchange)
    #expect(
      Set(said) == [
        "< ping are you there", "> pong are you there", "> hi", "> binary \u{1}\u{2}", "> ping p", "< echo hi",
      ])
    #expect(
      got.withLock { $0.last } == "136 \u{0F}\u{A0}enough" || got.withLock { $0.last?.hasSuffix("enough") } == true)
    #expect(got.withLock { $0.contains("138 are you there") && $0.contains("129 hi") })
    #expect(exchange.response?.status.code == 101 && exchange.hops.count == 1 && exchange.body == nil)
  }

  @Test func `The server's close is answered with its code, and its reason is kept.`() async throws {
    let answer = Mutex<[UInt8]?>(nil)
    let server = try webSocketServer { connection in
      try connection.write(Frames.text("one") + Frames.close(4001, "full"))
      let payload = connection.readClose()
      answer.withLock { $0 = payload }
    }
    let exchange = try await talk(server.url)
    #expect(exchange.failure == nil && texts(exchange) == ["< one"])
    #expect(exchange.conversation?.close == Conversation.Close(code: 4001, reason: "full"))
    #expect(answer.withLock { $0 } == [0x0F, 0xA1])
  }

  @Test func `A server that disconnects without a close is reported, after half or full closing.`() async throws {
    let over = Gate()
    let half = try webSocketServer { connection in
      try connection.write(Frames.text("one"))
      connection.finishWriting()
      over.wait()
    }
    for server in [half, try webSocketServer { try $0.write(Frames.text("one")) }] {
      let exchange = try await talk(server.url)
      #expect(exchange.failure?.category == .truncated, "\(String(describing: exchange.failure))")
      #expect(exchange.failure?.message == "127.0.0.1:\(server.port) closed the connection without a close message")
      #expect(texts(exchange) == ["< one"] && exchange.conversation?.close == Conversation.Close(code: 1006))
    }
    over.open()
  }

  @Test func `A protocol violation sends its code to the server, and the failure explains it.`() async throws {
    for (bytes, code, words) in [
      (Frames.frame(0xF1), 1002, "it sent a frame with reserved bits"),
      (Frames.frame(0x81, [0xFF]), 1007, "it sent text that is not valid UTF-8"),
      ([0x82, 127, 0, 0, 0, 0, 0x80, 0, 0, 0], 1009, "it sent a message larger than 64 MB, the limit"),
    ] {
      let received = Mutex<[UInt8]?>(nil)
      let server = try webSocketServer { connection in
        try connection.write(Frames.text("one") + bytes)
        let payload = connection.readClose()
        received.withLock { $0 = payload }
      }
      let exchange = try await talk(server.url)
      #expect(
        exchange.failure?.message.hasSuffix("violated the WebSocket protocol: \(words)") == true,
        "\(exchange.failure?.message ?? "")")
      #expect(received.withLock { $0 } == [UInt8(code >> 8), UInt8(code & 0xFF)] && texts(exchange) == ["< one"])
    }
  }

  @Test func `An endless flood of messages ends at the total limit.`() async throws {
    let server = try webSocketServer { connection in
      let many = (0..<1000).flatMap { _ in Frames.frame(0x82) }
      while true { try connection.write(many) }
    }
    var config = WebSocket.Config()
    config.maximumTotalSize = 1_000_000
    config.closeTimeout = .milliseconds(1)
    let exchange = try await talk(server.url, config)
    #expect(exchange.failure?.category == .bodyTooLarge)
    // Each takes a hundred bytes.
    #expect(exchange.messages.count == 10_001)
  }

  @Test func `An answer that opens no WebSocket is the failure, with its body.`() async throws {
    for status in [
      "200 OK", "204 No Content", "400 Bad Request", "401 Unauthorized", "403 Forbidden", "426 Upgrade Required",
      "500 Oh",
    ] {
      let body = status.hasPrefix("204") ? "" : "no chat here"
      let server = try AnsweringServer { _ in
        status.hasPrefix("204") ? "HTTP/1.1 204 No Content\r\n\r\n" : Answer.text(body, status: status)
      }
      let exchange = try await talk(server.url)
      #expect(exchange.failure?.message == "127.0.0.1:\(server.port) answered \(status) instead of opening a WebSocket")
      #expect(exchange.failure?.category == .status)
      #expect(String(decoding: exchange.body?.allBytes ?? [], as: UTF8.self) == body)
      #expect(exchange.conversation == nil && exchange.response?.status.code == Int(status.prefix(3)))
    }
  }

  @Test func `A message to a server that opens no WebSocket fails for that reason.`() async throws {
    let server = try AnsweringServer { _ in Answer.text("no chat here", status: "403 Forbidden") }
    let socket = client.webSocket(for: server.url)
    let error = await #expect(throws: NetworkError.self) { try await socket.send("hello") }
    #expect(error?.message == "127.0.0.1:\(server.port) answered 403 Forbidden instead of opening a WebSocket")
  }

  @Test func `An invalid handshake is rejected.`() async throws {
    let good = ["Upgrade: websocket", "Connection: keep-alive, Upgrade"]
    for (lines, words) in [
      (["Upgrade: h2c", "Connection: Upgrade"], "its 101 upgrades to something other than a WebSocket"),
      (["Upgrade: websocket"], "its 101 has no Connection: Upgrade"),
      (good, "its 101 has no Sec-WebSocket-Accept"),
      (
        good + ["Sec-WebSocket-Accept: bm90IGl0"], "its Sec-WebSocket-Accept does not belong to the key of this request"
      ),
    ] {
      let server = try oneShot((["HTTP/1.1 101 Switching Protocols"] + lines + ["", ""]).joined(separator: "\r\n"))
      let exchange = try await talk(server.url)
      #expect(exchange.failure?.message.hasSuffix(words) == true, "\(exchange.failure?.message ?? "")")
      #expect(exchange.failure?.category == .malformed && exchange.conversation == nil)
    }
    for (line, words) in [
      ("Sec-WebSocket-Protocol: other", "it chose the subprotocol other, which was not offered"),
      ("Sec-WebSocket-Extensions: mux", "it uses the extension mux, which was not offered"),
    ] {
      let server = try webSocketServer(answering: [line]) { _ = $0.readClose() }
      let exchange = try await talk(server.url)
      #expect(exchange.failure?.message.hasSuffix(words) == true, "\(exchange.failure?.message ?? "")")
    }
  }

  @Test func `The handshake has the request's headers and only the standard's in addition.`() async throws {
    let seen = Mutex<CapturedRequest?>(nil)
    let server = try RawServer { connection in
      let request = connection.readRequest()
      seen.withLock { $0 = request }
      try connection.write(Answer.text("", status: "404 Not Found"))
    }
    var config = WebSocket.Config()
    config.subprotocols = ["v2.chat", "v1.chat"]
    let jar = CookieJar()
    jar.set(Cookie("s", "1", domain: "127.0.0.1"))
    _ = try await talk(
      "http://me:secret@127.0.0.1:\(server.port)/a?b=c", config, request: { $0.headers.append("X-Room", "7") },
      execution: { $0.cookies = jar })
    let request = try #require(seen.withLock { $0 })
    #expect(request.method == "GET" && request.target == "/a?b=c" && request.body.isEmpty)
    #expect(request["Sec-WebSocket-Protocol"] == "v2.chat, v1.chat" && request["X-Room"] == "7")
    #expect(request["Authorization"] == "Basic bWU6c2VjcmV0" && request["Cookie"] == "s=1")
    #expect(request["Sec-WebSocket-Extensions"] == "permessage-deflate; client_max_window_bits")
    let names = Set(request.headers.map { $0.name.lowercased() })
    #expect(
      names == [
        "host", "upgrade", "connection", "sec-websocket-version", "sec-websocket-key", "sec-websocket-protocol",
        "sec-websocket-extensions", "x-room", "authorization", "cookie",
      ])
  }

  @Test func `A redirect to the WebSocket is followed.`() async throws {
    let target = try webSocketServer { connection in
      try connection.write(Frames.close(1000))
      _ = connection.readClose()
    }
    let moved = try AnsweringServer { _ in Answer.redirect(302, to: target.url + "/here") }
    let exchange = try await talk(moved.url)
    #expect(exchange.failure == nil && exchange.hops.map { $0.response?.status.code } == [302, 101])
    #expect(exchange.finalURL == "ws" + target.url.dropFirst("http".count) + "/here")
    #expect(exchange.conversation?.close?.code == 1000)
  }

  @Test func `A redirect to another server is not followed if later messages are meant for this one.`() async throws {
    let target = try webSocketServer { _ in }
    let moved = try AnsweringServer { _ in Answer.redirect(302, to: target.url + "/here") }
    var config = WebSocket.Config()
    config.keepsOrigin = true
    let exchange = try await talk(moved.url, config)
    #expect(exchange.failure?.category == .refusedRedirect && exchange.hops.map { $0.response?.status.code } == [302])
  }

  @Test func `Digest authentication answers the challenge.`() async throws {
    let server = try await PythonPeer.make("authentication", "me", "secret")
    let exchange = try await talk(
      server.url + "/digest",
      request: { $0.options.authentication = TransferOptions.Authentication(.digest, user: "me", password: "secret") })
    #expect(exchange.hops.map { $0.response?.status.code } == [401, 200])
    let message = exchange.failure?.message ?? "no failure"
    #expect(message.contains("answered 200 OK instead"), "\(message)")
  }

  @Test func `A cancelled conversation sends its close, and keeps its messages.`() async throws {
    let goodbye = Mutex<[UInt8]?>(nil)
    let over = Gate()
    let server = try webSocketServer { connection in
      try connection.write(Frames.text("one"))
      let payload = connection.readClose()
      goodbye.withLock { $0 = payload }
      over.open()
    }
    let request = try Request.with(.webSocket(server.url))
    let (client, sender, isTold) = (client, WebSocketSender(), Gate())
    let task = Task {
      await client.exchange(webSocket: request, WebSocket.Config(), from: sender) { event in
        if case .message = event { isTold.open() }
      }
    }
    await isTold.opened()
    task.cancel()
    let exchange = await task.value
    #expect(exchange.failure?.category == .cancelled)
    await over.opened()
    #expect(goodbye.withLock { $0 } == [0x03, 0xE8])
  }

  @Test func `A conversation can be cancelled before the server has answered.`() async throws {
    let (asked, over) = (Gate(), Gate())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      asked.open()
      over.wait()
    }
    let request = try Request.with(.webSocket(server.url))
    let (client, sender) = (client, WebSocketSender())
    let task = Task { await client.exchange(webSocket: request, WebSocket.Config(), from: sender) { _ in } }
    await asked.opened()
    let waiting = Task { try await sender.send(.text, [0x61]) }
    task.cancel()
    #expect(await task.value.failure?.category == .cancelled)
    await #expect(throws: NetworkError.self) { try await waiting.value }
    over.open()
  }

  @Test func `The events are the handshake, the messages of the server and the end.`() async throws {
    let server = try webSocketServer { connection in
      try connection.write(Frames.text("é") + Frames.frame(0x89, [1]) + Frames.frame(0x82, [1, 2]))
      try connection.write(Frames.frame(0x88, [0x0F, 0xA0] + Array("bye".utf8)))
      _ = connection.readClose()
    }
    var told: [String] = []
    for url in ["ws://127.0.0.1:\(server.port)/", "ws://127.0.0.1:1/"] {
      for await event in client.webSocket(for: url).events {
        switch event {
        case .opened(let head): told.append("\(head.status.code)")
        case .text(let text): told.append(text)
        case .bytes(let bytes): told.append("\(bytes)")
        case .closed(let code, let reason, let exchange):
          told.append("\(code ?? 0) \(reason) \(exchange.failure?.category.rawValue ?? "orderly")")
        }
      }
    }
    #expect(told == ["101", "é", "[1, 2]", "4000 bye orderly", "0  connect"])
  }

  @Test func `A server that closes before it answers is reported.`() async throws {
    let server = try RawServer { _ = $0.readRequest() }
    let exchange = try await talk(server.url)
    #expect(exchange.failure != nil && exchange.failure?.category != .cancelled && exchange.response == nil)
  }

  @Test func `A server that never answers a close, or sends endlessly, does not delay the end.`() async throws {
    let over = Gate()
    let silent = try webSocketServer { _ in over.wait() }
    var config = WebSocket.Config()
    config.closeTimeout = .milliseconds(1)
    let exchange = try await talk(silent.url, config) { event, socket in
      if case .state(.open) = event { socket.close() }
    }
    #expect(exchange.failure == nil && exchange.conversation?.close != nil)
    over.open()
  }

  @Test func `A limited conversation is closed in order at its time limit.`() async throws {
    let server = try webSocketServer { connection in
      while let (first, payload) = connection.readFrame() {
        if first == 0x88 { return try connection.write(Frames.frame(0x88, payload)) }
      }
    }
    var config = WebSocket.Config()
    // The handshake counts, and takes its time on a busy machine.
    config.duration = .seconds(3)
    let exchange = try await talk(server.url, config)
    #expect(exchange.failure == nil && exchange.conversation?.close == Conversation.Close(code: 1000))
    config.duration = .milliseconds(20)
    let mute = try RawServer { connection in
      _ = connection.readRequest()
      _ = connection.read()
    }
    let late = try await talk(mute.url, config)
    #expect(late.failure?.category == .totalTimeout, "\(String(describing: late.failure))")
  }

  @Test(arguments: [false, true])
  func `The closing state precedes the closed one, for a close by either side or the time limit.`(
    isLimited: Bool
  ) async throws {
    let isTold = Gate()
    let server = try webSocketServer { connection in
      guard let payload = connection.readClose() else { return }
      isTold.wait()
      try connection.write(Frames.frame(0x88, payload))
    }
    var config = WebSocket.Config()
    // Long enough to be open by then.
    config.duration = isLimited ? .seconds(3) : nil
    let states = Mutex<[Conversation.State]>([])
    _ = try await talk(server.url, config) { event, socket in
      guard case .state(let state) = event else { return }
      states.withLock { $0.append(state) }
      if state == .open, !isLimited { socket.close(code: 4000, reason: "bye") }
      if case .closing = state { isTold.open() }
    }
    let close = isLimited ? Conversation.Close(code: 1000) : Conversation.Close(code: 4000, reason: "bye")
    let received = states.withLock(\.self)
    #expect(received.prefix(2) == [.open, .closing(close)] && received.count == 3, "\(received)")
    // At the time limit, the server has a second to answer: more than it needs, but not on every machine.
    #expect(isLimited || received.last == .closed(close), "\(received)")
  }

  @Test func `Messages after the time limit are not reported, and do not delay the end.`() async throws {
    let server = try webSocketServer { connection in
      try connection.write(Frames.text("in time"))
      guard let payload = connection.readClose() else { return }
      try connection.write(Frames.text("late") + Frames.frame(0x88, payload) + Frames.text("later"))
    }
    var config = WebSocket.Config()
    config.duration = .seconds(3)
    let exchange = try await talk(server.url, config)
    #expect(exchange.failure == nil, "\(String(describing: exchange.failure))")
    #expect(exchange.messages.map { String(decoding: $0.body.allBytes, as: UTF8.self) } == ["in time"])
  }

  @Test func `Pings are sent automatically on request.`() async throws {
    let server = try webSocketServer { connection in
      guard let (first, _) = connection.readFrame(), first == 0x89 else { return }
      try connection.write(Frames.close(4002, "pinged"))
      _ = connection.readClose()
    }
    var config = WebSocket.Config()
    config.pingInterval = .milliseconds(5)
    let exchange = try await talk(server.url, config)
    #expect(exchange.conversation?.close == Conversation.Close(code: 4002, reason: "pinged"))
  }
}
