import Foundation
import TestSupport
import Testing

/// A request and its response, from the first key to the last.
@Suite("Journeys: exploring", .serialized) struct ExploringJourneys {
  let server: AnsweringServer
  let sample: Sample
  let home: TemporaryDirectory

  init() throws {
    server = try AnsweringServer { _ in
      Answer.json(#"{"first":{"name":"Ada"},"second":{"name":"Grace"},"third":{"name":"Edith"}}"#)
    }
    let request = Sample.request(
      "POST", "{{base_url}}/echo", headers: [("X-One", "it's $HOME")], body: #"{"text": "a 'quoted' word"}"#,
      name: "Echo")
    sample = try Sample(url: server.url, requests: ["echo": request])
    home = try TemporaryDirectory("home")
  }

  @Test("A request is opened, sent and read; its cURL command sends the same bytes")
  func wholeWay() async throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "200 OK")
    try journey.type("\t/name\r", see: "1 of 3")
    try journey.type("n", see: "2 of 3")
    try journey.type("N", see: "1 of 3")
    try journey.type("p", see: #"{"first":{"name":"Ada"}"#)
    try journey.type("p", see: "7b 22 66 69")
    try journey.type("p", see: #""second": {"#)
    try journey.type("Z", see: #""second": { name: "Grace" }"#)
    try journey.type("2", see: "application/json")
    try journey.type("3", see: "Waiting")
    try journey.type("6", see: "POST /echo HTTP/1.1")
    try journey.type("y", see: "cURL, exact")
    try journey.type("exact\r", see: "Copied")
    let command = try #require(journey.copied)
    let result = try await sample.program.run(path: "/bin/sh", ["-c", command])
    #expect(result.status == 0, "\(result.error)")
    try #require(server.requests.count == 2)
    #expect(server.requests[0].headText == server.requests[1].headText)
    #expect(server.requests[0].bodyText == server.requests[1].bodyText)
    #expect(try journey.quit() == 0)
    #expect(journey.isRestored)
  }

  @Test("Saving writes only the changed line")
  func saving() throws {
    let before = try sample.folder.readText("echo.yml")
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{0C}", see: "Esc done")
    try journey.type("\u{15}{{base_url}}/other\r", see: "unsaved")
    try journey.type("\u{13}", see: "Saved Echo")
    let after = try sample.folder.readText("echo.yml")
    #expect(after == before.replacingOccurrences(of: "/echo\"", with: "/other\""))
    #expect(after != before)
  }

  @Test("Edited headers, body and URL are sent, and the history offers to resend them")
  func editing() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("2", see: "X-One")
    try journey.type("a", see: "Esc done")
    try journey.type("X-Two\ttwo\r\u{1B}", see: "two")
    try journey.wait(for: "the new row alone") { $0.contains("Headers 2+6") && !$0.contains("Esc done") }
    try journey.type("3\r", see: "Esc done")
    try journey.type("\u{01}{\"x\":1}", see: "{\"x\":1}")
    try journey.type("\u{12}", see: "200 OK")
    let sent = try #require(server.requests.first)
    #expect(sent["X-Two"] == "two")
    #expect(sent.bodyText == "{\"x\":1}")
  }

  @Test(
    "Edits survive a signal, and the terminal is restored",
    arguments: [SIGTERM, SIGHUP, SIGKILL])
  func ended(signal: Int32) throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{0C}", see: "Esc done")
    try journey.type("\u{15}{{base_url}}/unsaved-address\r", see: "● unsaved")
    // The program answers keys only after earlier work, so the draft has had time to be written.
    try journey.wait(for: "a draft on the disk") { _ in
      journey.terminal.type("?\u{1B}")
      let drafts = self.sample.folder.files().filter { $0.contains("drafts/") && $0.hasSuffix(".json") }
      // A file that disappears while it is read is not a draft yet.
      return drafts.contains { (try? self.sample.folder.readText($0).contains("unsaved-address")) == true }
    }
    kill(journey.terminal.process, signal)
    try journey.end()
    if signal != SIGKILL { #expect(journey.isRestored, "\(journey.model.modes)") }
    let next = try Journey(sample, home: home)
    try next.see("Restored unsaved changes of")
    try next.open("Echo", see: "/unsaved-address")
    #expect(try sample.folder.readText("echo.yml").contains("/echo\""))
  }

  @Test(
    "A send in progress at exit is recorded as far as it went",
    arguments: [SIGTERM, SIGHUP, nil])
  func endedWhileSending(signal: Int32?) throws {
    let asked = Gate()
    let silent = try RawServer { connection in
      _ = connection.readHead()
      asked.open()
      // Blocks until the client disconnects.
      _ = connection.read()
    }
    defer { silent.stop() }
    let sample = try Sample(url: silent.url, requests: ["echo": Sample.request(name: "Echo")])
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "Esc cancels")
    asked.wait()
    if let signal {
      kill(journey.terminal.process, signal)
    } else {
      try journey.type("q", see: "Quit and cancel it?")
      try journey.type("y")
    }
    try journey.end()
    #expect(journey.isRestored)
    let history = try #require(sample.folder.files().first { $0.hasSuffix(".jsonl") })
    #expect(try sample.folder.readText(history).contains("/echo"))
  }

  @Test("If drafts cannot be saved, quitting does not offer it, and a signal reports the loss")
  func noDrafts() throws {
    try sample.folder.write(".apus", "in the way")
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{0C}\u{15}{{base_url}}/gone\r", see: "a crash loses it")
    try journey.type("q", see: "d discard and quit")
    #expect(!journey.screen.contains("keep as drafts"))
    kill(journey.terminal.process, SIGTERM)
    #expect(try journey.end() >> 8 & 0xFF == 3)
    #expect(String(decoding: journey.terminal.output, as: UTF8.self).contains("apus: unsaved changes are lost: "))
  }

  @Test("Quitting keeps a draft without a question and restores it")
  func quitting() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{0C}", see: "Esc done")
    try journey.type("\u{15}{{base_url}}/gone", see: "● unsaved")
    try journey.type("\u{1B}")
    try journey.seeGone("Esc done")
    try journey.quit()
    #expect(journey.isRestored)
    #expect(try sample.folder.readText("echo.yml").contains("/echo\""))
    let second = try Journey(sample, home: home)
    try second.open("Echo", see: "{{base_url}}/gone")
    try second.quit()
  }
}
