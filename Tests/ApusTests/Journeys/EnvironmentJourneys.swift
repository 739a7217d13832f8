import Foundation
import TestSupport
import Testing

/// Switching to another environment, and editing one.
@Suite("Journeys: environments", .serialized) struct EnvironmentJourneys {
  let local: NumberingServer
  let live: NumberingServer
  let sample: Sample
  let home: TemporaryDirectory

  init() throws {
    local = try NumberingServer("local")
    live = try NumberingServer("live")
    let request = Sample.request(headers: [("X-Token", "{{word}}")], name: "Echo")
    sample = try Sample(url: local.url, requests: ["echo": request])
    try sample.folder.write(
      "environments/local.yml",
      """
      # Where I work.
      name: local
      variables:
        - name: base_url # the address
          value: \(local.url)
        - name: word
          value: "one"   # in quotes

      """)
    try sample.folder.write(
      "environments/live.yml",
      "name: live\nprotected: true\nvariables:\n  - name: base_url\n    value: \(live.url)\n  - name: word\n    value: two\n"
    )
    home = try TemporaryDirectory("home")
  }

  @Test("Another environment has another server, and a protected one asks before changes")
  func switching() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "answer 1 of local")
    try journey.type("e", see: "No environment")
    try journey.type("live", see: "› live")
    try journey.type("\r", see: "live (protected) ▾")
    try journey.type("\u{12}", see: "answer 1 of live")
    try journey.type("\u{14}", see: "Method")
    try journey.type("DELETE\r", see: "● unsaved")
    try journey.type("\u{12}", see: "live is protected. Send DELETE Echo?")
    try journey.type("n")
    try journey.seeGone("is protected")
    try journey.type("\u{12}", see: "live is protected. Send DELETE Echo?")
    try journey.type("y", see: "answer 2 of live")
    #expect(live.requests.map(\.method) == ["GET", "DELETE"])
    #expect(live.requests.map { $0["X-Token"] } == ["two", "two"])
    #expect(local.requests.count == 1)
  }

  @Test("A value captured under one environment is not used under another")
  func captured() throws {
    let capture =
      "  actions:\n    - {type: set-variable, phase: after-response, selector: {expression: res.body, method: jsonq}, "
      + "variable: {name: v, scope: runtime}}\n"
    try sample.folder.write("set.yml", Sample.request("GET", "{{base_url}}/set", runtime: capture, name: "Setter"))
    try sample.folder.write(
      "use.yml", Sample.request("GET", "{{base_url}}/use", headers: [("X-V", "{{v}}")], name: "Taker"))
    let journey = try Journey(sample, home: home)
    try journey.open("Setter", see: "{{base_url}}/set")
    try journey.type("\u{12}", see: "answer 1 of local")
    try journey.open("Taker", see: "{{base_url}}/use")
    try journey.type("\u{12}", see: "answer 2 of local")
    #expect(local.requests.last?["X-V"] == "answer 1 of local")
    try journey.type("e", see: "No environment")
    try journey.type("live", see: "› live")
    try journey.type("\r", see: "live (protected) ▾")
    try journey.type("\u{12}", see: "has no value")
    #expect(live.requests.isEmpty && local.requests.count == 2)
  }

  @Test("An edited variable is written to its line and used by the next send")
  func editing() throws {
    let before = try sample.folder.readText("environments/local.yml")
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("E", see: "Environments")
    try journey.type("l\r", see: "Esc done")
    try journey.type("\u{15}\(live.url)\u{1B}", see: "Tab next environment")
    try journey.type("j\r\u{15}three", see: "three")
    try journey.type("\u{1B}", see: "Tab next environment")
    try journey.wait(for: "the written variables") { _ in
      journey.terminal.type("kj")
      return (try? self.sample.folder.readText("environments/local.yml").contains("three")) == true
    }
    try journey.type("\u{1B}")
    try journey.seeGone("Environments")
    try journey.type("\u{12}", see: "answer 1 of live")
    #expect(live.requests.first?["X-Token"] == "three")
    let after = try sample.folder.readText("environments/local.yml")
    #expect(
      after
        == before.replacingOccurrences(of: local.url, with: live.url)
        .replacingOccurrences(of: #""one""#, with: #""three""#))
  }

  @Test("A secret is typed once and sent, but written neither to the environment nor to the history")
  func secret() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("E", see: "Environments")
    // The value moves out of the file, and so does the comment after it: this needs a question.
    try journey.type("js", see: "This removes # in quotes")
    try journey.type("y", see: "Saved environment local")
    try journey.type("E", see: "Tab next environment")
    try journey.type("jl\r\u{15}hush-hush")
    try journey.type("\u{1B}", see: "••••")
    try journey.type("\u{1B}")
    try journey.seeGone("Environments")
    try journey.type("\u{12}", see: "answer 1 of local")
    #expect(local.requests.first?["X-Token"] == "hush-hush")
    try journey.quit()
    let leaking = try sample.folder.files().filter { try sample.folder.readText($0).contains("hush-hush") }
    #expect(leaking.allSatisfy { $0.contains("secrets") }, "\(leaking)")
  }
}
