import Foundation
import TestSupport
import Testing

/// A folder is run from the screen, with the results of the command line.
@Suite("Journeys: running a folder", .serialized) struct RunJourneys {
  private static func check(_ value: String) -> String {
    "  assertions:\n    - expression: res.status\n      operator: eq\n      value: \"\(value)\"\n"
  }

  private static func sample(_ url: String) throws -> Sample {
    try Sample(
      url: url,
      requests: [
        "users/folder": "info:\n  name: Users\n  type: folder\n",
        "users/list": Sample.request("GET", "{{base_url}}/list", runtime: check("200"), seq: 1, name: "List users"),
        "users/slow": Sample.request("GET", "{{base_url}}/slow", runtime: check("200"), seq: 2, name: "Slow user"),
        "users/drop": Sample.request(
          "DELETE", "{{base_url}}/drop/{{id}}", runtime: check("204"), seq: 3, name: "Drop user"),
        "other": Sample.request("GET", "{{base_url}}/other", name: "Other"),
      ])
  }

  @Test("A stopped run finishes the request in flight and continues, and Enter opens a failure with its tests")
  func stopping() throws {
    let (asked, release) = (Gate(), Gate())
    let server = try AnsweringServer { request in
      if request.target == "/slow" {
        asked.open()
        release.wait()
      }
      if request.method == "DELETE" { return Answer.json("{\"error\": \"admins only\"}", status: "403 Forbidden") }
      return Answer.json("{\"ok\": true}")
    }
    defer { server.stop() }
    let sample = try Self.sample(server.url)
    try sample.folder.write("rows.csv", "id\n42\n")
    let home = try TemporaryDirectory("home")
    let journey = try Journey(sample, home: home, columns: 120, rows: 40)
    try journey.see("Users")
    try journey.type("jR", see: "3 requests: Space sends them")
    try journey.type("D", see: "Data file")
    try journey.type("\(sample.folder.path("rows.csv"))\r", see: "rows.csv, 1 row")
    try journey.type(" ", see: "1 of 3")
    asked.wait()
    try journey.type(" ", see: "stopping")
    release.open()
    try journey.see("stopped at 2 of 3")
    #expect(server.requests.map(\.target) == ["/list", "/slow"])
    try journey.type(" ", see: "3 of 3")
    try journey.see("2 of 3")
    try journey.see("was 403")
    try journey.see("admins only")
    #expect(server.requests.map(\.target) == ["/list", "/slow", "/drop/42"])
    try journey.type("f", see: "Space again")
    try journey.seeGone("List users")
    let report = sample.folder.path("out.xml")
    try journey.type("s", see: "Report as")
    try journey.type("\u{15}\(report)\r", see: "Wrote")
    #expect(try String(contentsOfFile: report, encoding: .utf8).contains("failures=\"1\""))
    try journey.type("\r", see: "403 Forbidden")
    try journey.see("tests 0/1")
    try journey.see("Expected")
    try journey.quit()
  }

  @Test("Captured values are available to later requests, and every exchange is recorded")
  func captures() async throws {
    let server = try AnsweringServer { _ in Answer.json("{\"token\": \"abc-123\"}") }
    defer { server.stop() }
    let capture = """
        actions:
          - type: set-variable
            phase: after-response
            selector:
              expression: res.body.token
              method: jsonq
            variable:
              name: session
              scope: runtime

      """
    let sample = try Sample(
      url: server.url,
      requests: [
        "a/login": Sample.request("POST", "{{base_url}}/login", runtime: capture, seq: 1, name: "Log in"),
        "a/me": Sample.request("GET", "{{base_url}}/me?with={{session}}", seq: 2, name: "Me"),
      ])
    let home = try TemporaryDirectory("home")
    let journey = try Journey(sample, home: home, columns: 80, rows: 24)
    try journey.open("Me", see: "{{base_url}}/me")
    try journey.type("R", see: "Run of")
    try journey.type(" ", see: "2 of 2")
    #expect(server.requests.map(\.target) == ["/login", "/me?with=abc-123"])
    try journey.quit()
    var program = sample.program
    program.variables["HOME"] = home.path
    #expect(try await program.run("history", "list").lines.count == 2)
  }

  @Test("A timed run shows statistics, can be stopped, and records nothing")
  func measurement() async throws {
    let server = try AnsweringServer { request in
      request.target == "/slow" ? Answer.json("{}", status: "503 Service Unavailable") : Answer.json("{}")
    }
    defer { server.stop() }
    let sample = try Self.sample(server.url)
    let home = try TemporaryDirectory("home")
    let journey = try Journey(sample, home: home, columns: 120, rows: 40)
    try journey.see("Users")
    try journey.type("jR", see: "3 requests: Space sends them")
    try journey.type("p", see: "Count, duration or rate")
    try journey.type("much\r", see: "is not valid")
    try journey.type("\u{15}10m 200/s\r", see: "10m 200/s: Space sends them")
    try journey.type(" ", see: "Space stop")
    // Only failures are listed.
    try journey.see("Slow user")
    try journey.see("test ·")
    try journey.see("p50 p90 p95")
    try journey.type(" ", see: "stopped at")
    try journey.type("s", see: "Report as")
    try journey.type("\u{15}\(sample.folder.path("out.json"))\r", see: "Wrote")
    #expect(try sample.folder.readText("out.json").contains("\"p99\""))
    try journey.quit()
    var program = sample.program
    program.variables["HOME"] = home.path
    #expect(try await program.run("history", "list").lines.isEmpty)
  }

  @Test("Cookies of another program appear on their page immediately")
  func cookies() async throws {
    let sample = try Self.sample("http://127.0.0.1:9")
    let home = try TemporaryDirectory("home")
    var program = sample.program
    program.variables["HOME"] = home.path
    let journey = try Journey(sample, home: home, columns: 120, rows: 40)
    try journey.see("Users")
    try journey.type("C", see: "Cookies")
    #expect(try await program.run("cookies", "set", "http://h.test", "sid=1", "-e", "local").status == 0)
    try journey.see("h.test")
    #expect(try await program.run("cookies", "set", "http://other.test", "b=2", "-e", "local").status == 0)
    try journey.see("other.test")
    #expect(try await program.run("cookies", "delete", "sid", "-e", "local").status == 0)
    try journey.seeGone("sid")
    try journey.quit()
  }
}
