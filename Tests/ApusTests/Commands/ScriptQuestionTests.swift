import Foundation
import TestSupport
import Testing

@Suite("Questions about scripts", .scriptEngine, .timeLimit(.minutes(2))) struct ScriptQuestionTests {
  private static let runtime = "  scripts:\n    - type: tests\n      code: |-\n        console.log('it ran')\n"

  private func terminal(_ sample: Sample, _ variables: [String: String] = [:]) throws -> PseudoTerminal {
    try PseudoTerminal(
      try Program.path(), ["send", "get", "-e", "local", "-w", sample.folder.path],
      environment: ["HOME": sample.folder.path, "NO_PROXY": "*"].merging(variables) { $1 })
  }

  @Test func `On a terminal, send asks for scripts that are not allowed, once.`() async throws {
    let server = try AnsweringServer { _ in Answer.json("{}") }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["get": Sample.request(runtime: Self.runtime)])
    let refused = try terminal(sample)
    try refused.waitForOutput("Allow this from now on? [y/N] ")
    #expect(refused.visibleOutput.contains("get.yml:") && server.requests.isEmpty)
    refused.type("n\r")
    #expect(try refused.waitForEnd() >> 8 == 130, "\(refused.visibleOutput)")
    #expect(server.requests.isEmpty)
    let agreed = try terminal(sample)
    try agreed.waitForOutput("[y/N] ")
    agreed.type("y\r")
    #expect(try agreed.waitForEnd() == 0)
    #expect(agreed.visibleOutput.contains("it ran") && server.requests.count == 1)
    let later = try terminal(sample)
    #expect(try later.waitForEnd() == 0)
    #expect(later.visibleOutput.contains("it ran") && !later.visibleOutput.contains("[y/N]"))
  }

  @Test func `On a terminal without an engine, send offers to send without its scripts.`() async throws {
    let server = try AnsweringServer { _ in Answer.json("{}") }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["get": Sample.request(runtime: Self.runtime)])
    for name in ["6.0.so.1", "4.1.so.0", "4.0.so.18"] {
      // The linker takes the first file of this name, and it is no library.
      try sample.folder.write("lib/libjavascriptcoregtk-\(name)", "")
    }
    #expect(try await sample.program.run("allow", "--scripts", "--yes").status == 0)
    let variables = ["LD_LIBRARY_PATH": sample.folder.path("lib")]
    var piped = sample.program
    piped.variables.merge(variables) { $1 }
    let result = try await piped.run("send", "get", "-e", "local")
    #expect(result.status == 4 && result.error.contains("install libjavascriptcoregtk-4.1-0"), "\(result.error)")
    let terminal = try terminal(sample, variables)
    try terminal.waitForOutput("Send without its 1 script? [y/N] ")
    #expect(server.requests.isEmpty)
    terminal.type("y\r")
    #expect(try terminal.waitForEnd() == 0 && server.requests.count == 1)
    #expect(!terminal.visibleOutput.contains("it ran"))
  }

  @Test func `Assertions and captures in JavaScript run with the consent of scripts.`() async throws {
    let server = try AnsweringServer { _ in Answer.json(#"{"items": [{"id": 1}, {"id": 2}]}"#) }
    defer { server.stop() }
    let runtime = """
        actions:
          - type: set-variable
            phase: after-response
            selector: {expression: 'res.body.items.map(i => i.id).join("-")', method: jsonq}
            variable: {name: ids, scope: runtime}
        assertions:
          - {expression: 'res.body.items.filter(i => i.id > 1).length', operator: eq, value: "1"}
          - {expression: bru.getVar("ids"), operator: eq, value: '${res.body.items[0].id}-2'}
          - {expression: res.body.items.nope(), operator: isDefined}

      """
    let sample = try Sample(url: server.url, requests: ["get": Sample.request(runtime: runtime)])
    let refused = try await sample.program.run("run", "get", "-e", "local")
    #expect(refused.status == 4 && refused.text.contains("allow --scripts"), "\(refused.text)\(refused.error)")
    let run = try await sample.program.run(
      "run", "get", "-e", "local", "--allow-scripts", "--history", "--report", "json=out.json")
    #expect(run.status == 1, "\(run.text)\(run.error)")
    #expect(run.text.contains("TypeError"), "\(run.text)")
    let report = try sample.folder.readText("out.json")
    #expect(report.contains("res.body.items.filter(i => i.id > 1).length eq 1"), "\(report)")
    #expect(report.contains("eq 1-2"), "\(report)")
    let replay = try await sample.program.run("history", "replay", "last")
    #expect(replay.status == 0, "\(replay.text)\(replay.error)")
    #expect(replay.lines == ["captures: equal", "assertions: equal"], "\(replay.text)")
    try sample.folder.write(
      "get.yml", Sample.request(runtime: runtime.replacingOccurrences(of: "i.id > 1", with: "i.id > 0")))
    let now = try await sample.program.run("history", "replay", "last", "--scripts", "now", "--allow-scripts")
    #expect(now.lines.contains("- value 1") && now.lines.contains("+ value 2"), "\(now.text)\(now.error)")
  }
}
