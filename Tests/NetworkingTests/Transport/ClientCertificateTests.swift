import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Client certificates per host, against a real nginx that requires them")
struct ClientCertificateTests {
  /// `nil` if nginx is not installed, which a notice reports.
  let server: WebServer

  init() async throws {
    server = try await WebServer.make()
  }

  private func options(_ file: String?, _ key: String?, password: String? = nil) throws -> TransferOptions {
    return makeOptions {
      $0.tls = .init(caFile: server.caFile, certificateFile: file, keyFile: key, keyPassword: password)
    }
  }

  /// The client's identity according to the server; the failure if there is no response.
  private func name(_ transport: CurlTransport, _ options: TransferOptions) async throws -> (String, isReused: Bool) {
    let received = await transport.received(makeRequest(server.mutualURL + "/hello", options: options))
    if let failure = received.failure { return (failure.message, false) }
    return (received.head?.headers["X-Client"] ?? "nobody", received.result.hop.connection?.isReused == true)
  }

  private func openssl(_ words: String...) throws {
    try Tool.run(try #require(Tool.path("openssl")), words)
  }

  @Test("N43: connections are never shared between different certificates, and reused with the same one")
  func apart() async throws {
    let transport = CurlTransport()
    let me = try options(server.clientCertificate, server.clientKey)
    let other = try options(server.otherCertificate, server.otherKey)
    let none = try options(nil, nil)
    #expect(try await name(transport, me) == ("CN=me", false))
    #expect(try await name(transport, other) == ("CN=other", false))
    #expect(try await name(transport, none) == ("nobody", false))
    #expect(try await name(transport, me) == ("CN=me", true))
    #expect(try await name(transport, other) == ("CN=other", true))
  }

  @Test("N43: another key, passphrase or renewed file counts as another certificate")
  func identities() async throws {
    let transport = CurlTransport()
    let (file, key) = (server.folder.path("mine.pem"), server.folder.path("mine.key"))
    try server.folder.write("mine.pem", try server.folder.read("client.pem"))
    try openssl("ec", "-in", server.clientKey, "-aes256", "-passout", "pass:right", "-out", key)
    let right = try options(file, key, password: "right")
    #expect(try await name(transport, right) == ("CN=me", false))
    #expect(try await name(transport, right) == ("CN=me", true))
    for wrong in [try options(file, key, password: "wrong"), try options(file, server.otherKey)] {
      let (said, _) = try await name(transport, wrong)
      #expect(said.hasPrefix("The client certificate ") && said.hasSuffix("mine.pem cannot be used"), "\(said)")
    }
    #expect(try await name(transport, right) == ("CN=me", true))
    try server.folder.write("mine.pem", try server.folder.read("other.pem"))
    #expect(try await name(transport, try options(file, server.otherKey)).0 == "CN=other")
  }

  @Test("N43: a certificate and key in one PKCS #12 file of any name; the message for an unusable one")
  func pkcs12() async throws {
    let file = server.folder.path("bundle")
    try openssl(
      "pkcs12", "-export", "-in", server.clientCertificate, "-inkey", server.clientKey, "-out", file, "-passout",
      "pass:s3cret phrase")
    var options = try options(file, nil, password: "s3cret phrase")
    options.tls?.certificateFormat = .pkcs12
    #expect(try await name(CurlTransport(), options) == ("CN=me", false))
    for (path, password) in [(file, "wrong"), (server.folder.path("none.p12"), "")] {
      options.tls?.certificateFile = path
      options.tls?.keyPassword = password
      let failure = await CurlTransport().received(makeRequest(server.mutualURL + "/hello", options: options)).failure
      #expect(failure?.category == .tls && failure?.identityFault == .unusable)
      #expect(failure?.message == "The client certificate \(path) cannot be used")
      #expect(failure?.description.contains("s3cret") == false)
    }
  }

  @Test("N43 N35: a redirect presents only the certificate for the next host")
  func redirect() async throws {
    var request = makeRequest(
      server.mutualURL + "/away", options: makeOptions { $0.tls = .init(caFile: server.caFile) })
    let mine = TransferOptions.ClientCertificate(
      hosts: HostPattern("localhost:\(server.mutualPort)"), file: server.clientCertificate, keyFile: server.clientKey)
    let other = TransferOptions.ClientCertificate(
      hosts: HostPattern("127.*"), file: server.otherCertificate, keyFile: server.otherKey)
    let client = Client(transport: CurlTransport())
    for (certificates, expected) in [
      ([mine], nil), ([mine, other], "CN=other"), ([other, mine], "CN=other"),
    ] {
      request.options.clientCertificates = certificates
      let exchange = await client.exchange(for: request)
      #expect(exchange.hops.count == 2 && exchange.hops.first?.response?.status.code == 302)
      #expect(exchange.finalURL == "https://127.0.0.1:\(server.mutualPort)/hello")
      #expect(exchange.response?.headers["X-Client"] == expected, "\(String(describing: exchange.failure))")
      #expect(exchange.hops.first?.connection?.tls?.clientCertificate == server.clientCertificate)
      #expect(
        exchange.hops.last?.connection?.tls?.clientCertificate == (expected == nil ? nil : server.otherCertificate))
    }
    // If the certificate cannot be used, the next host gets no request at all.
    request.options.clientCertificates = [
      mine, .init(hosts: HostPattern("127.0.0.1"), file: "x", fault: "no passphrase"),
    ]
    let stopped = await client.exchange(for: request)
    #expect(stopped.hops.count == 1 && stopped.failure?.detail == "no passphrase")
    // A certificate for all hosts is presented to them all, as in curl.
    request.options.tls?.certificateFile = server.clientCertificate
    request.options.tls?.keyFile = server.clientKey
    #expect(await client.exchange(for: request).response?.headers["X-Client"] == "CN=me")
  }

