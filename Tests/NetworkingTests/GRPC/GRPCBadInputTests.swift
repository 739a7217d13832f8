import Basics
import Synchronization
import TestSupport
import Testing

@testable import GRPCProbe
@testable import HTTPModel
@testable import Networking

/// Servers that disconnect, flood, lie or are silent: each call has a clear end.
@Suite struct GRPCBadInputTests {
  private func call(
    _ server: RawServer, _ config: GRPCConfig = GRPCConfig(), staysOpen: Bool = false
  ) async throws -> ProbeCall {
    try await ProbeTarget(url: server.url).call("/a.B/C", config) { sender, incoming in
      try await sender.send(Array("hello".utf8))
      if staysOpen { for await _ in incoming {} }
    }
  }

  @Test func `Trailers and a reset in one write keep the status while the request is still being sent.`() async throws {
    let server = try frameServer { connection, stream in
      try connection.write(
        H2.head(stream: stream) + H2.data(H2.message("one"), stream: stream)
          + H2.trailers(5, "no%20such%20%C3%A9", stream: stream) + H2.reset(0, stream: stream))
    }
    let call = try await call(server, staysOpen: true)
    #expect(call.code == 5 && call.close?.name == "NOT_FOUND" && call.close?.reason == "no such é")
    #expect(call.messages == [Array("one".utf8)] && call.exchange.failure == nil)
  }

