import Foundation
import TestSupport
import Testing

@Suite("Prompts in a run", .timeLimit(.minutes(3))) struct RunPromptTests {
  private func sample(_ server: AnsweringServer) throws -> Sample {
    try Sample(
      url: server.url,
      requests: [
        "a": Sample.request("GET", "{{base_url}}/a/{{?Region|eu,us|us}}", seq: 1),
        "b": Sample.request("GET", "{{base_url}}/b/{{?Region}}/{{?PIN|hidden}}/{{log/in | $.token}}", seq: 2),
        "log/in": Sample.request("POST", "{{base_url}}/in/{{?Tenant}}"),
      ])
  }

  @Test("Each prompt is asked once, before the first send, and answers are remembered")
  func asked() throws {
    let server = try AnsweringServer { _ in Answer.json("{\"token\": \"t\"}") }
    defer { server.stop() }
    let sample = try sample(server)
    try sample.folder.write("rows.csv", "n\n1\n2\n")
    let terminal = try PseudoTerminal(
      try Program.path(), ["run", "-e", "local", "-w", sample.folder.path, "--data", sample.folder.path + "/rows.csv"],
      environment: ["HOME": sample.folder.path, "NO_PROXY": "*"])
    // In the order of the tree: folders first.
    try terminal.waitForOutput("Tenant: ")
    #expect(server.requests.isEmpty)
    terminal.type("acme\r")
    try terminal.waitForOutput("Region [us]: ")
    terminal.type("1\r")
    try terminal.waitForOutput("PIN: ")
    terminal.type("9876\r")
    #expect(try terminal.waitForEnd() == 0)
    let shown = terminal.visibleOutput
    #expect(shown.components(separatedBy: "Region [us]: ").count == 2 && !shown.contains("9876"), "\(shown)")
    // A run records nothing, so each iteration sends the login first.
    #expect(Set(server.requests.map(\.target)) == ["/a/eu", "/b/eu/9876/t", "/in/acme"])
    let kept = try String(contentsOfFile: sample.folder.path + "/.apus/screen.json", encoding: .utf8)
    #expect(kept.contains("\"Tenant\": \"acme\"") && !kept.contains("9876"), "\(kept)")
  }

  @Test("--answer also applies to chained requests; without a terminal, missing answers are named")
  func given() async throws {
    let server = try AnsweringServer { _ in Answer.json("{\"token\": \"t\"}") }
    defer { server.stop() }
    let sample = try sample(server)
    let answers = ["--answer", "Region=eu", "--answer", "PIN=9876"]
    let missing = try await sample.program.run(["run", "b", "-e", "local"] + answers)
    #expect(missing.status == 4 && server.requests.isEmpty)
    #expect(missing.text.contains("give --answer 'Tenant=…'"), "\(missing.text)\(missing.error)")
    let run = try await sample.program.run(["run", "b", "-e", "local", "--answer", "Tenant=acme"] + answers)
    #expect(run.status == 0 && server.requests.map(\.target) == ["/in/acme", "/b/eu/9876/t"], "\(run.text)")
    let sent = try await sample.program.run(["send", "b", "-e", "local", "--answer", "Tenant=x"] + answers)
    #expect(sent.status == 0 && server.requests.suffix(2).map(\.target) == ["/in/x", "/b/eu/9876/t"], "\(sent.error)")
  }

  @Test("A hidden answer is masked in later requests that send a value captured from it")
  func captured() async throws {
    let server = try AnsweringServer { request in
      Answer.json("{\"token\": \"t-\(request.target.split(separator: "/").last ?? "")\"}")
    }
    defer { server.stop() }
    let capture =
      "  actions:\n    - {type: set-variable, phase: after-response, "
      + "selector: {expression: res.body.token, method: jsonq}, variable: {name: made, scope: runtime}}\n"
    let sample = try Sample(
      url: server.url,
      requests: [
        "a": Sample.request("GET", "{{base_url}}/a/{{?PIN|hidden}}", runtime: capture, seq: 1),
        "b": Sample.request("GET", "{{base_url}}/b/{{made}}", seq: 2),
      ])
    let report = sample.folder.path + "/report.json"
    let run = try await sample.program.run([
      "run", "-e", "local", "--answer", "PIN=hiddenpin78", "--history", "--report", "json=\(report)",
    ])
    #expect(run.status == 0 && server.requests.map(\.target) == ["/a/hiddenpin78", "/b/t-hiddenpin78"], "\(run.text)")
    let history = try await sample.program.run(["history", "list", "--json"])
    #expect(history.text.contains("/b/") && !history.text.contains("hiddenpin78"), "\(history.text)")
    #expect(!run.text.contains("hiddenpin78"))
    let reported = try String(contentsOfFile: report, encoding: .utf8)
    #expect(reported.contains("/b/") && !reported.contains("hiddenpin78"))
  }

  @Test("A send on a terminal asks for the prompts of its chain before anything is sent")
  func chain() throws {
    let server = try AnsweringServer { _ in Answer.json("{\"token\": \"t\"}") }
    defer { server.stop() }
    let sample = try sample(server)
    let terminal = try PseudoTerminal(
      try Program.path(),
      ["send", "b", "-e", "local", "-w", sample.folder.path, "--answer", "Region=eu", "--answer", "PIN=1"],
      environment: ["HOME": sample.folder.path, "NO_PROXY": "*"])
    try terminal.waitForOutput("Tenant: ")
    #expect(server.requests.isEmpty)
    terminal.type("acme\r")
    #expect(try terminal.waitForEnd() == 0)
    #expect(server.requests.map(\.target) == ["/in/acme", "/b/eu/1/t"])
  }
}
