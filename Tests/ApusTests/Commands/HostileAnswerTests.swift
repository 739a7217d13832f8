import TestSupport
import Testing

/// Response content is data: it cannot name a variable, a request, or anything of another collection.
@Suite("Answers are data") struct HostileAnswerTests {
  private static func capture(_ name: String, _ expression: String) -> String {
    "  actions:\n    - {type: set-variable, phase: after-response, selector: {expression: \(expression), method: jsonq}, "
      + "variable: {name: \(name), scope: runtime}}\n"
  }

  /// The values of one header in all requests that a server received.
  private static func values(of name: String, at server: AnsweringServer) -> [String] {
    server.requests.flatMap { request in
      request.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
  }

  @Test("Captured and chained answer content is sent literally: no secret, process variable or request is resolved")
  func final() async throws {
    let wish = "{{mine}}|{{process.env.MYTHING}}|{{MYTHING}}|{{danger | $.v}}|{{?label}}|{{$uuid}}"
    let server = try AnsweringServer { request in
      request.target == "/danger" ? Answer.json("{\"v\": \"boom\"}") : Answer.json("{\"v\": \"\(wish)\"}")
    }
    let sample = try Sample(
      url: server.url,
      requests: [
        "in/a": Sample.request("GET", "{{base_url}}/a", runtime: Self.capture("v", "res.body.v"), seq: 1, name: "A"),
        "in/b": Sample.request(
          "POST", "{{base_url}}/b", headers: [("X-V", "{{v}}"), ("X-C", "{{in/a | $.v}}"), ("X-M", "{{around}}")],
          body: "{\"v\": \"{{v}}\"}", seq: 2, name: "B"),
        "danger": Sample.request("DELETE", "{{base_url}}/danger", name: "Danger"),
      ])
    try sample.folder.write(".env", "mine=dotenv-value\n")
    try sample.folder.write(
      "in/folder.yml", "info: {name: In, type: folder}\nrequest:\n  variables: [{name: around, value: 'is {{v}}'}]\n")
    var program = sample.program
    program.variables = ["MYTHING": "pr0cess-value"]
    let allowed = try await program.run("allow", ".", "--variable", "MYTHING", "--to", server.url)
    #expect(allowed.status == 0, "\(allowed.error)")
    let run = try await program.run("run", "in", "--env", "local")
    #expect(run.status == 0, "\(run.text)\(run.error)")
    #expect(server.requests.map(\.target) == ["/a", "/b"])
    #expect(Self.values(of: "X-V", at: server) == [wish])
    #expect(Self.values(of: "X-C", at: server) == [wish])
    #expect(Self.values(of: "X-M", at: server) == ["is \(wish)"])
    #expect(server.requests.last.map { String(decoding: $0.body, as: UTF8.self) } == "{\"v\": \"\(wish)\"}")
  }

  @Test("A name from an answer is not looked up")
  func names() async throws {
    let server = try AnsweringServer { _ in Answer.json("{\"v\": \"mine\"}") }
    let sample = try Sample(
      url: server.url,
      requests: [
        "in/a": Sample.request("GET", "{{base_url}}/a", runtime: Self.capture("v", "res.body.v"), seq: 1, name: "A"),
        "in/b": Sample.request("GET", "{{base_url}}/b", headers: [("X-V", "{{{{v}}}}")], seq: 2, name: "B"),
      ])
    try sample.folder.write(".env", "mine=dotenv-value\n")
    let run = try await sample.program.run("run", "in", "--env", "local")
    let said = run.text + run.error
    #expect(run.status == 4 && said.contains("answers cannot use variables"), "\(said)")
    #expect(server.requests.map(\.target) == ["/a"])
  }

  @Test("One collection does not see what the answers of another set")
  func collections() async throws {
    let evil = try AnsweringServer { _ in Answer.json("{\"base\": \"http://127.0.0.1:1\", \"token\": \"of-a\"}") }
    let good = try AnsweringServer { _ in Answer.json("{\"token\": \"of-b\"}") }
    let desk = try TemporaryDirectory("desk")
    let requests = [
      ("a/1", evil, Self.capture("base", "res.body.base"), ""), ("a/login", evil, "", ""),
      ("b/2", good, "", "{{login | $.token}}"), ("b/login", good, "", ""),
    ]
    for (path, server, runtime, header) in requests {
      let headers = header.isEmpty ? [] : [("X-T", header)]
      try desk.write(
        "\(path).yml", Sample.request("GET", "{{base}}/\(path)", headers: headers, runtime: runtime, name: path))
      let root = path.split(separator: "/")[0]
      try desk.write("\(root)/opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: \(root)\n")
      try desk.write("\(root)/environments/e.yml", "variables:\n  - {name: base, value: '\(server.url)'}\n")
    }
    // Nothing listens on the captured address; the second collection must use its own.
    let run = try await Program(in: desk.path).run("run", "--env", "e")
    #expect(good.requests.map(\.target).contains("/b/2"), "\(run.text)\(run.error)")
    #expect(Self.values(of: "X-T", at: good) == ["of-b"])
    #expect(!good.requests.isEmpty && !evil.requests.contains { $0.target.hasPrefix("/b") })
  }
}