  @Test func `An answer with only a head has its status there.`() async throws {
    let server = try frameServer { connection, stream in
      let fields = [(":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "16")]
      try connection.write(H2.headers(fields, ends: true, stream: stream))
    }
    let call = try await call(server)
    #expect(call.close?.name == "UNAUTHENTICATED" && call.exchange.failure == nil)
  }

  @Test func `An answer that is not gRPC becomes a status, and its body is kept.`() async throws {
    let server = try frameServer { connection, stream in
      try connection.write(
        H2.headers([(":status", "404"), ("content-type", "text/html")], stream: stream)
          + H2.data(Array("<h1>no</h1>".utf8), ends: true, stream: stream))
    }
    let call = try await call(server)
    #expect(call.close?.name == "UNIMPLEMENTED" && call.exchange.body?.allBytes == Array("<h1>no</h1>".utf8))
  }

  @Test func `A call is never retried, even if retries are configured for requests.`() async throws {
    let server = try frameServer { connection, stream in
      try connection.write(H2.headers([(":status", "503"), ("content-type", "text/html")], ends: true, stream: stream))
    }
    let sender = GRPCSender()
    try await sender.send(Array("pay".utf8))
    sender.finish()
    let request = try Request.with(RequestConfig(url: server.url + "/a.B/C"))
    let close = Mutex(Conversation.Close?.none)
    let report = { @Sendable (event: ConversationEvent) in
      if case .state(.closed(let end)) = event { close.withLock { $0 = end } }
    }
    let exchange = await Client().exchange(
      grpc: request, GRPCConfig(), from: sender, onEvent: report,
      { $0.retry = RetryPolicy(maximum: 2, statuses: [503: .exponential()]) })
    #expect(close.withLock { $0?.name } == "UNAVAILABLE" && exchange.failure == nil)
  }

  @Test func `An answer without a status has the status UNKNOWN.`() async throws {
    let server = try frameServer { connection, stream in
      try connection.write(H2.head(stream: stream) + H2.data(H2.message("one"), ends: true, stream: stream))
    }
    let call = try await call(server)
    #expect(call.close?.name == "UNKNOWN" && call.messages.count == 1)
  }

  @Test func `A success within a message does not count.`() async throws {
    let server = try frameServer { connection, stream in
      let half = Array(H2.message("half a message").prefix(9))
      try connection.write(H2.head(stream: stream) + H2.data(half, stream: stream) + H2.trailers(0, stream: stream))
    }
    let call = try await call(server)
    #expect(call.close?.name == "INTERNAL" && call.messages.isEmpty)
  }

  @Test(arguments: [
    (H2.reset(8), "reset the stream: CANCEL"), (H2.goaway(11, "slow down"), "GOAWAY ENHANCE_YOUR_CALM: slow down"),
    (H2.frame(0, 1, stream: 0), "violated the HTTP/2 protocol"),
    (Array("HTTP/1.1 400 Bad\r\n\r\n".utf8), "closed the connection"),
  ])
  func `The error of a broken stream or connection contains the reason.`(bytes: [UInt8], words: String) async throws {
    let server = try frameServer { connection, _ in
      try connection.write(bytes)
      connection.waitForClose()
    }
    let call = try await call(server, staysOpen: true)
    let failure = try #require(call.exchange.failure)
    #expect("\(failure.message) \(failure.detail ?? "")".contains(words) || failure.category == .malformed)
    #expect(call.code == nil)
  }

  @Test func `A server of HTTP/1 is named in the error.`() async throws {
    let server = try RawServer { connection in
      _ = connection.readHead()
      try connection.write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
      connection.waitForClose()
    }
    let failure = try #require(try await call(server).exchange.failure)
    #expect(failure.category == .malformed && failure.message == "127.0.0.1:\(server.port) does not speak HTTP/2")
    #expect(failure.detail == "it answered HTTP/1.1 400 Bad Request")
  }

  @Test func `A connection that breaks or closes within an answer keeps the received messages.`() async throws {
    for isReset in [true, false] {
      let server = try frameServer { connection, stream in
        try connection.write(H2.head(stream: stream) + H2.data(H2.message("one"), stream: stream))
        _ = connection.read()
        if isReset { connection.reset() } else { connection.close() }
      }
      let call = try await ProbeTarget(url: server.url).call("/a.B/C") { sender, incoming in
        for await _ in incoming { try await sender.send([]) }
      }
      #expect(call.exchange.failure?.category == .truncated && call.messages.count == 1)
    }
  }

  @Test func `Without a listener the connection fails, and nothing else.`() async throws {
    let port = try RawServer.refusedPort()
    let call = try await ProbeTarget(url: "http://127.0.0.1:\(port)").unary("/a.B/C", [])
    #expect(call.exchange.failure?.category == .connect && call.close == nil)
  }

  @Test func `A million empty frames have no effect.`() async throws {
    let server = try frameServer { connection, stream in
      let empty = Array(repeatElement(H2.data([], stream: stream), count: 10_000).joined())
      try connection.write(H2.head(stream: stream))
      for _ in 0..<100 { try connection.write(empty) }
      try connection.write(H2.trailers(0, stream: stream))
    }
    let call = try await call(server)
    #expect(call.code == 0 && call.messages.isEmpty)
  }

  @Test func `An endless flood can be cancelled.`() async throws {
    let server = try frameServer { connection, stream in
      let empty = Array(repeatElement(H2.data([], stream: stream), count: 10_000).joined())
      try connection.write(H2.head(stream: stream) + H2.data(H2.message("on"), stream: stream))
      while true { try connection.write(empty) }
    }
    let (begun, feed) = AsyncStream.makeStream(of: Void.self)
    let running = Task {
      defer { feed.finish() }
      return try await ProbeTarget(url: server.url).call("/a.B/C") { _, incoming in
        for await _ in incoming { feed.finish() }
      }
    }
    for await _ in begun {}
    running.cancel()
    #expect(try await running.value.close?.name == "CANCELLED")
  }

  @Test func `An endless head is not read to the end.`() async throws {
    let server = try frameServer { connection, stream in
      let block = H2.block([("x-field", String(repeating: "x", count: 10_000))])
      try connection.write(H2.frame(1, 0, stream: stream, H2.block([(":status", "200")])))
      while true { try connection.write(H2.frame(9, 0, stream: stream, block)) }
    }
    let failure = try #require(try await call(server, staysOpen: true).exchange.failure)
    #expect([.malformed, .truncated].contains(failure.category))
  }

  @Test func `Endless pings without a reader of their answers end the connection or can be cancelled.`() async throws {
    let server = try frameServer { connection, stream in
      let pings = Array(repeatElement(H2.frame(6, stream: 0, [UInt8](repeating: 0, count: 8)), count: 1000).joined())
      try connection.write(H2.head(stream: stream) + H2.data(H2.message("on"), stream: stream))
      while true { try connection.write(pings) }
    }
    let (begun, feed) = AsyncStream.makeStream(of: Void.self)
    let running = Task {
      defer { feed.finish() }
      return try await ProbeTarget(url: server.url).call("/a.B/C") { _, incoming in
        for await _ in incoming { feed.finish() }
      }
    }
    for await _ in begun {}
    running.cancel()
    #expect(try await running.value.exchange.failure != nil)
  }

  @Test func `A message beyond the limit ends the call, even if it is small when compressed.`() async throws {
    var config = GRPCConfig()
    config.maximumMessageSize = 1000
    let announced = try frameServer { connection, stream in
      try connection.write(H2.head(stream: stream) + H2.data([0, 0xFF, 0xFF, 0xFF, 0xFF], stream: stream))
    }
    let call = try await call(announced, config, staysOpen: true)
    #expect(call.close?.name == "RESOURCE_EXHAUSTED" && call.exchange.failure?.category == .bodyTooLarge)
    let bomb = GRPCSender.frame([UInt8](repeating: 0, count: 10 << 20), compresses: true)
    config.maximumMessageSize = 1 << 20
    let inflated = try frameServer { connection, stream in
      try connection.write(H2.head([("grpc-encoding", "gzip")], stream: stream))
      for piece in stride(from: 0, to: bomb.count, by: 16_000) {
        try connection.write(H2.data(Array(bomb[piece..<min(bomb.count, piece + 16_000)]), stream: stream))
      }
    }
    let second = try await self.call(inflated, config, staysOpen: true)
    #expect(second.close?.name == "RESOURCE_EXHAUSTED" && second.messages.isEmpty)
  }

  @Test func `By default, a message that decompresses to more than 64 MB ends the call.`() async throws {
    let bomb = GRPCSender.frame([UInt8](repeating: 0, count: 64_000_001), compresses: true)
    let server = try frameServer { connection, stream in
      try connection.write(H2.head([("grpc-encoding", "gzip")], stream: stream))
      for piece in stride(from: 0, to: bomb.count, by: 16_000) {
        try connection.write(H2.data(Array(bomb[piece..<min(bomb.count, piece + 16_000)]), stream: stream))
      }
    }
    let call = try await call(server, staysOpen: true)
    #expect(call.exchange.failure?.category == .bodyTooLarge && call.messages.isEmpty)
    #expect(call.close?.reason.contains("the limit of 64 MB") == true, "\(call.close?.reason ?? "")")
  }

  @Test func `A compressed message without a coding, or with an unoffered one, ends the call.`() async throws {
    for coding in ["", "identity", "zstd"] {
      let server = try frameServer { connection, stream in
        let more = coding.isEmpty ? [] : [("grpc-encoding", coding)]
        try connection.write(H2.head(more, stream: stream) + H2.data(H2.message("x", flag: 1), stream: stream))
      }
      let call = try await call(server, staysOpen: true)
      #expect(call.close?.name == "INTERNAL" && call.exchange.failure?.category == .malformed, "\(coding)")
    }
  }

  @Test func `The deadline ends a silent call, and is sent to the server.`() async throws {
    let server = try frameServer { connection, stream in connection.waitForClose() }
    var config = GRPCConfig()
    config.deadline = .milliseconds(50)
    let call = try await call(server, config, staysOpen: true)
    #expect(call.close?.name == "DEADLINE_EXCEEDED" && call.exchange.failure == nil)
    #expect(call.exchange.hops.last?.request.headers["grpc-timeout"] == "50000000n")
  }

  @Test func `Calls to one server share a connection, and a lost connection is replaced.`() async throws {
    let server = try frameServer { connection, stream in
      try connection.write(H2.head(stream: stream) + H2.trailers(0, stream: stream))
      if stream == 5 { throw ServerError("enough") }
    }
    let target = ProbeTarget(url: server.url)
    for _ in 0..<3 { #expect(try await target.unary("/a.B/C", []).code == 0) }
    #expect(server.connectionCount == 1)
  }
}
