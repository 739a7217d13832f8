import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Routes to a server, and encoded responses")
struct RoutesTests {
  let transport = CurlTransport()

  private func tunnelled(_ server: WebServer, _ proxy: PythonPeer, _ address: String) -> TransferOptions {
    makeOptions {
      $0.tls = .init(caFile: server.caFile)
      $0.proxy = "\(address):\(proxy.port)"
    }
  }

  @Test("N45: https uses a proxy tunnel, whose head is hidden, and the connection is reused")
  func tunnel() async throws {
    let server = try await WebServer.make()
    let proxy = try await PythonPeer.make("proxy")
    let options = tunnelled(server, proxy, "http://127.0.0.1")
    for isSecond in [false, true] {
      let received = await transport.received(makeRequest(server.secureURL + "/hello", options: options))
      #expect(received.bodyText == "hello over there\n", "\(String(describing: received.failure))")
      #expect(received.heads.count == 1 && received.challenged.isEmpty)
      #expect(received.result.hop.request.head.starts(with: "GET /hello".utf8))
      let connection = try #require(received.result.hop.connection)
      #expect(connection.isReused == isSecond && connection.tls?.version?.isEmpty == false)
    }
    #expect(proxy.seen == "CONNECT localhost:\(server.securePort) HTTP/1.1\n")
  }

  @Test("N45: a proxy can be reached over TLS")
  func secureProxy() async throws {
    guard transport.capabilities.has(.proxy) else { try Test.cancel("this libcurl has no proxy") }
    let server = try await WebServer.make()
    let key = server.folder.path("server.key")
    let proxy = try await PythonPeer.make("proxy", server.serverCertificate, key)
    let options = tunnelled(server, proxy, "https://127.0.0.1")
    var strange = options
    strange.tls = nil
    // An untrusted proxy gets no request.
    let refused = await transport.received(makeRequest(server.secureURL + "/hello", options: strange))
    #expect(refused.failure?.category == .proxy && !proxy.seen.contains("CONNECT"))
    let named = "The certificate of the proxy 127.0.0.1:\(proxy.port) is not trusted"
    #expect(refused.failure?.message == named && refused.failure?.trustFault == nil)
    let received = await transport.received(makeRequest(server.secureURL + "/hello", options: options))
    #expect(received.bodyText == "hello over there\n", "\(String(describing: received.failure))")
    #expect(proxy.seen.contains("CONNECT localhost:\(server.securePort) HTTP/1.1"))
  }

  @Test("N45 N55: an unreachable proxy is named instead of the server")
  func absentProxy() async throws {
    let (port, server) = (try RawServer.refusedPort(), try RawServer.refusedPort())
    for (proxy, url) in [
      ("http://127.0.0.1:\(port)", "http://shop.test/"), ("127.0.0.1:\(port)", "https://shop.test/"),
      ("socks5h://127.0.0.1:\(port)", "http://shop.test/"),
    ] {
      let received = await transport.received(makeRequest(url, options: makeOptions { $0.proxy = proxy }))
      let failure = try #require(received.failure)
      #expect(failure.message == "Could not connect to the proxy 127.0.0.1:\(port) (connection refused)", "\(failure)")
      #expect(failure.category == .connect && failure.isOfProxy)
    }
    for options in [TransferOptions(), makeOptions { $0.proxy = "" }] {
      let received = await transport.received(makeRequest("http://127.0.0.1:\(server)/", options: options))
      #expect(received.failure?.message == "Could not connect to 127.0.0.1:\(server) (connection refused)")
      #expect(received.failure?.isOfProxy == false)
    }
    let short = await transport.received(makeRequest("http://127.1:\(server)/"))
    #expect(short.failure?.message == "Could not connect to 127.1:\(server) (connection refused)")
  }

