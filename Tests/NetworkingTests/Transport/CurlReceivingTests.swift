import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("The curl transport preserves everything that a server sends")
struct CurlReceivingTests {
  let transport = CurlTransport()

  @Test("N49: order, case, duplicates, reason, raw bytes, 1xx and trailers are kept")
  func everything() async throws {
    let head =
      "HTTP/1.1 200 Fine And Dandy\r\nX-b: 1\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nX-b: 2\r\n"
      + "Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
    let server = try oneShot(
      "HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n" + head
        + "5\r\nhello\r\n6\r\n world\r\n0\r\nX-Sum: abc\r\nX-sum: def\r\n\r\n")
    let received = await transport.received(makeRequest(server.url))
    #expect(received.failure == nil)
    #expect(received.informational.map(\.status.code) == [103])
    let response = try #require(received.head)
    #expect(response.raw == Array(head.utf8))
    #expect(response.headers.fields.map(\.name).prefix(4) == ["X-b", "Set-Cookie", "set-cookie", "X-b"])
    #expect(response.status.reasonPhrase == "Fine And Dandy")
    #expect(response.trailers.fields == [Header("X-Sum", "abc"), Header("X-sum", "def")])
    #expect(received.bodyText == "hello world")
    #expect(received.result.body?.isFinished == true)
    let hop = received.result.hop
    #expect(hop.sizes.responseBody == 11)
    #expect(hop.sizes.responseHead == head.utf8.count)
    #expect(hop.sizes.requestHead == hop.request.head.count)
    #expect(hop.connection?.remoteAddress == "127.0.0.1:\(server.port)")
    #expect(hop.connection?.isReused == false)
  }

  @Test("N56: phases are timed in order, and a reused connection has no connect phase")
  func timing() async throws {
    let server = try AnsweringServer { _ in Answer.text("hello") }
    let first = await transport.received(makeRequest(server.url)).result.hop
    let second = await transport.received(makeRequest(server.url)).result.hop
    let timing = first.timing
    #expect(timing.phases.map(\.name).filter { $0 != .queued } == [.dns, .connect, .sent, .waiting, .download])
    #expect(timing.secured == nil)
    let ends = [timing.connected, timing.firstByte, timing.total].compactMap(\.self)
    #expect(ends.count == 3 && ends == ends.sorted())
    #expect(second.connection?.isReused == true)
    #expect(second.timing.connected == nil && second.timing.resolved == nil)
    #expect(server.connectionCount == 1)
  }

  @Test("A gzip body is decoded and both sizes are reported; without decoding the bytes are unchanged")
  func gzip() async throws {
    // `printf hello | gzip -n`
    let packed: [UInt8] = [
      0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x86, 0xa6,
      0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
    ]
    let server = try RawServer { connection in
      while connection.readRequest() != nil {
        try connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n")
        try connection.write(packed)
      }
    }
    let received = await transport.received(makeRequest(server.url))
    #expect(received.bodyText == "hello")
    #expect(received.result.hop.sizes.responseBodyOnWire == packed.count)
    #expect(received.result.hop.request.headers["accept-encoding"]?.contains("gzip") == true)
    let raw = await transport.received(makeRequest(server.url, options: makeOptions { $0.decompresses = false }))
    #expect(raw.result.body?.allBytes == packed)
    #expect(raw.result.hop.request.headers["accept-encoding"] == nil)
  }

  @Test("A response sent byte by byte is the same")
  func dripping() async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.drip("HTTP/1.1 201 Created\r\nA: b\r\nContent-Length: 3\r\n\r\nxyz")
    }
    let received = await transport.received(makeRequest(server.url))
    #expect(received.head?.status.code == 201)
    #expect(received.bodyText == "xyz")
  }

  @Test("N39: a slow consumer pauses the transfer instead of filling memory, and finally gets everything")
  func backPressure() async throws {
    let size = 40 << 20
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      let block = [UInt8](repeating: 7, count: 1 << 20)
      for _ in 0..<40 { try connection.write(block) }
    }
    let received = await transport.received(makeRequest(server.url), delivery: .stream(window: 256 << 10))
    #expect(received.failure == nil)
    #expect(received.content.count == size)
    #expect(received.result.body?.count == 0)
  }

  @Test("N49: a large body moves to a temporary file and stays readable as one piece")
  func spilled() async throws {
    let size = 100 << 20
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      for number in 0..<100 { try connection.write([UInt8](repeating: UInt8(number), count: 1 << 20)) }
    }
    let received = await transport.received(makeRequest(server.url), delivery: .store(spillThreshold: 1 << 20))
    let body = try #require(received.result.body)
    #expect(body.count == size && body.isSpilled)
    #expect((0..<100).allSatisfy { body.bytes(in: $0 << 20..<($0 << 20) + 1) == [UInt8($0)] })
    #expect(body.bytes(in: size - 1..<size) == [99])
  }

  @Test("N37: progress is reported in both directions with the known totals")
  func progress() async throws {
    let server = try AnsweringServer { _ in Answer.text(String(repeating: "a", count: 500_000)) }
    let body = [UInt8](repeating: 1, count: 700_000)
    let received = await transport.received(makeRequest(server.url, .post, body: .bytes(body)))
    let counts = received.progress
    #expect(!counts.isEmpty)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0.sent <= $1.sent && $0.received <= $1.received })
    #expect(counts.contains { $0.toSend == 700_000 })
  }

  @Test("At most 64 transfers run at a time; all are answered over few connections")
  func many() async throws {
    let server = try AnsweringServer { _ in Answer.text("hello") }
    let transport = CurlTransport(transfers: 64, transfersPerHost: 16)
    let answered = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<500 {
        group.addTask {
          await transport.received(makeRequest(server.url)).bodyText == "hello"
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(answered == 500)
    #expect(server.connectionCount <= 16)
  }
}
