import Basics
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("The curl transport sends exactly the request")
struct CurlTransportSendingTests {
  let transport = CurlTransport()

  @Test("Method, path, header order, case, duplicates and empty values arrive as written")
  func verbatim() async throws {
    let server = try AnsweringServer()
    let headers = Headers([
      Header("X-b", "1"), Header("x-B", "2"), Header("Empty", ""), Header("Cookie", "a=b"), Header("user-AGENT", "me"),
    ])
    let options = makeOptions { $0.decompresses = false }
    let received = await transport.received(
      makeRequest(server.url + "/a/../b/./c?x=[1]&y=%7B&z", headers: headers, options: options))
    #expect(received.failure == nil)
    let request = try #require(server.requests.first)
    #expect(
      request.headText == """
        GET /a/../b/./c?x=[1]&y=%7B&z HTTP/1.1\r
        Host: 127.0.0.1:\(server.port)\r
        X-b: 1\r
        x-B: 2\r
        Empty:\r
        Cookie: a=b\r
        user-AGENT: me\r
        \r

        """)
    #expect(received.result.hop.request.head == request.head)
    #expect(received.result.hop.request.headers.fields.first == Header("Host", "127.0.0.1:\(server.port)"))
  }

  @Test(
    "Any token is a valid method, with or without a body, including GET",
    arguments: ["GET", "get", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "M-SEARCH", "PROPFIND"])
  func methods(_ name: String) async throws {
    let method = try #require(HTTPRequest.Method(name))
    let server = try AnsweringServer()
    _ = await transport.received(makeRequest(server.url, method))
    _ = await transport.received(makeRequest(server.url, method, body: .bytes(Array("hello".utf8))))
    #expect(server.requests.map(\.method) == [name, name])
    #expect(server.requests.map(\.bodyText) == ["", "hello"])
    #expect(server.requests.map { $0["Content-Length"] } == [nil, "5"])
    #expect(server.requests.allSatisfy { $0["Content-Type"] == nil && $0["Accept"] == nil && $0["Expect"] == nil })
  }

  @Test("HEAD expects no response body, even if it sends one")
  func head() async throws {
    let server = try AnsweringServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n" }
    for body in [Request.Body.none, .bytes(Array("x".utf8))] {
      let received = await transport.received(makeRequest(server.url, .head, body: body))
      #expect(received.failure == nil)
      #expect(received.head?.headers["content-length"] == "9999")
      #expect(received.result.body?.count == 0)
    }
    #expect(server.requests.map(\.bodyText) == ["", "x"])
  }

  @Test("A suppressed header is not added, a requested one is sent")
  func suppressed() async throws {
    let server = try AnsweringServer()
    _ = await transport.received(makeRequest(server.url, suppressing: ["Accept-Encoding", "Host"]))
    _ = await transport.received(
      makeRequest(
        server.url, .post, headers: Headers([Header("Accept", "a/b"), Header("Accept-Encoding", "br")]),
        body: .bytes([])))
    let requests = server.requests
    #expect(requests[0].headers.isEmpty)
    #expect(requests[1].headers.map(\.name) == ["Host", "Accept", "Accept-Encoding", "Content-Length"])
    #expect(requests[1]["Content-Length"] == "0")
  }

  @Test("Bodies from bytes, files, sequences of both and streams arrive complete")
  func bodies() async throws {
    let folder = try TemporaryDirectory()
    let big = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = try folder.write("big", big)
    let server = try AnsweringServer()
    let stream = BodyStream {
      let parts = Parts([Array("one ".utf8), [], Array("two".utf8)])
      return { parts.next() }
    }
    let known = BodyStream(count: 7) {
      let parts = Parts([Array("one ".utf8), Array("two".utf8)])
      return { parts.next() }
    }
    let all: [Request.Body] = [
      .bytes(big), .file(path: path, size: big.count),
      .sequence([.bytes([1, 2]), .file(path: path, size: big.count), .bytes([3])]), .stream(stream), .stream(known),
    ]
    for body in all {
      let received = await transport.received(makeRequest(server.url, .put, body: body))
      #expect(received.failure == nil)
      #expect(received.result.hop.sizes.requestBody >= (body.count ?? 7))
    }
    let requests = server.requests
    #expect(requests.map(\.body) == [big, big, [1, 2] + big + [3], Array("one two".utf8), Array("one two".utf8)])
    #expect(requests[3]["Transfer-Encoding"] == "chunked")
    #expect(requests[4]["Content-Length"] == "7")
    #expect(requests[2]["Content-Length"] == "\(big.count + 3)")
  }

  @Test("An unreadable body ends the transfer with the file's name or the stream's error")
  func unreadableBodies() async throws {
    let server = try AnsweringServer()
    let missing = await transport.received(
      makeRequest(server.url, .put, body: .file(path: "/nowhere/at/all", size: 200_000)))
    #expect(missing.failure?.category == .storage)
    #expect(missing.failure?.message.contains("/nowhere/at/all") == true)
    let short = BodyStream(count: 9) {
      let parts = Parts([Array("short".utf8)])
      return { parts.next() }
    }
    let received = await transport.received(makeRequest(server.url, .put, body: .stream(short)))
    #expect(received.failure?.category == .storage)
    #expect(received.failure?.message.contains("5 bytes instead of 9") == true)
    let broken = BodyStream { throw ServerError("no more ink") }
    let failed = await transport.received(makeRequest(server.url, .put, body: .stream(broken)))
    #expect(failed.failure?.detail?.contains("no more ink") == true)
  }

  @Test("N45: a proxy gets the absolute URL; Unix sockets and address overrides are used")
  func routes() async throws {
    let server = try AnsweringServer()
    _ = await transport.received(
      makeRequest("http://example.test/a?b", options: makeOptions { $0.proxy = "http://127.0.0.1:\(server.port)" }))
    _ = await transport.received(
      makeRequest(
        "http://resolved.test:\(server.port)/r",
        options: makeOptions { $0.resolve = ["resolved.test:\(server.port):127.0.0.1"] }))
    _ = await transport.received(
      makeRequest(
        "http://moved.test/m", options: makeOptions { $0.connectTo = ["moved.test:80:127.0.0.1:\(server.port)"] }))
    #expect(server.requests.map(\.target) == ["http://example.test/a?b", "/r", "/m"])
    #expect(server.requests.map { $0["Host"] } == ["example.test", "resolved.test:\(server.port)", "moved.test"])
  }

  @Test("An address override of one request does not affect the next")
  func forgotten() async throws {
    let server = try AnsweringServer()
    let url = "http://only-once.invalid:\(server.port)/"
    let options = makeOptions { $0.resolve = ["only-once.invalid:\(server.port):127.0.0.1"] }
    #expect(await transport.received(makeRequest(url, options: options)).failure == nil)
    #expect(await transport.received(makeRequest(url)).failure?.category == .resolve)
  }
}

/// Returns chunks one at a time.
final class Parts: Sendable {
  private let rest: Mutex<[[UInt8]]>
  init(_ parts: [[UInt8]]) { rest = Mutex(parts) }
  func next() -> [UInt8]? { rest.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
