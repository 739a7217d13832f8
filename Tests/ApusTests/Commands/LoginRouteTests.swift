import TestSupport
import Testing

/// OAuth 2 logins at a real nginx with its own CA: they use the route of the request they are for.
@Suite("A login uses the TLS trust, certificate and route of its request", .serialized)
struct LoginRouteTests {
  /// A workspace that exists as long as this value.
  private struct Place {
    let sample: Sample

    func run(_ words: String...) async throws -> Program.Result { try await run(words) }

    func run(_ words: [String]) async throws -> Program.Result {
      var program = sample.program
      program.variables = ["NO_PROXY": ""]
      return try await program.run(words)
    }
  }

  /// A request to `url` that logs in at `tokenURL` first.
  private func place(_ url: String, tokenURL: String) throws -> Place {
    let sample = try Sample(url: url)
    try sample.folder.write(
      "login.yml",
      """
      info:
        name: Login
        type: http
      http:
        method: GET
        url: "\(url)"
        auth:
          type: oauth2
          flow: client_credentials
          accessTokenUrl: "\(tokenURL)"
          credentials: {clientId: me, clientSecret: word}

      """)
    return Place(sample: sample)
  }

  /// The client certificate that the server demands.
  private func identity(_ server: WebServer) -> [String] {
    ["--cert", server.clientCertificate, "--key", server.clientKey]
  }

  @Test("-k and --cacert apply to the login; without them it fails")
  func trust() async throws {
    let server = try await WebServer.make()
    for words in [["-k"], ["--cacert", server.caFile]] {
      let place = try place("\(server.plainURL)/hello", tokenURL: "\(server.mutualURL)/token")
      let refused = try await place.run("send", "login")
      #expect(refused.status == 5 && refused.error.contains("localhost:\(server.mutualPort)"), "\(refused.error)")
      let sent = try await place.run(["send", "login", "-v"] + words + identity(server))
      #expect(sent.text == "hello over there\n" && sent.error.contains("> Authorization: Bearer"), "\(sent.error)")
    }
    let place = try place("\(server.plainURL)/hello", tokenURL: "\(server.mutualURL)/token")
    #expect(try await place.run(["run", "login.yml", "-k"] + identity(server)).status == 0)
  }

  @Test("The login presents the certificate of --cert, --key and --pass, and FILE:PASSWORD is split like in curl")
  func certificate() async throws {
    let server = try await WebServer.make()
    let phrase = "a:b"
    let encrypted = server.folder.path("odd:name.pem")
    let key = server.folder.path("encrypted.key")
    try Tool.run(
      try #require(Tool.path("openssl")),
      ["ec", "-in", server.clientKey, "-aes256", "-passout", "pass:\(phrase)", "-out", key])
    try server.folder.write(
      "odd:name.pem", try server.folder.read("client.pem") + server.folder.read("encrypted.key"))
    let trust = ["--cacert", server.caFile]
    let path = encrypted.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
    for words in [
      ["--cert", server.clientCertificate, "--key", server.clientKey],
      ["--cert", server.clientCertificate, "--key", key, "--pass", phrase], ["--cert", "\(path):\(phrase)"],
    ] {
      let place = try place("\(server.plainURL)/hello", tokenURL: "\(server.mutualURL)/token")
      #expect(try await place.run(["send", "login"] + trust).status != 0)
      let sent = try await place.run(["send", "login"] + trust + words)
      #expect(sent.text == "hello over there\n", "\(words) \(sent.error)")
      let direct = try await place.run(["send", "\(server.mutualURL)/hello", "-v"] + trust + words)
      #expect(direct.error.contains("< X-Client: CN=me"), "\(direct.error)")
    }
  }

  @Test("-x and --noproxy apply to the login")
  func proxy() async throws {
    let server = try await WebServer.make()
    let proxy = try await PythonPeer.make("proxy")
    let place = try place("\(server.plainURL)/hello", tokenURL: "\(server.mutualURL)/token")
    let sent = try await place.run(
      ["send", "login", "-k", "-x", proxy.url, "--noproxy", "127.0.0.1"] + identity(server))
    #expect(sent.text == "hello over there\n", "\(sent.error)")
    #expect(proxy.seen == "CONNECT localhost:\(server.mutualPort) HTTP/1.1\n")
  }

  @Test("--resolve and --connect-to apply to the login")
  func addresses() async throws {
    let server = try await WebServer.make()
    let port = server.mutualPort
    for words in [
      ["--resolve", "login.test:\(port):127.0.0.1"], ["--connect-to", "login.test:\(port):127.0.0.1:\(port)"],
    ] {
      let place = try place("\(server.plainURL)/hello", tokenURL: "https://login.test:\(port)/token")
      let sent = try await place.run(["send", "login", "-k"] + words + identity(server))
      #expect(sent.text == "hello over there\n", "\(words) \(sent.error)")
    }
  }

  @Test("The request's method, target and redirects do not apply to its login")
  func ownTerms() async throws {
    let server = try AnsweringServer { request in
      request.target == "/token" ? Answer.json(#"{"access_token": "acc"}"#) : Answer.text("hello")
    }
    let place = try place("\(server.url)/x", tokenURL: "\(server.url)/token")
    let sent = try await place.run(
      "send", "login", "-X", "DELETE", "--request-target", "/other", "--max-time", "90", "--no-location")
    #expect(sent.text == "hello", "\(sent.error)")
    #expect(server.requests.map { "\($0.method) \($0.target)" } == ["POST /token", "DELETE /other"])
  }
}