  @Test("N45: HTTP/2 with prior knowledge is used from the first byte")
  func priorKnowledge() async throws {
    guard transport.capabilities.has(.http2) else { try Test.cancel("this libcurl has no http2") }
    let server = try await WebServer.make()
    let options = makeOptions { $0.httpVersion = .http2PriorKnowledge }
    let received = await transport.received(makeRequest(server.priorKnowledgeURL + "/hello", options: options))
    #expect(received.bodyText == "hello over there\n", "\(String(describing: received.failure))")
    #expect(received.head?.httpVersion == "2")
    #expect(!received.result.hop.request.head.isEmpty && received.informational.isEmpty)
  }

  @Test("N45: HTTP/3 is used if the library supports it, and rejected by name if not")
  func http3() async throws {
    let port = try RawServer.refusedPort()
    let options = makeOptions { $0.httpVersion = .http3 }
    let received = await transport.received(makeRequest("https://127.0.0.1:\(port)/", options: options))
    let failure = try #require(received.failure)
    if transport.capabilities.has(.http3) {
      #expect(failure.category != .unsupported)
    } else {
      #expect(failure.category == .unsupported && failure.message.contains("http3"))
    }
  }

  @Test("N45: the interface or address to send from can be chosen")
  func interface() async throws {
    let server = try AnsweringServer()
    #if os(Linux)
    let address = "127.0.0.2"
    #else
    let address = "127.0.0.1"
    #endif
    let received = await transport.received(makeRequest(server.url, options: makeOptions { $0.interface = address }))
    #expect(received.head?.status == .ok, "\(String(describing: received.failure))")
    #expect(received.result.hop.connection?.localAddress?.hasPrefix(address + ":") == true)
    let none = await transport.received(makeRequest(server.url, options: makeOptions { $0.interface = "nosuch0" }))
    #expect(none.failure?.category == .connect)
  }

  @Test("N45: brotli and zstd are requested and decoded only if the library supports them")
  func encodings() async throws {
    let text = "the quick brown fox jumps over the lazy dog, again and again and again and again"
    let samples: [(name: String, feature: TransportCapabilities.Feature, bytes: [UInt8])] = [
      ("br", .brotli, Self.brotli), ("zstd", .zstd, Self.zstd),
    ]
    for sample in samples {
      let server = try RawServer { connection in
        guard let request = connection.readRequest() else { return }
        let isAsked = request["Accept-Encoding"]?.contains(sample.name) == true
        let name = isAsked ? sample.name : "identity"
        try connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: \(name)\r\nConnection: close\r\n\r\n")
        try connection.write(isAsked ? sample.bytes : Array(text.utf8))
      }
      let received = await transport.received(makeRequest(server.url))
      #expect(received.bodyText == text, "\(String(describing: received.failure))")
      #expect(received.head?.headers["Content-Encoding"] == sample.name || !transport.capabilities.has(sample.feature))
      let raw = await transport.received(makeRequest(server.url, options: makeOptions { $0.decompresses = false }))
      #expect(raw.bodyText == text)
    }
  }

  private static let brotli: [UInt8] = [
    27, 79, 0, 80, 157, 9, 118, 172, 11, 235, 88, 206, 195, 154, 204, 140, 141, 78, 131, 176, 204, 229, 205, 51, 60,
    189, 124, 67, 11, 131, 13, 56, 112, 8, 48, 216, 39, 158, 109, 216, 128, 243, 216, 226, 5, 23, 89, 247, 95, 33,
    234, 171, 18, 205, 168, 83, 31, 100, 19, 110, 0,
  ]

  private static let zstd: [UInt8] = [
    40, 181, 47, 253, 4, 104, 229, 1, 0, 36, 3, 116, 104, 101, 32, 113, 117, 105, 99, 107, 32, 98, 114, 111, 119, 110,
    32, 102, 111, 120, 32, 106, 117, 109, 112, 115, 32, 111, 118, 101, 114, 32, 108, 97, 122, 121, 32, 100, 111, 103,
    44, 32, 97, 103, 97, 105, 110, 32, 97, 110, 100, 2, 0, 91, 44, 44, 88, 149, 7, 34, 199, 171, 69,
  ]
}
