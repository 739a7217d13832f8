import Foundation
import TestSupport
import Testing

/// The consequences of an answer, or of none.
@Suite("Journeys: tests and failures", .serialized) struct AnswerJourneys {
  let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory("home") }

  @Test func `A failed test is listed first, Enter goes to it, and it passes after a fix.`() throws {
    let server = try AnsweringServer { _ in Answer.json(#"{"id": 42}"#) }
    let runtime =
      "  assertions:\n    - {expression: res.status, operator: eq, value: \"200\"}\n"
      + "    - {expression: res.body.id, operator: eq, value: \"41\"}\n"
    let sample = try Sample(url: server.url, requests: ["echo": Sample.request(runtime: runtime, name: "Echo")])
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "2 tests, nothing sent yet")
    try journey.type("\u{12}", see: "tests 1/2 ✗")
    try journey.type("\t5", see: "✗ res.body.id")
    try journey.type("\r", see: "Enter edit")
    try journey.type("ll\r", see: "Esc done")
    try journey.type("\u{15}42\u{1B}")
    try journey.seeGone("Esc done")
    try journey.type("\u{12}", see: "tests 2/2 ✓")
    try journey.type("\u{13}", see: "Saved Echo")
    #expect(try journey.quit() == 0)
    #expect(journey.isRestored)
  }

  @Test func `Arrows select among the options of a failure, and Enter chooses one.`() throws {
    // Nothing listens on the port for discarding.
    let sample = try Sample(url: "http://127.0.0.1:9", requests: ["echo": Sample.request(name: "Echo")])
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}")
    try journey.type("\u{12}", see: "▌  a   Edit the URL")
    #expect(journey.screen.contains(" in Connect") && journey.screen.contains("✗"))
    try journey.type("\u{1B}OB", see: "▌  c   Change base_url in environment local")
    try journey.type("\u{1B}OA", see: "▌  a   Edit the URL")
    try journey.type("\r", see: "Enter send")
    try journey.type("\u{1B}")
    try journey.seeGone("Enter send")
    try journey.type("q")
    try journey.end()
  }

  @Test func `A missing variable is defined on the failure page, and the request is sent.`() throws {
    let server = try NumberingServer()
    let request = Sample.request("GET", "{{base_url}}/{{tenant}}", name: "Tenant")
    let sample = try Sample(url: server.url, requests: ["tenant": request])
    let journey = try Journey(sample, home: home)
    try journey.open("Tenant", see: "{{tenant}}")
    try journey.type("\u{12}", see: "c   Define tenant in environment local")
    try journey.type("c", see: "Value of tenant in environment local")
    try journey.type("acme\r")
    try journey.seeGone("Value of tenant")
    try journey.type("\u{12}", see: "answer 1 of server")
    #expect(server.requests.first?.target == "/acme")
    try journey.quit()
    #expect(try sample.folder.readText("environments/local.yml").contains("acme"))
  }

  @Test func `A damaged file opens in the editor from its page.`() throws {
    let server = try NumberingServer()
    let sample = try Sample(url: server.url, requests: ["bad": "info:\n  name: Bad\n  type: http\nhttp: [\n"])
    try sample.folder.write("whole", Sample.request(name: "Whole"))
    let editor = try home.writeProgram("editor", "#!/bin/sh\ncp '\(sample.folder.path)/whole' \"$1\"\n")
    let journey = try Journey(sample, home: home, environment: ["EDITOR": editor])
    try journey.open("bad", see: "Open bad.yml in $EDITOR")
    try journey.type("\t")
    try journey.seeGone("moves here")
    try journey.type("o")
    let whole = try sample.folder.readText("whole")
    // A file being written may not exist yet.
    try journey.wait(until: "the mended file") { (try? sample.folder.readText("bad.yml")) == whole }
    // Until then, the terminal belongs to the editor.
    try journey.see("GET   Whole")
    try journey.quit()
  }
}
