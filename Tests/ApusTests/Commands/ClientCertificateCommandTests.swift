import Foundation
import TestSupport
import Testing

/// A collection with client certificates, and a real nginx that requires one.
@Suite("Client certificates of a collection, against a real nginx", .serialized) struct ClientCertificateCommandTests {
  private static let phrase = "open sesame 7"

  private struct Place {
    let server: WebServer
    let sample: Sample
    var program: Program

    /// - Parameter entries: the content of `clientCertificates:`.
    init(_ server: WebServer, _ entries: String) throws {
      self.server = server
      sample = try Sample(
        url: server.mutualURL,
        requests: [
          "hello": Sample.request("GET", "{{base_url}}/hello", name: "Hello"),
          "away": Sample.request("GET", "{{base_url}}/away", name: "Away"),
          "plain": Sample.request("GET", "\(server.plainURL)/hello", name: "Plain"),
        ])
      try sample.folder.write(
        "opencollection.yml",
        "opencollection: 1.0.0\n\ninfo:\n  name: Sample\nconfig:\n  clientCertificates:\n" + entries)
      try sample.folder.write("certs/me.pem", try server.folder.read("client.pem"))
      let openssl = try #require(Tool.path("openssl"))
      try Tool.run(
        openssl,
        [
          "ec", "-in", server.clientKey, "-aes256", "-passout", "pass:\(phrase)", "-out",
          sample.folder.path("certs/me.key"),
        ])
      program = sample.program
      program.variables = ["SSL_CERT_FILE": server.caFile, "APUS_VAR_PHRASE": phrase]
    }
  }

  private static let pem = """
        - domain: localhost
          type: pem
          certificateFilePath: ./certs/me.pem
          privateKeyFilePath: certs/me.key
          passphrase: "{{process.env.PHRASE}}"

    """

  @Test("Send and run present the certificate to its host, and neither history nor output contains the passphrase")
  func sending() async throws {
    let server = try await WebServer.make()
    let place = try Place(server, Self.pem)
    let before = try place.sample.folder.read("opencollection.yml")
    let sent = try await place.program.run("send", "hello", "--env", "local", "-v")
    #expect(sent.status == 0 && sent.text == "hello over there\n", "\(sent.error)")
    #expect(sent.error.contains("< X-Client: CN=me"))
    #expect(sent.error.contains("* Client certificate: \(place.sample.folder.path)/certs/me.pem\n"), "\(sent.error)")
    #expect(try await place.program.run("run", "hello.yml", "--env", "local").status == 0)
    let shown = try await place.program.run("send", "hello", "--env", "local", "--json")
    #expect(shown.text.contains("certs/me.pem"))
    #expect(try await place.program.run("send", "plain", "--env", "local").text == "hello over there\n")
    for name in place.sample.folder.files() {
      let text = String(decoding: try place.sample.folder.read(name), as: UTF8.self)
      #expect(!text.contains(Self.phrase), "\(name)")
    }
    for result in [sent, shown] { #expect(!result.text.contains(Self.phrase) && !result.error.contains(Self.phrase)) }
    #expect(try place.sample.folder.read("opencollection.yml") == before)
  }

  @Test("A redirect to another host does not get the certificate; --cert takes precedence")
  func hosts() async throws {
    let server = try await WebServer.make()
    let place = try Place(server, Self.pem)
    let away = try await place.program.run("send", "away", "--env", "local", "-v")
    #expect(
      away.error.contains("HTTP/1.1 400") && away.error.contains("* Client certificate: none, and the server asked"))
    let own = try await place.program.run(
      "send", "hello", "--env", "local", "-v", "--cert", server.otherCertificate, "--key", server.otherKey)
    #expect(own.error.contains("< X-Client: CN=other"), "\(own.error)")
    let encrypted = try await place.program.run(
      "send", server.mutualURL + "/hello", "-v", "--cert", place.sample.folder.path("certs/me.pem"), "--key",
      place.sample.folder.path("certs/me.key"), "--pass", Self.phrase, "--cert-type", "pem")
    #expect(encrypted.error.contains("< X-Client: CN=me"), "\(encrypted.error)")
    #expect(try await place.program.run("send", "hello", "--cert-type", "JKS").status == 2)
    // A typed URL is not a saved request.
    let typed = try await place.program.run("send", server.mutualURL + "/hello", "-i")
    #expect(typed.text.contains("HTTP/1.1 400"))
  }

  @Test("Logins and resent exchanges present the certificate, too")
  func loginAndHistory() async throws {
    let server = try await WebServer.make()
    let place = try Place(server, Self.pem)
    try place.sample.folder.write(
      "login.yml",
      """
      info:
        name: Login
        type: http
      http:
        method: GET
        url: "\(server.plainURL)/hello"
        auth:
          type: oauth2
          flow: client_credentials
          accessTokenUrl: "{{base_url}}/token"
          credentials: {clientId: me, clientSecret: word}

      """)
    let logged = try await place.program.run("send", "login", "--env", "local", "-v")
    #expect(logged.text == "hello over there\n" && logged.error.contains("> Authorization: Bearer"), "\(logged.error)")
    #expect(try await place.program.run("send", "hello", "--env", "local").status == 0)
    let list = try await place.program.run("history", "list", "--request", "hello", "--json").json()
    let id = try #require(list[0]["_id"].string)
    for more in [[], ["--as-sent"]] {
      let again = try await place.program.run(["history", "resend", id, "-v"] + more)
      #expect(again.error.contains("< X-Client: CN=me"), "\(more) \(again.error)")
    }
  }

