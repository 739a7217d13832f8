import Foundation
import TestSupport
import Testing

/// A server that gives back what it got is no way around a consent: not at once, not later, not by a redirect.
@Suite struct GivenBackTests {
  /// A server that answers with the value of `v` in the query, or redirects to it, and another one.
  private struct Place {
    let other: AnsweringServer
    let server: AnsweringServer
    let sample: Sample
    let outside: TemporaryDirectory
    var program: Program

    init() throws {
      let other = try AnsweringServer { _ in Answer.text("other") }
      let server = try AnsweringServer { request in
        if request.target.hasPrefix("/to?") {
          let status = request.method == "GET" ? 302 : 307
          return Answer.redirect(status, to: "\(other.url)/\(request.target.dropFirst(4))")
        }
        let body = String(decoding: request.body, as: UTF8.self)
        return Answer.json("{\"v\": \"\(body.isEmpty ? String(request.target.dropFirst(3)) : body)\"}")
      }
      let outside = try TemporaryDirectory("outside")
      let path = try outside.write("mine.txt", "file-of-mine")
      let file = "  body: {type: file, data: [{filePath: \(path), contentType: text/plain, selected: true}]}\n"
      let follow = "settings: {followRedirects: true, maxRedirects: 5}\n"
      func request(_ rest: String) -> String { "info: {name: R, type: http}\nhttp:\n  url: \(rest)" }
      sample = try Sample(
        url: server.url,
        requests: [
          "made": request("'{{base_url}}/v={{made}}'\n  method: GET\n"),
          "mine": request("'{{base_url}}/v={{process.env.MYTHING}}'\n  method: GET\n"),
          "file": request("'{{base_url}}/f'\n  method: POST\n" + file),
          "made-on": request("'\(other.url)/c?{{made | $.v}}'\n  method: GET\n"),
          "mine-on": request("'\(other.url)/c?{{mine | $.v}}'\n  method: GET\n"),
          "file-on": request("'\(other.url)/c?{{file | $.v}}'\n  method: GET\n"),
          "made-to": request("'{{base_url}}/to?{{made}}'\n  method: GET\n" + follow),
          "mine-to": request("'{{base_url}}/to?{{process.env.MYTHING}}'\n  method: GET\n" + follow),
          "kept-to": request("'{{base_url}}/to?{{token}}'\n  method: GET\n" + follow),
          "method": request("'{{base_url}}/to?x'\n  method: '{{process.env.MYTHING}}'\n" + follow),
        ])
      try sample.folder.write(
        "environments/local.yml",
        "name: local\nvariables:\n  - {name: base_url, value: '\(server.url)'}\n  - {secret: true, name: token}\n"
          + "  - {name: made, secret: true, command: echo c0mmand-made}\n")
      (self.other, self.server, self.outside) = (other, server, outside)
      program = sample.program
      program.variables = ["MYTHING": "pr0cess-value"]
    }

    func send(_ name: String, without: String? = nil) async throws -> Program.Result {
      var program = program
      if let without { program.variables[without] = nil }
      return try await program.run("send", name, "--env", "local")
    }

    func allow(_ words: String...) async throws {
      let allowed = try await program.run(["allow", "."] + words + ["--to", server.url])
      #expect(allowed.status == 0, "\(allowed.error)")
    }

    func refuses(_ name: String, without: String? = nil, _ place: SourceLocation = #_sourceLocation) async throws {
      let refused = try await send(name, without: without)
      #expect(
        refused.status == 4 && refused.error.contains("--to \(other.url)"), "\(refused.error)", sourceLocation: place)
      #expect(other.requests.isEmpty, sourceLocation: place)
    }
  }

  @Test func `A command's secret that comes back from a request that is sent first is asked about.`() async throws {
    let place = try Place()
    try await place.allow("--command", "echo c0mmand-made")
    try await place.refuses("made-on")
    #expect(place.server.requests.map(\.target) == ["/v=c0mmand-made"])
    // By now it comes from the history.
    try await place.refuses("made-on")
  }

  @Test func `What came back stays the user's when its consent is taken back, its variable unset or no longer read.`()
    async throws
  {
    let place = try Place()
    try await place.allow("--variable", "MYTHING")
    #expect(try await place.send("mine").status == 0)
    try await place.refuses("mine-on")
    try await place.refuses("mine-on", without: "MYTHING")
    try place.sample.folder.write(
      "opencollection.yml", "info: {name: Sample}\nextensions: {apus: {processEnvironment: [FOO]}}\n")
    try await place.refuses("mine-on")
    try place.sample.folder.write("opencollection.yml", "info: {name: Sample}\n")
    #expect(try await place.program.run("allow", "--revoke").status == 0)
    try await place.refuses("mine-on")
    #expect(try await place.program.run("allow", ".", "--variable", "MYTHING", "--to", place.other.url).status == 0)
    #expect(try await place.send("mine-on").status == 0)
    #expect(place.other.requests.map(\.target) == ["/c?pr0cess-value"])
  }

  @Test func `What came back of a file stays the user's when the file is another one by now.`() async throws {
    let place = try Place()
    try await place.allow("--file", place.outside.path("mine.txt"))
    #expect(try await place.send("file").status == 0)
    try await place.refuses("file-on")
    try place.outside.write("mine.txt", "rotated")
    try await place.refuses("file-on")
  }

  @Test func `An answer without anything of the user's goes where a request sends it.`() async throws {
    let place = try Place()
    try await place.allow("--variable", "MYTHING")
    try place.sample.folder.write(
      "plain.yml",
      "info: {name: R, type: http}\nhttp:\n  url: '{{base_url}}/v=plain'\n  method: GET\n"
        + "  headers: [{name: X, value: '{{process.env.MYTHING}}'}]\n")
    try place.sample.folder.write(
      "plain-on.yml",
      "info: {name: R, type: http}\nhttp:\n  url: '\(place.other.url)/c?{{plain | $.v}}'\n  method: GET\n")
    for _ in 1...2 {
      let sent = try await place.send("plain-on")
      #expect(sent.status == 0, "\(sent.error)")
    }
    #expect(place.other.requests.map(\.target) == ["/c?plain", "/c?plain"])
  }

  @Test func `No redirect takes a variable, a command's or a stored secret to another origin in its address.`()
    async throws
  {
    let place = try Place()
    try await place.allow("--variable", "MYTHING", "--command", "echo c0mmand-made")
    _ = try await place.program.run("env", "set", "local", "token", input: Array("k3pt-secret\n".utf8))
    for name in ["mine-to", "made-to", "kept-to"] {
      let refused = try await place.send(name)
      #expect(refused.status == 5 && refused.error.contains("the address contains a secret"), "\(refused.error)")
      #expect(!refused.error.contains("c0mmand") && !refused.error.contains("k3pt") && !refused.error.contains("pr0c"))
    }
    let typed = try await place.program.run("send", "-L", "\(place.server.url)/to?{{process.env.MYTHING}}")
    #expect(typed.status == 5, "\(typed.error)")
    #expect(place.server.requests.count == 4 && place.other.requests.isEmpty)
  }

  @Test func `No redirect takes a variable to another origin as its method.`() async throws {
    let place = try Place()
    try await place.allow("--variable", "MYTHING")
    let refused = try await place.send("method")
    #expect(refused.status == 5 && refused.error.contains("the method contains a secret"), "\(refused.error)")
    #expect(place.server.requests.map(\.method) == ["pr0cess-value"] && place.other.requests.isEmpty)
  }
}
