import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Repeated requests on one transport")
struct RepeatedRequestTests {
  /// The parts of a result that must not change.
  private struct Outcome: Equatable {
    var failure: NetworkError?
    var arrived: String?
    var shown: [UInt8]
    var status: Int?
  }

  private func outcome(_ url: String, of transport: CurlTransport, at server: AnsweringServer) async -> Outcome {
    let count = server.requests.count
    let received = await transport.received(makeRequest(url))
    return Outcome(
      failure: received.failure, arrived: server.requests.dropFirst(count).first?.headText,
      shown: received.result.hop.request.head, status: received.head?.status.code)
  }

  @Test(
    "A URL is sent the same way every time, even an invalid one",
    arguments: [
      "http://HOST/a/../b/./c?x=[1]&y=%7B&z", "http://HOST", "HTTP://HOST/x", "http://user:secret@HOST/",
      "http://HOST/a b",
      "http://HOST?q=1?2", "http://HOST/#part", "http://HOST/%zz//.", "HOST/without-scheme", "http:/HOST/one",
      "http:///HOST/three", "http://[::1/", "http://", "ftp://HOST/file", "http://HOST/\u{e4}",
    ])
  func same(_ pattern: String) async throws {
    let server = try AnsweringServer()
    let transport = CurlTransport()
    let url = pattern.replacing("HOST", with: "127.0.0.1:\(server.port)")
    let first = await outcome(url, of: CurlTransport(), at: server)
    for _ in 0..<3 { #expect(await outcome(url, of: transport, at: server) == first) }
    if first.failure == nil { #expect(Array((first.arrived ?? "").utf8) == first.shown) }
  }

  @Test("Each request has its own headers, regardless of the previous one")
  func headers() async throws {
    let server = try AnsweringServer()
    let transport = CurlTransport()
    let all: [Headers] = [
      Headers(), Headers([Header("A", "1")]), Headers([Header("A", "1")]), Headers([Header("User-Agent", "x")]),
      Headers(),
    ]
    for headers in all {
      let received = await transport.received(makeRequest(server.url, headers: headers))
      #expect(received.result.hop.request.head == server.requests.last?.head)
    }
    let sent = server.requests.map { request in request.headers.map(\.name).filter { $0 == "A" || $0 == "User-Agent" } }
    #expect(sent == [[], ["A"], ["A"], ["User-Agent"], []])
  }

  @Test("Each response has its own head, even if only the last byte differs from the previous one")
  func heads() async throws {
    let count = Mutex(0)
    let server = try AnsweringServer { _ in
      let number = count.withLock { count in
        count += 1
        return count / 2
      }
      return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Number: \(number)\r\n\r\n"
    }
    let transport = CurlTransport()
    var numbers: [String?] = []
    for _ in 0..<6 { numbers.append(await transport.received(makeRequest(server.url)).head?.headers["X-Number"]) }
    #expect(numbers == ["0", "1", "1", "2", "2", "3"])
  }

  @Test("A request on a stale connection is shown as finally sent")
  func left() async throws {
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    }
    let transport = CurlTransport()
    for _ in 0..<3 {
      let received = await transport.received(makeRequest(server.url + "/again"))
      #expect(received.failure == nil)
      #expect(received.result.hop.request.head.starts(with: Array("GET /again HTTP/1.1\r\n".utf8)))
      #expect(received.result.hop.request.head.suffix(4) == Array("\r\n\r\n".utf8))
    }
  }

  @Test("Progress is reported on request", arguments: [true, false])
  func progress(_ isAsked: Bool) async throws {
    let server = try oneShot("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    let count = Mutex(0)
    var request = TransportRequest(makeRequest(server.url))
    request.reportsProgress = isAsked
    let (ends, feed) = AsyncStream.makeStream(of: Void.self)
    let call = CurlTransport().start(request) { event in
      if case .progress = event { count.withLock { $0 += 1 } }
      if case .finished = event { feed.finish() }
    }
    for await _ in ends {}
    #expect((count.withLock { $0 } > 0) == isAsked)
    call.cancel()
  }
}
