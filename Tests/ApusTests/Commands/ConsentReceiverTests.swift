import TestSupport
import Testing

/// The user's own values go only to the receiver they were allowed for, whatever a redirect or a file says.
@Suite("Consents apply to one receiver") struct ConsentReceiverTests {
  private struct Place {
    let other = Result { try AnsweringServer { _ in Answer.text("other") } }
    let server: AnsweringServer
    let sample: Sample
    var program: Program
    var url: String { server.url }

    /// - Parameter request: the request file, in which `HOME` stands for the server that redirects.
    init(_ request: String, status: Int) throws {
      let target = try other.get().url
      server = try AnsweringServer { _ in Answer.redirect(status, to: "\(target)/there") }
      sample = try Sample(url: server.url, requests: ["r": request])
      program = sample.program
      program.variables = ["MYTHING": "pr0cess-value"]
    }

    var arrived: String {
      get throws {
        try other.get().requests.map { request in
          request.target + request.headers.map { "\($0.name): \($0.value)\n" }.joined()
            + String(decoding: request.body, as: UTF8.self)
        }.joined()
      }
    }

    func allow(_ words: String...) async throws {
      let allowed = try await program.run(["allow", "r.yml", "--env", "local", "--yes"] + words)
      #expect(allowed.status == 0, "\(allowed.error)")
    }
  }

  private static func request(_ rest: String, settings: String = "") -> String {
    "info: {name: R, type: http}\nhttp:\n  method: POST\n  url: '{{base_url}}/r'\n\(rest)"
      + "settings: {followRedirects: true, maxRedirects: 5\(settings)}\n"
  }

  @Test("A redirect forwards neither a header nor a body with a process variable", arguments: [302, 307])
  func variables(status: Int) async throws {
    let header = try Place(
      Self.request("  headers: [{name: X-A, value: '{{process.env.MYTHING}}'}]\n"), status: status)
    try await header.allow()
    let sent = try await header.program.run("send", "r", "--env", "local")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(header.server.requests.first?.headers.contains { $0.value == "pr0cess-value" } == true)
    #expect(try header.other.get().requests.count == 1)
    #expect(try !header.arrived.contains("pr0cess-value"))

    let body = try Place(Self.request("  body: {type: text, data: '{{process.env.MYTHING}}'}\n"), status: status)
    try await body.allow()
    let refused = try await body.program.run("send", "r", "--env", "local")
    #expect(refused.status == (status == 307 ? 5 : 0), "\(refused.error)")
    #expect(try !body.arrived.contains("pr0cess-value"))
  }

  @Test("A file from outside the collection is not sent to another origin")
  func files() async throws {
    let outside = try TemporaryDirectory("outside")
    let path = try outside.write("mine.txt", "file-of-mine")
    let place = try Place(
      Self.request("  body: {type: file, data: [{filePath: \(path), contentType: text/plain, selected: true}]}\n"),
      status: 308)
    try await place.allow()
    let refused = try await place.program.run("send", "r", "--env", "local")
    #expect(refused.status == 5 && refused.error.contains("redirects with 308"), "\(refused.error)")
    #expect(try place.other.get().requests.isEmpty)
  }

  @Test("A file's setting forwards its own values but none of the user's; --location-trusted forwards all")
  func forwarding() async throws {
    let auth = "  auth: {type: bearer, token: '{{process.env.MYTHING}}'}\n"
    let place = try Place(Self.request(auth, settings: ", forwardAuthorizationHeader: true"), status: 307)
    try await place.allow()
    #expect(try await place.program.run("send", "r", "--env", "local").status == 0)
    #expect(try place.other.get().requests.count == 1)
    #expect(try !place.arrived.contains("pr0cess-value"))
    #expect(try await place.program.run("send", "r", "--env", "local", "--location-trusted").status == 0)
    #expect(try place.arrived.contains("Bearer pr0cess-value"))

    let own = try Place(
      Self.request("  auth: {type: bearer, token: its-own}\n", settings: ", forwardAuthorizationHeader: true"),
      status: 307)
    #expect(try await own.program.run("send", "r", "--env", "local").status == 0)
    #expect(try own.arrived.contains("Bearer its-own"))
  }

  @Test("A secret of a command is allowed for the shown server; another server needs another consent")
  func commands() async throws {
    let place = try Place(Self.request("  auth: {type: bearer, token: '{{made}}'}\n"), status: 200)
    let file = "environments/cmd.yml"
    func environment(_ url: String) -> String {
      "name: cmd\nvariables:\n  - {name: base_url, value: '\(url)'}\n  - {name: made, secret: true, command: echo c0mmand}\n"
    }
    try place.sample.folder.write(file, environment(place.url))
    let allowed = try await place.program.run("allow", "r.yml", "--env", "cmd", "--yes")
    #expect(allowed.status == 0 && allowed.error.contains(place.url), "\(allowed.error)")
    #expect(try await place.program.run("send", "r", "--env", "cmd").status == 0)
    try place.sample.folder.write(file, environment(try place.other.get().url))
    let refused = try await place.program.run("send", "r", "--env", "cmd")
    #expect(refused.status == 4, "\(refused.error)")
    #expect(try place.other.get().requests.isEmpty)
  }

  @Test("Values of this machine are not sent in a body without a question")
  func dotenv() async throws {
    let place = try Place(
      Self.request("  body: {type: file, data: [{filePath: .env, contentType: text/plain, selected: true}]}\n"),
      status: 200)
    try place.sample.folder.write(".env", "X=stays-here\n")
    let refused = try await place.program.run("send", "r", "--env", "local")
    #expect(refused.status == 4 && refused.error.contains(".env"), "\(refused.error)")
    #expect(place.server.requests.isEmpty)
  }
}