  @Test("An unusable certificate is reported on one line with the next step, and nothing is sent")
  func faults() async throws {
    let server = try await WebServer.make()
    let cases: [(entry: String, status: Int32, words: [String])] = [
      (
        "    - {domain: localhost, type: pkcs12, pkcs12FilePath: none.p12}\n", 4,
        [
          "hello: client certificate 1 (localhost) of Sample: cannot read ", "none.p12: No such file",
          "put the file there",
        ]
      ),
      (
        "    - {domain: localhost, type: pem, certificateFilePath: certs/me.pem, passphrase: \"{{nothing}}\"}\n", 4,
        ["client certificate 1 (localhost) of Sample, passphrase: variable nothing has no value"]
      ),
      (
        "    - {domain: localhost, type: pem, certificateFilePath: certs/me.pem, privateKeyFilePath: certs/me.key, passphrase: wrong}\n",
        5, ["The client certificate ", "certs/me.pem cannot be used", "are its path and passphrase right"]
      ),
      (
        // Missing passphrases are not asked for.
        "    - {domain: localhost, type: pem, certificateFilePath: certs/me.pem, privateKeyFilePath: certs/me.key}\n",
        5, ["certs/me.pem cannot be used", "are its path and passphrase right"]
      ),
      (
        "    - {domain: localhost, type: pkcs12, pkcs12FilePath: certs/me.pem}\n", 5,
        ["certs/me.pem cannot be used"]
      ),
      ("    domain: localhost\n", 3, ["opencollection.yml:7:", "clientCertificates is not a list"]),
    ]
    for (entry, status, words) in cases {
      let place = try Place(server, entry)
      let result = try await place.program.run("send", "hello", "--env", "local")
      #expect(result.status == status && result.output.isEmpty, "\(result.status) \(result.error)")
      #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
      for word in words { #expect(result.error.contains(word), "\(result.error)") }
      let run = try await place.program.run("run", "hello.yml", "--env", "local")
      #expect(run.status != 0)
    }
  }

  @Test("An exported command presents the certificate; the passphrase is masked by default")
  func exporting() async throws {
    let server = try await WebServer.make()
    _ = try Tool.required("curl")
    let place = try Place(server, Self.pem)
    let masked = try await place.program.run("export", "curl", "hello", "--env", "local", "--exact")
    #expect(masked.text.contains("-E \(place.sample.folder.path)/certs/me.pem"), "\(masked.text)\(masked.error)")
    #expect(masked.text.contains("--key \(place.sample.folder.path)/certs/me.key"))
    #expect(
      masked.text.contains("--pass ") && masked.text.contains("••••") && !masked.text.contains(Self.phrase),
      "\(masked.text)")
    #expect(masked.error.contains("curl still shows the client certificate, which Apus shows to localhost only"))
    let revealed = try await place.program.run("export", "curl", "hello", "--env", "local", "--reveal-secrets")
    let line = revealed.text.trimmingCharacters(in: .whitespacesAndNewlines)
    let ran = try await place.program.shell("\(line) -s -i --cacert \(server.caFile)")
    #expect(ran.text.contains("X-Client: CN=me"), "\(ran.text) \(ran.error)")
    let shared = try await place.program.run("export", "curl", "hello", "--env", "local", "--variables", "shell")
    #expect(shared.text.contains("--pass \"$") && shared.text.contains("certs/me.pem"), "\(shared.text)\(shared.error)")
    let neutral = try await place.program.run("export", "json", "hello", "--env", "local")
    #expect(neutral.text.contains("\"privateKeyFilePath\""))
    let postman = try await place.program.run("export", "postman", "hello", "--env", "local")
    #expect(postman.error.contains("client certificates are not carried over"))
  }

  @Test("A PKCS #12 file is exported with its type, whatever its file name")
  func exportingPKCS12() async throws {
    let server = try await WebServer.make()
    _ = try Tool.required("curl")
    let place = try Place(
      server, "    - {domain: \"*\", type: pkcs12, pkcs12FilePath: certs/bundle, passphrase: \"\(Self.phrase)\"}\n")
    try Tool.run(
      try #require(Tool.path("openssl")),
      [
        "pkcs12", "-export", "-in", server.clientCertificate, "-inkey", server.clientKey, "-out",
        place.sample.folder.path("certs/bundle"), "-passout", "pass:\(Self.phrase)",
      ])
    #expect(try await place.program.run("send", "hello", "--env", "local").text == "hello over there\n")
    let revealed = try await place.program.run("export", "curl", "hello", "--env", "local", "--reveal-secrets")
    #expect(revealed.text.contains("--cert-type P12"))
    let line = revealed.text.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try await place.program.shell("\(line) -s -i --cacert \(server.caFile)").text.contains("X-Client: CN=me"))
    let again = try await place.program.shell("apus \(line) -s -i --cacert \(server.caFile)")
    #expect(again.text.contains("X-Client: CN=me"), "\(again.error)")
    let json = try await place.program.run("export", "json", "hello", "--env", "local")
    #expect(json.text.contains("••••") && !json.text.contains(Self.phrase))
  }

  @Test("The screen names the certificate before the send, and afterwards in the TLS tab")
  func screen() async throws {
    let server = try await WebServer.make()
    let place = try Place(server, Self.pem)
    let home = try TemporaryDirectory("home")
    let journey = try Journey(
      place.sample, home: home, environment: ["SSL_CERT_FILE": server.caFile, "PHRASE": Self.phrase])
    try journey.open("Hello", see: "{{base_url}}/hello")
    try journey.type("8", see: "Follow redirects")
    try journey.type("G", see: "Client certificate")
    try journey.see("./certs/me.pem, for localhost, of the collection")
    try journey.type("\u{12}", see: "Allow this for this collection")
    try journey.type("y", see: "200 OK")
    try journey.type("\t7", see: "certs/me.pem")
    #expect(!journey.screen.contains("did not ask"))
    try journey.quit()
  }
}