  @Test("N49: a connection reports its certificate and the server's request for it, even when reused")
  func facts() async throws {
    let transport = CurlTransport()
    let mine = try options(server.clientCertificate, server.clientKey)
    for (url, options, expected) in [
      (server.mutualURL, mine, server.clientCertificate),
      (server.mutualURL, mine, server.clientCertificate),
      (server.mutualURL, try options(nil, nil), "none, and the server asked for one"),
      (server.secureURL, mine, "\(server.clientCertificate), which the server did not ask for"),
      (server.secureURL, try options(nil, nil), nil),
    ] as [(String, TransferOptions, String?)] {
      let received = await transport.received(makeRequest(url + "/hello", options: options))
      #expect(received.result.hop.connection?.tls?.clientWords == expected)
    }
  }

  @Test("N55: a server that closes for lack of a certificate is reported as requiring one, in TLS 1.2 and 1.3")
  func demanded() async throws {
    for version in ["1.2", "1.3"] {
      let strict = try await PythonPeer.make(
        "mutual", version, server.serverCertificate, server.folder.path("server.key"), server.caFile)
      let address = "localhost:\(strict.port)"
      func failure(_ options: TransferOptions) async -> NetworkError? {
        await CurlTransport().received(makeRequest("https://\(address)/", options: options)).failure
      }
      #expect(await failure(try options(server.clientCertificate, server.clientKey)) == nil)
      if version == "1.3" {
        let wanted = try #require(await failure(try options(nil, nil)))
        #expect(wanted.category == .tls && wanted.identityFault == .wanted, "\(wanted)")
        #expect(wanted.message == "\(address) asks for a client certificate")
      }
      try openssl(
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
        server.folder.path("stray.key"), "-out", server.folder.path("stray.pem"), "-days", "2", "-subj", "/CN=stray")
      let refused = try #require(
        await failure(try options(server.folder.path("stray.pem"), server.folder.path("stray.key"))))
      #expect(refused.category == .tls && refused.identityFault == .refused, "\(refused)")
    }
  }
}
