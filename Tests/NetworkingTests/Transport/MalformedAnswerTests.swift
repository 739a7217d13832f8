import Basics
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Malformed responses get precise messages")
struct MalformedAnswerTests {
  /// Short names for inputs whose full text would be megabytes in the test log.
  private static let texts = [
    "LONG": String(repeating: "a", count: 400_000), "MANY": String(repeating: "X: a\r\n", count: 800_000),
  ]

  @Test(
    "Each malformed head or chunk has its own message, in category malformed",
    arguments: [
      ("HTTP/1.1 200 OK\r\nX: LONG\r\n\r\n", "too long"),
      ("HTTP/1.1 200 LONG", "too long"),
      ("HTTP/1.1 200 OK\r\nMANY\r\n", nil),
      ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nhello", "two different lengths"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 3\r\n\r\nhello", "two different lengths"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 5, 3\r\n\r\nhello", "two different lengths"),
      ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", "an invalid Content-Length"),
      ("HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello", "an invalid Content-Length"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 5x\r\n\r\nhello", "an invalid Content-Length"),
      ("HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello", "an invalid Content-Length"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhello", "an invalid Content-Length"),
      ("HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n", "a status outside 100 to 999"),
      ("HTTP/1.1 2000 X\r\nContent-Length: 0\r\n\r\n", nil), ("HTTP/1.1 42 X\r\n\r\n", nil),
      ("HTTP/1.1\r\n\r\n", nil), ("HTTP/9.9 200 OK\r\n\r\n", nil), ("http/1.1 200 OK\r\n\r\n", nil),
      ("hello there", "did not answer in HTTP"), ("\u{1}\u{2}\r\n\r\n", "did not answer in HTTP"),
      ("<html></html>", "did not answer in HTTP"),
      ("HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 0\r\n\r\n", "contains NUL"),
      ("HTTP/1.1 200 OK\r\nnothing\r\nContent-Length: 0\r\n\r\n", "without a colon"),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello", "malformed chunks"),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n", "malformed chunks"),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello", "malformed chunks"),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n", "malformed chunks"),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: foo\r\n\r\nhello", nil),
    ] as [(String, String?)])
  func named(_ answer: String, _ words: String?) async throws {
    let whole = Self.texts.reduce(answer) { $0.replacing($1.key, with: $1.value) }
    let server = try oneShot(whole)
    let received = await CurlTransport().received(makeRequest(server.url))
    let failure = try #require(received.failure)
    #expect(failure.category == .malformed, "\(failure)")
    if let words { #expect(failure.message.contains(words), "\(failure)") }
    #expect(!failure.message.contains("libcurl cannot") && !failure.message.contains("stored"))
    #expect(failure.detail?.contains("memory") != true, "\(failure)")
  }

  @Test("Equal lengths count as one, and chunks take precedence over a length, with a notice")
  func lenient() async throws {
    for lengths in ["Content-Length: 5\r\nContent-Length: 5", "Content-Length: 5, 5", "Content-Length: 05"] {
      let server = try oneShot("HTTP/1.1 200 OK\r\n\(lengths)\r\n\r\nhello")
      let received = await CurlTransport().received(makeRequest(server.url))
      #expect(received.failure == nil && received.bodyText == "hello", "\(lengths) \(received)")
    }
    let both = "Content-Length: 3\r\nTransfer-Encoding: chunked"
    let server = try oneShot("HTTP/1.1 200 OK\r\n\(both)\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
    let exchange = await Client().exchange(for: makeRequest(server.url))
    #expect(exchange.failure == nil && exchange.body?.allBytes == Array("hello".utf8))
    #expect(
      exchange.notice == "127.0.0.1:\(server.port) sent both chunks and a Content-Length, which was ignored")
  }

  /// An HTTP/2 frame (RFC 9113, section 4.1).
  private static func frame(_ kind: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    [0, 0, UInt8(payload.count), kind, flags, 0, 0, 0, stream] + payload
  }

  /// Reads the client's first bytes, and replies with settings and the head of a 200.
  private static func begin(_ connection: RawConnection) throws {
    _ = connection.read()
    try connection.write(frame(4, 0, 0) + frame(4, 1, 0) + frame(1, 4, 1, [0x88]))
  }

  private func request(_ url: String, _ limit: Duration?) -> Request {
    makeRequest(
      url,
      options: makeOptions {
        $0.httpVersion = .http2PriorKnowledge
        $0.totalTimeout = limit
      })
  }

  @Test(
    "A flood that nghttp2 detects is a protocol error", .timeLimit(.minutes(1)),
    arguments: [frame(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]), frame(4, 0, 0)])
  func knownFlood(_ frame: [UInt8]) async throws {
    let server = try RawServer { connection in
      try Self.begin(connection)
      let many = Array(repeatElement(frame, count: 20_000).joined())
      while true { try connection.write(many) }
    }
    let received = await CurlTransport().received(request(server.url, .seconds(50)))
    #expect(received.failure?.category == .malformed, "\(received)")
  }

  @Test(
    "A flood of meaningless frames is ended by the time limit", .timeLimit(.minutes(1)),
    arguments: [frame(0, 0, 1), frame(8, 0, 1, [0, 0, 0, 1]), frame(2, 0, 1, [0, 0, 0, 0, 1])])
  func flood(_ frame: [UInt8]) async throws {
    let server = try RawServer { connection in
      try Self.begin(connection)
      let many = Array(repeatElement(frame, count: 20_000).joined())
      while true { try connection.write(many) }
    }
    let received = await CurlTransport().received(request(server.url, .milliseconds(300)))
    #expect(received.failure?.category == .totalTimeout, "\(received)")
  }

  @Test("A flood is also ended by cancelling, and other transfers continue", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    let server = try RawServer { connection in
      try Self.begin(connection)
      let many = Array(repeatElement(Self.frame(0, 0, 1), count: 20_000).joined())
      while true { try connection.write(many) }
    }
    let transport = CurlTransport()
    let seen = Gate()
    var stopper: Task<Void, Never>?
    let received = await transport.received(
      request(server.url, nil),
      started: { call in
        stopper = Task {
          await seen.opened()
          call.cancel()
        }
      }, seen: { event in if case .head = event { seen.open() } })
    await stopper?.value
    #expect(received.failure?.category == .cancelled, "\(received)")
    let other = try AnsweringServer { _ in Answer.text("done") }
    #expect(await transport.received(makeRequest(other.url)).bodyText == "done")
  }
}
