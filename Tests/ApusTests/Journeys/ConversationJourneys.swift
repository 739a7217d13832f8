import Foundation
import TestSupport
import Testing

/// A WebSocket on the screen: opened, spoken into, closed, saved, and opened again from the history.
@Suite("Journeys: WebSocket", .serialized) struct ConversationJourneys {
  let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory("home") }

  private func lobby(_ port: Int) -> String {
    """
    info: {name: Lobby, type: websocket}
    websocket:
      url: ws://127.0.0.1:\(port)/room
      message:
        - {title: join, selected: true, message: {type: json, data: '{"op":"join"}'}}
        - {title: greet, selected: false, message: {type: text, data: 'good {{time}}'}}
        - {title: leave, selected: false, message: {type: text, data: bye}}
    runtime: {variables: [{name: time, value: evening}]}

    """
  }

  @Test func `Messages are sent, recalled and chosen by name, and the server closes the conversation.`()
    async throws
  {
    let server = try await PythonPeer.makeWebSocket("echo")
    let sample = try Sample(url: "http://127.0.0.1:\(server.port)", requests: ["lobby": lobby(server.port)])
    let journey = try Journey(sample, home: home)
    try journey.open("Lobby", see: "No response yet")
    #expect(journey.screen.contains("WS") && journey.screen.contains("Messages 3"))
    try journey.type("\u{12}", see: "message 2 of 2")
    #expect(journey.screen.contains("open"))
    try journey.type("\u{12}", see: "Enter sends")
    try journey.type("hello {{time}}\r", see: "hello evening")
    try journey.see("message 4 of 4")
    try journey.type("\u{1B}[A", see: "hello {{time}}")
    try journey.type("\r", see: "message 6 of 6")
    // Bytes: text, JSON, hex.
    try journey.type("\u{14}\u{14}", see: "hex")
    try journey.type("00ff41\r", see: "binary 00 ff 41")
    try journey.type("\u{1B}")
    try journey.seeGone("Enter sends")
    try journey.type("m", see: "Send a message")
    try journey.type("greet\r", see: "good evening")
    try journey.type("m", see: "Send a message")
    try journey.type("leave\r", see: "closed 4001")
    #expect(journey.screen.contains("as you say"))
    try journey.quit()
    #expect(server.seen.contains("GET /room"))
  }

  @Test func `A typed WebSocket URL is recognized, saved and recorded as one.`()
    async throws
  {
    let server = try await PythonPeer.makeWebSocket("echo")
    let sample = try Sample(url: "http://127.0.0.1:\(server.port)")
    let journey = try Journey(sample, home: home)
    try journey.type("\u{0F}", see: "Type a URL")
    try journey.type("ws://127.0.0.1:\(server.port)/typed", see: "WS")
    try journey.type("\r", see: "open")
    try journey.type("\u{12}", see: "Enter sends")
    try journey.type("said by hand\r", see: "message 2 of 2")
    try journey.type("\u{1B}")
    try journey.seeGone("Enter sends")
    try journey.type("\u{1B}", see: "closed")
    try journey.type("H", see: "1 exchange")
    try journey.type("\r", see: "History › ws://")
    try journey.type("\u{12}")
    try journey.wait(until: "a second conversation") {
      server.seen.split(separator: "\n").filter { $0.hasPrefix("GET /typed") }.count == 2
    }
    try journey.see("message 2 of 2")
    try journey.type("\u{1B}", see: "closed")
    try journey.quit()
  }

  @Test func `= filters the messages with a JSONPath expression.`() async throws {
    let server = try await PythonPeer.makeWebSocket("echo")
    let sample = try Sample(url: "http://127.0.0.1:\(server.port)", requests: ["lobby": lobby(server.port)])
    let journey = try Journey(sample, home: home)
    try journey.open("Lobby", see: "No response yet")
    try journey.type("\u{12}", see: "message 2 of 2")
    try journey.type("\u{12}", see: "Enter sends")
    try journey.type("no JSON\r", see: "message 4 of 4")
    try journey.type("\u{1B}", see: "= filter")
    try journey.type("=", see: "JSONPath finds something")
    try journey.type("op\r", see: "/= op 2")
    try journey.seeGone("no JSON")
    try journey.type("\u{1B}", see: "no JSON")
    try journey.type("\u{1B}", see: "closed")
    // There is no document below the list any more.
    try journey.type("=", see: "JSONPath finds something")
    try journey.type("op\r", see: "/= op 2")
    try journey.quit()
  }

  @Test func `Shown messages are in the history after the program was killed.`() async throws {
    let server = try await PythonPeer.makeWebSocket("echo")
    let sample = try Sample(url: "http://127.0.0.1:\(server.port)", requests: ["lobby": lobby(server.port)])
    let journey = try Journey(sample, home: home)
    try journey.open("Lobby", see: "No response yet")
    try journey.type("\u{12}", see: "message 2 of 2")
    // A separate task writes the journal's first lines immediately.
    let running = sample.folder.path(".apus/history/running")
    try journey.wait(until: "a journal") {
      ((try? FileManager.default.contentsOfDirectory(atPath: running)) ?? []).contains { $0.hasSuffix(".jsonl") }
    }
    kill(journey.terminal.process, SIGKILL)
    try journey.end()
    var program = Program(in: sample.folder.path)
    program.variables = ["HOME": home.path]
    let shown = try await program.run("history", "show", "last")
    #expect(shown.text.contains(#"> {"op":"join"}"#), "\(shown.text) \(shown.error)")
    #expect(shown.error.contains("Apus quit before this finished"))
  }
}
