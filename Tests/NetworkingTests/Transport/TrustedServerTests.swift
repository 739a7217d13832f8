import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Trust in one certificate of one server") struct TrustedServerTests {
  /// A server with a self-signed certificate.
  private struct Servers {
    let folder: TemporaryDirectory
    let peer: PythonPeer
    var url: String { "https://127.0.0.1:\(peer.port)" }
    var server: String { "127.0.0.1:\(peer.port)" }

    static func make() async throws -> Servers {
      let folder = try SelfSigned.make()
      return Servers(folder: folder, peer: try await SelfSigned.serve(folder))
    }

    func options(_ sha256: String, host: String? = nil) -> TransferOptions {
      makeOptions {
        $0.tls = TransferOptions.TLSOptions()
        $0.tls?.trusted = [TransferOptions.TrustedCertificate(host: host ?? server, sha256: sha256)]
      }
    }
  }

  @Test func `N43: Exactly that certificate is accepted, each time on its own connection.`() async throws {
    let servers = try await Servers.make()
    let transport = CurlTransport()
    let options = servers.options(try SelfSigned.fingerprint(servers.folder))
    for _ in 0..<2 {
      let received = await transport.received(makeRequest(servers.url + "/a", options: options))
      #expect(received.bodyText == "hello", "\(String(describing: received.failure))")
      let connection = try #require(received.result.hop.connection)
      #expect(connection.tls?.verifiedBy == .trustedCertificate && !connection.isReused)
    }
    // No other request uses the connection, and no other server is trusted because of it.
    let plain = await transport.received(makeRequest(servers.url + "/b"))
    #expect(plain.failure?.trustFault == .authority)
    #expect(servers.peer.requests == ["GET /a HTTP/1.1", "GET /a HTTP/1.1"])
  }

  @Test func `N43: Another certificate of that server is rejected before anything is sent.`() async throws {
    let servers = try await Servers.make()
    let old = try SelfSigned.fingerprint(servers.folder)
    try SelfSigned.renew(servers.folder)
    let transport = CurlTransport()
    // An unverified connection is available for misuse.
    _ = await transport.received(
      makeRequest(servers.url + "/k", options: makeOptions { $0.tls = .init(verifies: false) }))
    let secret = makeRequest(
      servers.url + "/secret", .post, headers: Headers([Header("Authorization", "Bearer s3cret")]),
      body: .bytes(Array("s3cret".utf8)), options: servers.options(old))
    let received = await transport.received(secret)
    #expect(received.failure?.trustFault == .changed, "\(String(describing: received.failure))")
    #expect(received.failure?.message == "The certificate of \(servers.server) is not the one that is trusted for it")
    #expect(received.failure?.detail == "it is sha256:\(try SelfSigned.fingerprint(servers.folder))")
    #expect(received.result.hop.request.head.isEmpty)
    #expect(servers.peer.requests == ["GET /k HTTP/1.1"])
  }

  @Test func `N43: A certificate that is trusted for one server is not trusted for another.`() async throws {
    let servers = try await Servers.make()
    let fingerprint = try SelfSigned.fingerprint(servers.folder)
    for host in ["127.0.0.1:1", "localhost:\(servers.peer.port)", "127.0.0.1"] {
      let received = await CurlTransport().received(
        makeRequest(servers.url + "/a", options: servers.options(fingerprint, host: host)))
      #expect(received.failure?.trustFault == .authority, "\(host)")
    }
    #expect(servers.peer.requests.isEmpty)
  }

  @Test func `N43: Verification is disabled for the named servers only.`() async throws {
    let servers = try await Servers.make()
    func received(_ host: String) async -> Received {
      let options = makeOptions {
        $0.tls = TransferOptions.TLSOptions()
        $0.tls?.unverified = [host]
      }
      return await CurlTransport().received(makeRequest(servers.url + "/a", options: options))
    }
    let believed = await received(servers.server)
    #expect(believed.bodyText == "hello" && believed.result.hop.connection?.tls?.verifiedBy == .nothing)
    #expect(await received("127.0.0.1:1").failure?.trustFault == .authority)
  }

  @Test func `The certificate of a server is read without sending a request.`() async throws {
    let servers = try await Servers.make()
    let chain = try await Client().presentedCertificates(by: servers.url + "/secret?token=1", over: TransferOptions())
    let leaf = try #require(chain.first)
    #expect(leaf.sha256 == (try SelfSigned.fingerprint(servers.folder)))
    #expect(leaf.subject.contains("apus.test") && leaf.issuer == leaf.subject && !leaf.notAfter.isEmpty)
    #expect(servers.peer.requests.isEmpty)
    let gone = try RawServer.refusedPort()
    await #expect(throws: NetworkError.self) {
      try await Client().presentedCertificates(by: "https://127.0.0.1:\(gone)/", over: TransferOptions())
    }
  }

  @Test func `The certificate of a proxy is never mistaken for that of the server behind it.`() async throws {
    guard CurlTransport().capabilities.has(.proxy) else { try Test.cancel("this libcurl has no proxy") }
    let web = try await WebServer.make()
    let key = web.folder.path("server.key")
    let proxy = try await PythonPeer.make("proxy", web.serverCertificate, key)
    // The proxy itself is trusted, and reaches nothing there.
    let options = makeOptions {
      $0.tls = .init(caFile: web.caFile)
      $0.proxy = "https://127.0.0.1:\(proxy.port)"
    }
    let url = "https://127.0.0.1:\(try RawServer.refusedPort())/"
    let received = await CurlTransport().received(makeRequest(url, options: options))
    #expect(received.failure != nil && proxy.seen.contains("CONNECT"))
    #expect(received.result.hop.connection?.tls?.certificates ?? [] == [])
  }
}
