import Basics
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("TLS, HTTP/2 and other connections to a real nginx")
struct SecureTransportTests {
  let transport = CurlTransport()
  /// `nil` if nginx is not installed, which a notice reports.
  let server: WebServer

  init() async throws {
    server = try await WebServer.make()
  }

  private func tls(_ set: (inout TransferOptions.TLSOptions) -> Void = { _ in }) throws -> TransferOptions {
    var tls = TransferOptions.TLSOptions(caFile: server.caFile)
    set(&tls)
    return makeOptions { $0.tls = tls }
  }

  @Test("N43 N49: HTTP/2 over TLS reports version, cipher, ALPN and chain with fingerprint, even when reused")
  func facts() async throws {
    for isSecond in [false, true] {
      let received = await transport.received(makeRequest(server.secureURL + "/hello", options: try tls()))
      #expect(received.bodyText == "hello over there\n", "\(String(describing: received.failure))")
      #expect(received.head?.httpVersion == "2")
      let connection = try #require(received.result.hop.connection)
      #expect(connection.isReused == isSecond)
      #expect(connection.tls?.version?.hasPrefix("TLSv1.") == true)
      #expect(connection.tls?.cipher?.isEmpty == false)
      #expect(connection.tls?.alpn == "h2")
      let leaf = try #require(connection.tls?.certificates.first)
      #expect(leaf.subject.contains("localhost") && leaf.issuer.contains("Test CA"))
      #expect(leaf.alternativeNames.contains("DNS:localhost"))
      let printed = try Tool.run(
        try #require(Tool.path("openssl")),
        ["x509", "-in", server.serverCertificate, "-noout", "-fingerprint", "-sha256"])
      let expected = printed.split(separator: "=").last?.filter(\.isHexDigit).lowercased()
      #expect(leaf.sha256 == expected)
      #expect((received.result.hop.timing.secured != nil) == !isSecond)
      #expect(received.result.hop.request.head.starts(with: Array("GET /hello HTTP/2".utf8)))
    }
  }

  @Test("N43: an untrusted server is rejected unless the request disables verification")
  func trust() async throws {
    let refused = await transport.received(makeRequest(server.secureURL + "/hello"))
    #expect(refused.failure?.category == .tls)
    let message = refused.failure?.message
    #expect(
      message?.hasPrefix("The certificate of localhost:\(server.securePort) is not trusted: its authority") == true)
    #expect(refused.result.hop.timing.phases.map(\.name).suffix(2) == [.dns, .connect])
    let accepted = await transport.received(
      makeRequest(server.secureURL + "/hello", options: makeOptions { $0.tls = .init(verifies: false) }))
    #expect(accepted.failure == nil)
    #expect(accepted.result.hop.connection?.tls?.certificates.isEmpty == false)
    #expect(await transport.received(makeRequest(server.secureURL + "/hello")).failure?.category == .tls)
  }

  @Test("N43: a client certificate is presented to servers that ask for it")
  func clientCertificate() async throws {
    let without = await transport.received(makeRequest(server.mutualURL + "/hello", options: try tls()))
    #expect(without.head?.status.code == 400 || without.failure?.category == .tls)
    let options = try tls {
      $0.certificateFile = server.clientCertificate
      $0.keyFile = server.clientKey
    }
    let received = await transport.received(makeRequest(server.mutualURL + "/hello", options: options))
    #expect(received.head?.headers["X-Client"] == "CN=me", "\(String(describing: received.failure))")
    let missing = try tls { $0.certificateFile = "/nowhere/cert.pem" }
    #expect(await transport.received(makeRequest(server.mutualURL, options: missing)).failure?.category == .tls)
  }

  @Test("N43: a pinned public key accepts its server and no other")
  func pinning() async throws {
    let openssl = try #require(Tool.path("openssl"))
    let der = server.folder.path("key.der")
    let pem = server.folder.path("key.pub")
    let key = try Tool.run(openssl, ["x509", "-in", server.serverCertificate, "-pubkey", "-noout"])
    try server.folder.write("key.pub", key)
    try Tool.run(openssl, ["pkey", "-pubin", "-in", pem, "-outform", "DER", "-out", der])
    let pin = "sha256//" + Base64.encode(Digest.sha256(try server.folder.read("key.der")))
    let right = try tls { $0.pinnedPublicKeys = pin }
    #expect(await transport.received(makeRequest(server.secureURL + "/hello", options: right)).failure == nil)
    let wrong = try tls { $0.pinnedPublicKeys = "sha256//" + Base64.encode([UInt8](repeating: 0, count: 32)) }
    let error = await CurlTransport().received(makeRequest(server.secureURL + "/hello", options: wrong)).failure
    #expect(error?.category == .tls)
    #expect(error?.message.contains("pinned") == true)
  }

  @Test("N45: HTTP/1.1 on request; compression; a Unix socket")
  func versions() async throws {
    var options = try tls()
    options.httpVersion = .http11
    let old = await transport.received(makeRequest(server.secureURL + "/large", options: options))
    #expect(old.head?.httpVersion == "1.1")
    #expect(old.result.body?.count == 3 << 20)
    #expect(old.result.hop.sizes.responseBodyOnWire < 1 << 20)
    let socket = await transport.received(
      makeRequest("http://any.test/hello", options: makeOptions { $0.unixSocket = server.unixSocket }))
    #expect(socket.bodyText == "hello over there\n", "\(String(describing: socket.failure))")
    #expect(socket.result.hop.connection?.remoteAddress == server.unixSocket)
  }

  @Test("N40: concurrent requests share one HTTP/2 connection")
  func multiplexed() async throws {
    let options = try tls()
    let reused = await withTaskGroup(of: Bool?.self) { group in
      for _ in 0..<40 {
        group.addTask {
          await transport.received(makeRequest(server.secureURL + "/hello", options: options)).result.hop.connection?
            .isReused
        }
      }
      return await group.reduce(into: [Bool?]()) { $0.append($1) }
    }
    #expect(reused.count { $0 == true } >= 39)
  }

  @Test("N44: basic authentication by the transport is challenged or sent; a wrong password is a 401")
  func basic() async throws {
    let good = makeOptions { $0.authentication = .init(.any, user: "me", password: "secret") }
    let received = await transport.received(makeRequest(server.plainURL + "/private", options: good))
    #expect(received.head?.status == .ok)
    #expect(received.challenged.map { $0.response?.status.code } == [401])
    let bad = makeOptions { $0.authentication = .init(.basic, user: "me", password: "no") }
    #expect(
      await transport.received(makeRequest(server.plainURL + "/private", options: bad)).head?.status == .unauthorized)
  }
}
