import TestSupport
import Testing

@testable import GRPCProbe
@testable import HTTPModel
@testable import Networking

/// Calls to a server of grpcio, plain and over TLS.
@Suite struct GRPCInteropTests {
  private enum Kind: String, CaseIterable { case plain, secure }

  /// A server with its files and its client, all with the lifetime of this object.
  private final class Peer {
    let server: PythonPeer
    let target: ProbeTarget
    private let files: TemporaryDirectory?

    init(_ server: PythonPeer, _ target: ProbeTarget, _ files: TemporaryDirectory? = nil) {
      (self.server, self.target, self.files) = (server, target, files)
    }
  }

  private func peer(_ kind: Kind) async throws -> Peer {
    guard kind == .secure else {
      let server = try await PythonPeer.makeGRPC()
      return Peer(server, ProbeTarget(url: server.url))
    }
    let files = try SelfSigned.make()
    let server = try await PythonPeer.makeGRPC("secure", files.path("server.pem"), files.path("server.key"))
    let url = "https://localhost:\(server.port)"
    return Peer(server, ProbeTarget(url: url, authority: files.path("server.pem")), files)
  }

  @Test(arguments: [false, true])
  func `Every published interoperability case passes.`(isSecure: Bool) async throws {
    let peer = try await peer(isSecure ? .secure : .plain)
    for name in InteropCases.names {
      let fault = try await InteropCases(target: peer.target).run(name)
      #expect(fault == nil, "\(name)")
    }
    withExtendedLifetime(peer) {}
  }

  /// `Scripts/conformance grpc` makes 10,000.
  @Test(arguments: [false, true])
  func `Early ends, rejections and cancelled calls lose no status.`(isSecure: Bool) async throws {
    let peer = try await peer(isSecure ? .secure : .plain)
    #expect(try await EarlyEnds(target: peer.target).run(200) == [])
    withExtendedLifetime(peer) {}
  }

  @Test func `A call through a proxy uses a tunnel, and its exchange has the connection and trailers.`() async throws {
    let peer = try await peer(.secure)
    let proxy = try await PythonPeer.make("proxy")
    let target = peer.target
    let request = try Request.with(RequestConfig(url: target.url + "/grpc.testing.TestService/EmptyCall")) {
      $0.options.proxy = "http://127.0.0.1:\(proxy.port)"
      $0.options.tls = TransferOptions.TLSOptions(caFile: target.authority)
    }
    let sender = GRPCSender()
    try await sender.send([])
    sender.finish()
    let exchange = await target.client.exchange(grpc: request, GRPCConfig(), from: sender) { _ in }
    #expect(exchange.failure == nil)
    #expect(proxy.seen == "CONNECT localhost:\(peer.server.port) HTTP/1.1\n")
    let hop = try #require(exchange.hops.last)
    #expect(hop.connection?.tls?.alpn == "h2" && hop.connection?.tls?.version == "TLSv1.3")
    #expect(hop.connection?.httpVersion == "2" && hop.connection?.tls?.certificates.isEmpty == false)
    #expect(hop.response?.trailers["grpc-status"] == "0" && hop.timing.secured != nil && hop.timing.firstByte != nil)
    #expect(String(decoding: hop.request.head, as: UTF8.self).contains("te: trailers\r\n"))
    withExtendedLifetime(peer) {}
  }

  @Test func `An untrusted certificate ends the call before anything is sent.`() async throws {
    let peer = try await peer(.secure)
    let stranger = ProbeTarget(url: peer.target.url)
    let call = try await stranger.unary("/grpc.testing.TestService/EmptyCall", [])
    #expect(call.exchange.failure?.category == .tls && call.close == nil)
    withExtendedLifetime(peer) {}
  }

  @Test func `A server without HTTP/2 over TLS is rejected with an explanation.`() async throws {
    let files = try SelfSigned.make()
    let server = try await SelfSigned.serve(files)
    defer { withExtendedLifetime((files, server)) {} }
    let target = ProbeTarget(url: "https://localhost:\(server.port)", authority: files.path("server.pem"))
    let call = try await target.unary("/a.B/C", [])
    #expect(
      call.exchange.failure?.message
        == "localhost:\(server.port) does not offer HTTP/2 over TLS (ALPN h2), which gRPC needs"
    )
  }
}
