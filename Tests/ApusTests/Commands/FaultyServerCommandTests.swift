import Foundation
import TestSupport
import Testing

@Suite("Send with faulty TLS servers") struct FaultyServerCommandTests {
  @Test func `One line names the fault and the fix.`() async throws {
    let servers = try await FaultyServers.make()
    let home = try TemporaryDirectory("home")
    let program = Program(in: home.path)
    let faults: [(name: FaultyServers.Name, cause: String, wayOut: String)] = [
      (.expired, "has expired", "is this machine's clock right?"), (.early, "is not valid yet", "clock right?"),
      (.wrongHost, "for another host", "is the address right?"),
      (.selfSigned, "is self-signed", "--cacert or SSL_CERT_FILE"),
      (.unknown, "authority is unknown", "--cacert or SSL_CERT_FILE"),
      (.incomplete, "leaves out a certificate", "--cacert or SSL_CERT_FILE"),
      (.weakKey, "too weak", "must renew it"), (.weakSignature, "too weak", "must renew it"),
      (.revoked, "has revoked it", "do not send there"),
      (.wantsClient12, "asks for a client certificate", "--cert and --key"),
      (.wantsClient13, "asks for a client certificate", "--cert and --key"),
      (.oldTLS, "only old versions of TLS", "must update it"),
      (.noTLS, "does not speak TLS", "http:// (ws://, grpc://) sends without"),
    ]
    for fault in faults {
      var words = ["send", "--cacert", servers.authority, servers.url(fault.name)]
      if fault.name == .revoked { words += ["--crlfile", servers.revocationList] }
      let result = try await program.run(words)
      #expect(result.status == 5 && result.error.split(separator: "\n").count == 1, "\(fault.name): \(result.error)")
      #expect(
        result.error.contains(fault.cause) && result.error.contains(fault.wayOut), "\(fault.name): \(result.error)")
      #expect(result.error.contains(servers.server(fault.name)))
    }
  }

  @Test func `A missing client certificate is reported for every protocol, even if the server says nothing.`()
    async throws
  {
    let servers = try await FaultyServers.make()
    let home = try TemporaryDirectory("home")
    let program = Program(in: home.path)
    let names: [FaultyServers.Name] = [.wantsClient12, .wantsClient13, .dropsEarly, .dropsLate, .dropsSilently]
    for name in names {
      for target in ["https://\(servers.server(name))/", "wss://\(servers.server(name))/"] {
        let result = try await program.run("send", target, "--cacert", servers.authority)
        let words = "\(servers.server(name)) asks for a client certificate"
        #expect(result.status == 5 && result.error.contains(words), "\(name) \(target): \(result.error)")
      }
    }
    for name in names where name != .wantsClient13 {
      let target = "grpcs://\(servers.server(name))/a.B/C"
      let result = try await program.run("send", target, "--cacert", servers.authority)
      let words = "\(servers.server(name)) asks for a client certificate"
      #expect(result.status == 5 && result.error.contains(words), "\(name) \(target): \(result.error)")
    }
  }

  @Test func `The error about a TLS 1.3 server without HTTP/2 also says that it asks for a client certificate.`()
    async throws
  {
    let servers = try await FaultyServers.make()
    let home = try TemporaryDirectory("home")
    let target = "grpcs://\(servers.server(.wantsClient13))/a.B/C"
    let result = try await Program(in: home.path).run("send", target, "--cacert", servers.authority)
    let words = "does not offer HTTP/2 over TLS (ALPN h2), which gRPC needs; it also asks for a client certificate"
    #expect(result.status == 5 && result.error.contains(words), "\(result.error)")
  }

  @Test func `The options for TLS versions work as in curl, and an outdated revocation list is reported.`() async throws
  {
    let servers = try await FaultyServers.make()
    let home = try TemporaryDirectory("home")
    let program = Program(in: home.path)
    func sent(_ name: FaultyServers.Name, _ words: String...) async throws -> Program.Result {
      try await program.run(["send", "--cacert", servers.authority, servers.url(name)] + words)
    }
    #expect(try await sent(.newTLS, "--tls-min", "1.3").text == "hello")
    let limited = try await sent(.newTLS, "--tls-max", "1.2")
    #expect(limited.status == 5 && limited.error.contains("--tls-max"), "\(limited.error)")
    #expect(try await sent(.good, "--tls-min", "1.3", "--tls-max", "1.2").status == 2)
    #expect(try await sent(.good, "--tls-max", "4").status == 2)
    let old = try await sent(.good, "--crlfile", servers.oldRevocationList)
    #expect(old.status == 5 && old.error.contains("out of date") && old.error.contains("--crlfile"), "\(old.error)")
    #expect(try await sent(.good, "--crlfile", servers.revocationList).text == "hello")
    let curl = try await program.run(
      ["curl", "-s", "--tls-max", "1.2", "--cacert", servers.authority, servers.url(.newTLS)])
    #expect(curl.status != 0)
  }

  @Test func `Without verification, standard error names each unverified server once.`() async throws {
    let servers = try await FaultyServers.make()
    let home = try TemporaryDirectory("home")
    let result = try await Program(in: home.path).run("send", "-k", servers.url(.expired))
    #expect(result.status == 0 && result.text == "hello")
    let words = "TLS is not verified: the identity of \(servers.server(.expired)) is unknown"
    #expect(result.error == "apus: \(words)\n")
    let verified = try await Program(in: home.path).run("send", "--cacert", servers.authority, servers.url(.good))
    #expect(verified.error.isEmpty, "\(verified.error)")
  }

  @Test func `Authorities from a folder are trusted after consent, with that content, for one server.`()
    async throws
  {
    let servers = try await FaultyServers.make()
    let sample = try Sample(
      url: String(servers.url(.good).dropLast()),
      requests: ["hello": Sample.request("GET", "{{base_url}}/", name: "Hello")])
    try sample.folder.write("certs/dev.pem", servers.folder.readText("ca.pem"))
    let file = try sample.folder.readText("environments/local.yml")
    try sample.folder.write("environments/local.yml", file + "\nextensions: {apus: {tls: {ca: certs/dev.pem}}}\n")
    let program = Program(in: sample.folder.path)
    let refused = try await program.run("send", "hello", "-e", "local")
    #expect(refused.status == 4 && refused.error.contains("trust in the authorities of"), "\(refused.error)")
    #expect(refused.error.contains(servers.server(.good)) && refused.error.contains("apus allow"), "\(refused.error)")
    let allowed = try await program.run(
      "allow", "--authorities", "certs/dev.pem", "--to", servers.server(.good))
    #expect(allowed.status == 0, "\(allowed.error)")
    let sent = try await program.run("send", "hello", "-e", "local")
    #expect(sent.text == "hello", "\(sent.error)")
    // Different authorities in the same file need consent again.
    try sample.folder.write("certs/dev.pem", servers.folder.readText("stranger.pem"))
    #expect(try await program.run("send", "hello", "-e", "local").status == 4)
    // The command line takes precedence.
    let named = try await program.run("send", "hello", "-e", "local", "--cacert", servers.authority)
    #expect(named.text == "hello", "\(named.error)")
  }

  @Test func `A request without verification is sent after consent, reported, and exported with its option.`()
    async throws
  {
    let servers = try await FaultyServers.make()
    let sample = try Sample(
      url: String(servers.url(.expired).dropLast()),
      requests: [
        "open": Sample.request("GET", "{{base_url}}/", name: "Open") + "extensions: {apus: {tls: {verify: false}}}\n",
        "other": Sample.request("GET", "{{base_url}}/", name: "Other"),
      ])
    let program = Program(in: sample.folder.path)
    let refused = try await program.run("send", "open", "-e", "local")
    #expect(refused.status == 4 && refused.error.contains("trust without verified certificates"), "\(refused.error)")
    #expect(refused.error.contains("--unverified-requests --to \(servers.server(.expired))"), "\(refused.error)")
    let allowed = try await program.run("allow", "--unverified-requests", "--to", servers.server(.expired))
    #expect(allowed.status == 0, "\(allowed.error)")
    let sent = try await program.run("send", "open", "-e", "local")
    #expect(sent.text == "hello" && sent.error.contains("TLS is not verified"), "\(sent.error)")
    // The consent applies to the files' own values: another request of the collection verifies.
    #expect(try await program.run("send", "other", "-e", "local").status == 5)
    let exported = try await program.run("export", "curl", "open", "-e", "local")
    #expect(exported.text.contains(" -k"), "\(exported.text)")
  }

  @Test func `An environment can name the certificate revocation list.`() async throws {
    let servers = try await FaultyServers.make()
    let sample = try Sample(
      url: String(servers.url(.revoked).dropLast()),
      requests: [
        "revoked": Sample.request("GET", "{{base_url}}/", name: "Revoked"),
        "good": Sample.request("GET", servers.url(.good), name: "Good"),
      ])
    let file = try sample.folder.readText("environments/local.yml")
    try sample.folder.write("crl.pem", servers.folder.readText("crl.pem"))
    try sample.folder.write("environments/local.yml", file + "\nextensions: {apus: {tls: {crl: crl.pem}}}\n")
    let program = Program(in: sample.folder.path)
    let refused = try await program.run("send", "revoked", "-e", "local", "--cacert", servers.authority)
    #expect(refused.status == 5 && refused.error.contains("has revoked it"), "\(refused.error)")
    let good = try await program.run("send", "good", "-e", "local", "--cacert", servers.authority)
    #expect(good.text == "hello", "\(good.error)")
  }
}
