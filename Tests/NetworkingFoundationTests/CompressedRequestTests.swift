import Basics
import Foundation
import HTTPTypes
import Networking
import NetworkingFoundation
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Compressed request bodies")
struct CompressedRequestTests {
  private static let text = String(repeating: "a line that repeats\n", count: 20_000)

  /// Answers with the body in the coding in which it came, after a redirect for `/moved`.
  private static func echo(_ connection: RawConnection, _ log: (CapturedRequest) -> Void) throws {
    while let request = connection.readRequest() {
      log(request)
      if request.target == "/moved" {
        try connection.write(Answer.redirect(307, to: "/"))
        continue
      }
      let coding = request["Content-Encoding"].map { "Content-Encoding: \($0)\r\n" } ?? ""
      try connection.write("HTTP/1.1 200 OK\r\n\(coding)Content-Length: \(request.body.count)\r\n\r\n")
      try connection.write(request.body)
    }
  }

  /// The response to `POST` and the requests that the server received for it.
  private func sent(
    over client: Client, to path: String = "/", _ configure: (inout RequestConfig) throws -> Void
  ) async throws -> (response: Response, received: [CapturedRequest]) {
    let log = Mutex<[CapturedRequest]>([])
    let server = try RawServer { connection in
      try Self.echo(connection) { request in log.withLock { $0.append(request) } }
    }
    defer { server.stop() }
    let request = try Request.with(RequestConfig(url: server.url + path)) {
      $0.method = .post
      try configure(&$0)
    }
    let response = try await client.response(for: request)
    return (response, log.withLock { $0 })
  }

  @Test(
    "N45: text, a form with a file, a file and a stream are sent compressed if the request asks for it",
    arguments: ConformanceTests.Kind.allCases)
  func bodies(kind: ConformanceTests.Kind) async throws {
    let folder = try TemporaryDirectory("compressed")
    let bytes = Array(Self.text.utf8)
    let path = try folder.write("body.txt", bytes)
    var form = Multipart(boundary: "B")
    form.append("f", .file(path: path))
    let bodies: [RequestConfig.Body] = [
      .text(Self.text), .file(path), .multipart(form),
      .stream(
        BodyStream {
          let pieces = Pieces(bytes)
          return { await pieces.next() }
        }),
    ]
    for body in bodies {
      let (response, received) = try await sent(over: kind.client) {
        $0.body = body
        $0.options.compressesBody = true
      }
      let request = try #require(received.first)
      #expect(request.values("Content-Encoding") == ["gzip"])
      #expect(request.body.count < bytes.count / 10)
      #expect(response.text().contains(Self.text))
    }
  }

  @Test("N45: bytes that gain nothing from compression arrive unchanged", arguments: ConformanceTests.Kind.allCases)
  func incompressible(kind: ConformanceTests.Kind) async throws {
    let folder = try TemporaryDirectory("compressed")
    var generator = SeededGenerator(seed: 45)
    for size in [1, 1000, 700_000] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let path = try folder.write("\(size)", bytes)
      for body in [RequestConfig.Body.bytes(bytes), .file(path)] {
        let (response, received) = try await sent(over: kind.client) {
          $0.body = body
          $0.options.compressesBody = true
        }
        #expect(received.first?["Content-Encoding"] == "gzip")
        #expect(response.bytes == bytes)
      }
    }
  }

  @Test("N45: a redirected body is compressed for each hop", arguments: ConformanceTests.Kind.allCases)
  func redirected(kind: ConformanceTests.Kind) async throws {
    let (response, received) = try await sent(over: kind.client, to: "/moved") {
      $0.body = .text(Self.text)
      $0.options.compressesBody = true
    }
    #expect(received.count == 2 && received.allSatisfy { $0.values("Content-Encoding") == ["gzip"] })
    #expect(received.first?.body == received.last?.body)
    #expect(response.text() == Self.text)
  }

  @Test("N45: a body is sent as it is by default, if it is empty or if it is already encoded")
  func unchanged() async throws {
    let plain = try await sent(over: Client()) { $0.body = .text("plain") }
    #expect(plain.received.first?.bodyText == "plain" && plain.received.first?["Content-Encoding"] == nil)
    let empty = try await sent(over: Client()) { $0.options.compressesBody = true }
    #expect(empty.received.first?.body == [] && empty.received.first?["Content-Encoding"] == nil)
    let encoded = try await sent(over: Client()) {
      $0.body = .text("mine")
      $0.headers["Content-Encoding"] = "x-mine"
      $0.options.compressesBody = true
    }
    #expect(encoded.received.first?.bodyText == "mine")
    #expect(encoded.received.first?.values("Content-Encoding") == ["x-mine"])
  }

  @Test(
    "N45: the client's defaults compress bodies, and a request can decline", arguments: ConformanceTests.Kind.allCases)
  func defaults(kind: ConformanceTests.Kind) async throws {
    var client = kind.client
    var defaults = RequestConfig()
    defaults.options.compressesBody = true
    client.defaults = defaults
    let asked = try await sent(over: client) { $0.body = .text(Self.text) }
    #expect(asked.received.first?["Content-Encoding"] == "gzip")
    let declined = try await sent(over: client) {
      $0.body = .text(Self.text)
      $0.options.compressesBody = false
    }
    #expect(declined.received.first?["Content-Encoding"] == nil && declined.received.first?.bodyText == Self.text)
  }

  @Test("N45: a Content-Length set by hand is that of the compressed body")
  func length() async throws {
    let (response, received) = try await sent(over: Client()) {
      $0.body = .text(Self.text)
      $0.headers["Content-Length"] = String(Self.text.utf8.count)
      $0.options.compressesBody = true
    }
    #expect(received.first?.values("Content-Length") == [String(received.first?.body.count ?? -1)])
    #expect(response.text() == Self.text)
  }

  @Test("N45: a URLRequest has the compressed body and its coding")
  func native() throws {
    let request = try URLRequest.with(RequestConfig(url: "http://h/")) {
      $0.method = .post
      $0.body = .text(Self.text)
      $0.options.compressesBody = true
    }
    #expect(request.value(forHTTPHeaderField: "Content-Encoding") == "gzip")
    #expect(request.httpBody?.prefix(2) == Data([0x1F, 0x8B]))
    #expect((request.httpBody?.count ?? .max) < Self.text.utf8.count / 10)
  }
}

/// Bytes in pieces of 1000.
private actor Pieces {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func next() -> [UInt8]? {
    defer { rest = rest.dropFirst(1000) }
    return rest.isEmpty ? nil : Array(rest.prefix(1000))
  }
}
