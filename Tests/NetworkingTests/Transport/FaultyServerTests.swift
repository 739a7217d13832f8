import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Faults of a server over TLS are named") struct FaultyServerTests {
  private typealias Faults = (trust: NetworkError.TrustFault?, handshake: NetworkError.HandshakeFault?)

  private func received(
    _ servers: FaultyServers, _ name: FaultyServers.Name,
    _ change: (inout TransferOptions.TLSOptions) -> Void = { _ in }
  ) async -> Received {
    var tls = TransferOptions.TLSOptions(caFile: servers.authority)
    change(&tls)
    let options = makeOptions { $0.tls = tls }
    return await CurlTransport().received(makeRequest(servers.url(name), options: options))
  }

  @Test func `N43: Each fault of a certificate has its own message.`() async throws {
    let servers = try await FaultyServers.make()
    #expect(await received(servers, .good).bodyText == "hello")
    let unknown = "its authority is unknown here, or the server leaves out a certificate between"
    let faults: [(FaultyServers.Name, NetworkError.TrustFault, String)] = [
      (.expired, .time, "it has expired"), (.early, .time, "it is not valid yet"),
      (.wrongHost, .host, "it is for another host"), (.selfSigned, .authority, "it is self-signed"),
      (.unknown, .authority, unknown), (.incomplete, .authority, unknown),
      (.weakKey, .weak, "its key or signature is too weak"),
      (.weakSignature, .weak, "its key or signature is too weak"),
    ]
    for (name, fault, words) in faults {
      let failure = await received(servers, name).failure
      #expect(failure?.trustFault == fault, "\(name): \(String(describing: failure))")
      #expect(failure?.message == "The certificate of \(servers.server(name)) is not trusted: \(words)")
    }
  }

  @Test func `N43: A revoked certificate is rejected with a list that contains it, and with an outdated list.`()
    async throws
  {
    let servers = try await FaultyServers.make()
    #expect(await self.received(servers, .revoked).bodyText == "hello", "nobody was asked")
    func received(_ name: FaultyServers.Name, _ list: String) async -> Received {
      await self.received(servers, name) { $0.revocationList = list }
    }
    #expect(await received(.good, servers.revocationList).bodyText == "hello")
    let revoked = await received(.revoked, servers.revocationList).failure
    #expect(revoked?.trustFault == .revoked && revoked?.message.hasSuffix("its authority has revoked it") == true)
    let old = await received(.good, servers.oldRevocationList).failure
    #expect(old?.trustFault == .revocation, "\(String(describing: old))")
    let missing = await received(.good, "/nowhere/crl.pem").failure
    #expect(missing?.message == "The list of revoked certificates /nowhere/crl.pem cannot be used")
    #expect(missing?.category == .tls)
  }

  @Test func `N43: Failed negotiations are named: versions, a port without TLS, a client certificate.`()
    async throws
  {
    let servers = try await FaultyServers.make()
    #expect(await received(servers, .oldTLS).failure?.handshakeFault == .oldVersion)
    #expect(await received(servers, .noTLS).failure?.handshakeFault == .noTLS)
    #expect(await received(servers, .newTLS).bodyText == "hello")
    let limited = await received(servers, .newTLS) { $0.maximumVersion = .tls12 }.failure
    #expect(limited?.handshakeFault == .versionRefused, "\(String(describing: limited))")
    let none = await received(servers, .good) { ($0.minimumVersion, $0.maximumVersion) = (.tls13, .tls12) }.failure
    #expect(none?.handshakeFault == .noVersion, "\(String(describing: none))")
    for name in [FaultyServers.Name.wantsClient12, .wantsClient13] {
      #expect(await received(servers, name).failure?.identityFault == .wanted, "\(name)")
      let shown = await received(servers, name) {
        $0.certificateFile = servers.folder.path("client.pem")
        $0.keyFile = servers.folder.path("client.key")
      }
      #expect(shown.bodyText == "hello", "\(name): \(String(describing: shown.failure))")
    }
  }

  @Test func `N43: The TLS version is within the limits, and a connection is not shared across them.`() async throws {
    let servers = try await FaultyServers.make()
    let transport = CurlTransport()
    for (version, name) in [(TransferOptions.TLSVersion.tls12, "TLSv1.2"), (.tls13, "TLSv1.3")] {
      var tls = TransferOptions.TLSOptions(caFile: servers.authority)
      (tls.minimumVersion, tls.maximumVersion) = (version, version)
      let received = await transport.received(makeRequest(servers.url(.good), options: makeOptions { $0.tls = tls }))
      #expect(received.result.hop.connection?.tls?.version == name, "\(String(describing: received.failure))")
    }
  }

  @Test func `N43: Authorities for one server apply to that server only.`() async throws {
    let servers = try await FaultyServers.make()
    func received(_ server: String) async -> Received {
      await self.received(servers, .good) { tls in
        tls.caFile = nil
        tls.authorities = [server: servers.authority]
      }
    }
    #expect(await received(servers.server(.good)).bodyText == "hello")
    #expect(await received("127.0.0.1:1").failure?.trustFault == .authority)
  }
}
