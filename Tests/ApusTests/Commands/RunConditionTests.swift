import Foundation
import TestSupport
import Testing

@Suite("Conditional requests in a run") struct RunConditionTests {
  private static func condition(_ text: String) -> String { "extensions:\n  apus:\n    if: \"\(text)\"\n" }

  private static func sample(_ url: String) throws -> Sample {
    let capture =
      "  actions:\n    - type: set-variable\n      phase: after-response\n      selector:\n        expression: res.body.role\n"
      + "      variable:\n        name: role\n        scope: runtime\n"
    return try Sample(
      url: url,
      requests: [
        "login": Sample.request("GET", "{{base_url}}/login", runtime: capture, seq: 1, name: "Login"),
        "admin": Sample.request("GET", "{{base_url}}/admin", seq: 2, name: "Admin") + condition("{{role}} eq admin"),
        "user": Sample.request("GET", "{{base_url}}/user", seq: 3, name: "User") + condition("{{role}} eq user"),
        "after": Sample.request("GET", "{{base_url}}/after", seq: 4, name: "After")
          + condition("{{login | status}} eq 200"),
      ])
  }

  private static func server() throws -> AnsweringServer {
    try AnsweringServer { _ in Answer.json("{\"role\": \"user\"}") }
  }

  @Test("A request with an unmet condition is skipped, reported and counted", arguments: [[], ["--parallel", "4"]])
  func skips(_ options: [String]) async throws {
    let server = try Self.server()
    defer { server.stop() }
    let sample = try Self.sample(server.url)
    let run = try await sample.program.run(["run", "-e", "local", "--json"] + options)
    #expect(run.status == 0, "\(run.error)")
    #expect(Set(server.requests.map(\.target)) == ["/login", "/user", "/after"])
    #expect(run.text.contains("admin: skipped, {{role}} eq admin does not hold"), "\(run.text)")
    #expect(run.text.contains("3 of 4 requests run, 0 failed, 1 skipped"), "\(run.text)")
    let json = try JSONDecoder().decode(JSONValue.self, from: Data(try #require(run.lines.last).utf8))
    #expect(json["requests"].int == 3 && json["skipped"].int == 1 && json["failed"].int == 0)
  }

  @Test("Each report lists skipped requests and the number of tries")
  func reports() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let sample = try Self.sample(server.url)
    let run = try await sample.program.run(
      "run", "-e", "local", "--report", "junit=r.xml,json=r.json,tap=r.tap,html=r.html,github=r.txt")
    #expect(run.status == 0, "\(run.error)")
    let why = "{{role}} eq admin does not hold"
    #expect(try sample.folder.readText("r.xml").contains("<skipped message=\"\(why)\"/>"))
    #expect(try sample.folder.readText("r.xml").contains("failures=\"0\" skipped=\"1\""))
    #expect(try sample.folder.readText("r.json").contains("\"skipped\": \"\(why)\""))
    #expect(try sample.folder.readText("r.tap").contains("ok 2 - admin # SKIP \(why)"))
    #expect(try sample.folder.readText("r.html").contains("skipped: \(why)"))
    #expect(try sample.folder.readText("r.txt").contains("1 skipped"))
  }

  @Test("An undecidable condition, or one that uses the user's data, fails its request with status 4")
  func faults() async throws {
    let server = try Self.server()
    defer { server.stop() }
    for (text, words) in [
      ("{{HOME}} eq x", "cannot use your own values (HOME)"), ("{{role}} eq", "is not a condition"),
      ("{{base_url}} matches (", "regular expression"),
    ] {
      let sample = try Sample(
        url: server.url, requests: ["a": Sample.request() + Self.condition(text), "b": Sample.request(seq: 2)])
      let run = try await sample.program.run("run", "-e", "local")
      #expect(run.status == 4 && run.text.contains(words), "\(run.text)")
      // The others are sent, and a send by itself does not ask.
      #expect(try await sample.program.run("send", "a", "-e", "local").status == 0)
    }
  }

  @Test("Conditions are evaluated per data row")
  func rows() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let sample = try Sample(
      url: server.url,
      requests: ["a": Sample.request("GET", "{{base_url}}/{{kind}}") + Self.condition("{{kind}} neq b")])
    try sample.folder.write("rows.csv", "kind\na\nb\nc\n")
    let run = try await sample.program.run("run", "-e", "local", "--data", "rows.csv")
    #expect(run.status == 0 && server.requests.map(\.target) == ["/a", "/c"], "\(run.text)")
    #expect(run.text.contains("#2 a: skipped") && run.text.contains("1 skipped"), "\(run.text)")
  }
}
