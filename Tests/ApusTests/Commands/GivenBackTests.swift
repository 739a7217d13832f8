import Foundation
import TestSupport
import Testing

/// Values of the user in answers and redirects: an answer is data, and a redirect takes nothing to another origin.
@Suite struct GivenBackTests {
  /// A server that answers with the query parameter `v` or redirects to it, and a second server.
  private struct Place {
    let other: AnsweringServer
    let server: AnsweringServer
    let sample: Sample
    var program: Program

    init() throws {
      let other = try AnsweringServer { _ in Answer.text("other") }
      let server = try AnsweringServer { request in
        if request.target.hasPrefix("/to?") {
          let status = request.method == "GET" ? 302 : 307
          return Answer.redirect(status, to: "\(other.url)/\(request.target.dropFirst(4))")
        }
        return Answer.json("{\"v\": \"\(request.target.dropFirst(3))\"}")
      }
      let capture =
        "  actions:\n    - {type: set-variable, phase: after-response, "
        + "selector: {expression: res.body.v, method: jsonq}, variable: {name: v, scope: runtime}}\n"
      let follow = "settings: {followRedirects: true, maxRedirects: 5}\n"
      func request(_ rest: String) -> String { "info: {name: R, type: http}\nhttp:\n  url: \(rest)" }
      sample = try Sample(
        url: server.url,
        requests: [
          "mine": request("'{{base_url}}/v={{process.env.MYTHING}}'\n  method: GET\n"),
          "mine-on": request("'\(other.url)/c?{{mine | $.v}}'\n  method: GET\n"),
          "in/a": Sample.request("GET", "{{base_url}}/v={{process.env.MYTHING}}", runtime: capture, seq: 1, name: "A"),
          "in/b": Sample.request("GET", "\(other.url)/d?{{v}}", seq: 2, name: "B"),
          "made-to": request("'{{base_url}}/to?{{made}}'\n  method: GET\n" + follow),
          "mine-to": request("'{{base_url}}/to?{{process.env.MYTHING}}'\n  method: GET\n" + follow),
          "kept-to": request("'{{base_url}}/to?{{token}}'\n  method: GET\n" + follow),
          "method": request("'{{base_url}}/to?x'\n  method: '{{process.env.MYTHING}}'\n" + follow),
        ])
      try sample.folder.write(
        "environments/local.yml",
        "name: local\nvariables:\n  - {name: base_url, value: '\(server.url)'}\n  - {secret: true, name: token}\n"
          + "  - {name: made, secret: true, command: echo c0mmand-made}\n")
      (self.other, self.server) = (other, server)
      program = sample.program
      program.variables = ["MYTHING": "pr0cess-value"]
    }

    func send(_ name: String) async throws -> Program.Result {
      try await program.run("send", name, "--env", "local")
    }

    func allow(_ words: String...) async throws {
      let allowed = try await program.run(["allow", "."] + words + ["--to", server.url])
      #expect(allowed.status == 0, "\(allowed.error)")
    }
  }

  @Test func `An answer is data, sent where a request sends it.`() async throws {
    let place = try Place()
    try await place.allow("--variable", "MYTHING")
    for _ in 1...2 {
      // The second time, the answer comes from the history.
      let sent = try await place.send("mine-on")
      #expect(sent.status == 0, "\(sent.error)")
    }
    #expect(try await place.program.run("allow", "--revoke").status == 0)
    #expect(try await place.send("mine-on").status == 0)
    #expect(place.server.requests.map(\.target) == ["/v=pr0cess-value"])
    #expect(place.other.requests.map(\.target) == Array(repeating: "/c?pr0cess-value", count: 3))

    try await place.allow("--variable", "MYTHING")
    let run = try await place.program.run("run", "in", "--env", "local")
    #expect(run.status == 0, "\(run.text)\(run.error)")
    #expect(place.other.requests.last?.target == "/d?pr0cess-value")
  }

  @Test func `No redirect sends a variable, command or stored secret to another origin in its URL.`()
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

  @Test func `No redirect sends a variable to another origin as its method.`() async throws {
    let place = try Place()
    try await place.allow("--variable", "MYTHING")
    let refused = try await place.send("method")
    #expect(refused.status == 5 && refused.error.contains("the method contains a secret"), "\(refused.error)")
    #expect(place.server.requests.map(\.method) == ["pr0cess-value"] && place.other.requests.isEmpty)
  }
}
