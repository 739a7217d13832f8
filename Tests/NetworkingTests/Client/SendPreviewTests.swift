import Basics
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Previews of a request without sending it") struct SendPreviewTests {
  private let defaults = RequestConfig.identified(as: "apus/0")

  /// The bytes that a server receives, and those of a preview of the same request.
  private func both(
    _ configure: (inout RequestConfig) throws -> Void
  ) async throws -> (sent: [UInt8], previewed: [UInt8]) {
    let server = try AnsweringServer { _ in Answer.text("there") }
    defer { server.stop() }
    let request = try Request.with {
      $0.host = server.url
      try configure(&$0)
    }
    let preview = Client(transport: PreviewTransport(), defaults: defaults)
    let hop = try #require(await preview.exchange(for: request).hops.first).request
    #expect(server.requests.isEmpty)
    _ = await Client(defaults: defaults).exchange(for: request)
    let received = try #require(server.requests.first)
    return (received.head + received.rawBody, hop.head + (hop.body?.allBytes ?? []))
  }

  private static let large = String(repeating: "0123456789", count: 50_000)

  @Test("Head and body equal the bytes that the server receives")
  func same() async throws {
    let kinds: [(inout RequestConfig) throws -> Void] = [
      { $0.headers["Accept"] = "*/*" },
      { $0.headers = Headers([Header("X", ""), Header("x-a", "1", omitsBlank: true), Header("Host", "other:1")]) },
      {
        $0.method = .post
        $0.body = .text("{\"a\": 1}", contentType: "application/json")
      },
      {
        $0.method = .put
        $0.body = .text(Self.large, contentType: nil)
        $0.headers["Expect"] = "100-continue"
      },
      {
        $0.method = .post
        $0.body = .multipart(Multipart([Multipart.Part("a", .text("é"))], boundary: "x"))
        $0.options.httpVersion = .http10
      },
      { $0.options.authentication = .init(.digest, user: "u", password: "p") },
    ]
    for (index, kind) in kinds.enumerated() {
      let (sent, previewed) = try await both(kind)
      #expect(
        sent == previewed,
        "\(index): \(String(decoding: sent.prefix(600), as: UTF8.self)) \(String(decoding: previewed.prefix(600), as: UTF8.self))"
      )
    }
  }

  @Test("A request over TLS has the Host of its server")
  func secure() async throws {
    for (url, host) in [
      ("https://a.example/x", "a.example"), ("https://a.example:443/x", "a.example"),
      ("https://a.example:80/x", "a.example:80"), ("https://a.example:8443/x", "a.example:8443"),
    ] {
      let request = try Request.with { $0.host = url }
      let sent = try #require(
        await Client(transport: PreviewTransport()).exchange(for: request).hops.first
      ).request
      #expect(sent.headers["Host"] == host && sent.headers.fields.count { $0.name == "Host" } == 1)
      #expect(String(decoding: sent.head, as: UTF8.self).hasPrefix("GET /x HTTP/1.1\r\n"))
    }
  }

  @Test("A plain proxy is not previewed; the content of a tunnel is")
  func proxied() async throws {
    for (url, beside, isKnown) in [
      ("http://a.example/", "b.example", false), ("https://a.example/", "", true),
      ("http://a.example/", "example", true), ("http://a.example/", "*", true),
    ] {
      let request = try Request.with {
        $0.host = url
        $0.options.proxy = "http://127.0.0.1:1"
        $0.options.noProxy = beside
      }
      let exchange = await Client(transport: PreviewTransport()).exchange(for: request)
      #expect(exchange.hops.first?.request.head.isEmpty == !isKnown)
    }
  }

  @Test("Only the beginning of a long body is read")
  func long() async throws {
    let request = try Request.with {
      $0.host = "http://a.example"
      $0.method = .post
      $0.body = .text(Self.large, contentType: nil)
    }
    let exchange = await Client(transport: PreviewTransport(limit: 1000)).exchange(for: request)
    let sent = try #require(exchange.hops.first).request
    #expect(sent.headers["Content-Length"] == "500000")
    #expect((sent.body?.count ?? 0) < 500_000)
  }

  @Test("The length or the last chunk ends a request")
  func ends() {
    for (text, isWhole) in [
      ("GET / HTTP/1.1\r\nA: b\r\n", false), ("GET / HTTP/1.1\r\nA: b\r\n\r\n", true),
      ("PUT / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab", false),
      ("PUT / HTTP/1.1\r\ncontent-length: 3\r\n\r\nabc", true),
      ("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n", false),
      ("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", true),
      ("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", true),
    ] {
      #expect(PreviewPeer.isComplete(Array(text.utf8)) == isWhole, "\(text)")
    }
  }
}
