import HTTPTypes
import Networking
import NetworkingFoundation
import TestSupport
import Testing

@Suite("N48: features that a transport lacks")
struct UnsupportedTests {
  /// A request for each part that some transports cannot carry out.
  private static let requests: [@Sendable (inout RequestConfig) -> Void] = [
    { $0.options.unixSocket = "/s" }, { $0.options.proxy = "http://p" }, { $0.options.noProxy = "*" },
    { $0.options.proxyExceptions = ["h"] }, { $0.options.resolve = ["h:1:127.0.0.1"] },
    { $0.options.connectTo = ["h:1:g:2"] }, { $0.options.interface = "lo" },
    { $0.options.connectTimeout = .seconds(10) }, { $0.options.httpVersion = .http2 }, { $0.options.upgrades = true },
    { $0.options.clientCertificates = [.init(hosts: HostPattern("h"), file: "/c.pem")] },
    { $0.options.tls = .init(pinnedPublicKeys: "sha256//A=") }, { $0.options.tls = .init(verifies: false) },
    { $0.options.authentication = .init(.digest, user: "u", password: "p") },
    { $0.options.authentication = .init(.ntlm, user: "u", password: "p") },
    { $0.options.authentication = .init(.negotiate, user: "u", password: "p") },
    { $0.options.authentication = .init(.basic, user: "u", password: "p") },
    { $0.options.loginFile = .init(path: "/netrc") }, { $0.options.requestTarget = "*" },
    { $0.suppress(.userAgent) }, { $0.body = .text("x") }, { $0.options.decompresses = false },
  ]

  private func failure(
    _ transport: any Transport, _ url: String, _ change: (inout RequestConfig) -> Void
  ) async throws -> NetworkError? {
    let request = try Request.with(RequestConfig(url: url), change)
    return await withCheckedContinuation { continuation in
      _ = transport.start(TransportRequest(request)) { event in
        if case .finished(let result) = event { continuation.resume(returning: result.failure) }
      }
    }
  }

  @Test("N48: URLSession refuses each by an error that names the option and the transport that has it")
  func table() async throws {
    let (transport, server) = (URLSessionTransport(), try AnsweringServer())
    let name = transport.capabilities.name
    var refused: Set<String> = []
    for request in Self.requests {
      let failure = try await failure(transport, server.url, request)
      #expect(failure?.category == .unsupported, "\(failure?.description ?? "sent")")
      refused.insert(failure?.description ?? "sent")
    }
    let expected = TransportRequirement.all.filter { !transport.capabilities.has($0.feature) }
    let plain = try Request.with(RequestConfig(url: server.url))
    #expect(refused == Set(expected.map { $0.refusal(by: name, of: plain).description }))
    #expect(expected.count == Self.requests.count && expected.count == TransportRequirement.all.count)
    #expect(refused.contains("\(name) cannot choose the network interface: options.interface needs CurlTransport"))
    #expect(server.requests.isEmpty)
  }

  @Test("N48: libcurl refuses nothing of it, except what its build lacks")
  func curl() throws {
    let capabilities = CurlTransport().capabilities
    let optional: Set<TransportCapabilities.Feature> = [.unixSocket, .ntlm, .negotiate]
    for part in TransportRequirement.all {
      #expect(capabilities.has(part.feature) || optional.contains(part.feature), "\(part.feature)")
    }
  }

  @Test("N48: settings that change nothing are sent by URLSession: default TLS, automatic versions, own headers")
  func harmless() async throws {
    let (transport, server) = (URLSessionTransport(), try AnsweringServer())
    let changes: [@Sendable (inout RequestConfig) -> Void] = [
      { $0.options.tls = .init() }, { $0.options.httpVersion = .automatic }, { $0.suppress("X-Own") },
      { $0.options.resolve = [] }, { $0.options.connectTo = [] }, { $0.options.clientCertificates = [] },
      { $0.options.priority = 3 }, { ($0.options.idleTimeout, $0.options.totalTimeout) = (.seconds(60), .seconds(60)) },
      {
        $0.options.decompresses = false
        $0.headers[.acceptEncoding] = "identity"
      },
    ]
    for change in changes { #expect(try await failure(transport, server.url, change) == nil) }
    #expect(server.requests.count == changes.count)
  }

  @Test("Features that no request asks for are absent, too")
  func absent() {
    // Trailers above all: on Linux a server that sends them ends a process that uses URLSession.
    let absent: Set<TransportCapabilities.Feature> = [
      .trailers, .backPressure, .informationalResponses, .rawHeads, .phaseTiming, .certificateChain,
    ]
    #expect(URLSessionTransport().capabilities.features.isDisjoint(with: absent))
  }
}
