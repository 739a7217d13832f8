import Foundation
import TestSupport
import Testing

/// A bracketed paste is text, whatever it contains.
@Suite("Journeys: pasting", .serialized) struct PasteJourneys {
  let server: NumberingServer
  let sample: Sample
  let home: TemporaryDirectory

  init() throws {
    server = try NumberingServer()
    sample = try Sample(
      url: server.url,
      requests: ["echo": Sample.request("POST", body: "{}", name: "Echo").replacing("type: json", with: "type: text")])
    home = try TemporaryDirectory("home")
  }

  @Test("Five thousand pasted lines become the body, one undo removes them, and no line acts as a key")
  func manyLines() throws {
    let text = (1...5_000).map { "line \($0): q ^C : \u{1B}[31m é日" }.joined(separator: "\n")
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("3\r", see: "Esc done")
    try journey.type("\u{01}")
    journey.paste(text.replacing("\n", with: "\r"))
    try journey.see("line 5000: q ^C")
    try journey.type("\u{12}", see: "answer 1 of server")
    #expect(server.requests.first?.bodyText == text)
    try journey.type("\u{1A}", see: "{}")
    try journey.type("\u{12}", see: "answer 2 of server")
    #expect(server.requests.last?.bodyText == "{}")
  }

  @Test("In an empty folder, Enter sends a pasted command, and a URL")
  func empty() throws {
    let folder = try TemporaryDirectory("empty")
    let journey = try Journey([try Program.path(), folder.path], home: home)
    try journey.see("Type a URL, or paste a cURL command")
    journey.paste("curl '\(server.url)/pasted' -d 'x=1'")
    try journey.see("Enter sends it")
    try journey.type("\r", see: "answer 1 of server")
    try journey.type("\u{0F}", see: "Type a URL, or paste")
    try journey.type("\(server.url)/typed\r", see: "answer 2 of server")
    #expect(server.requests.map(\.method) == ["POST", "GET"])
    #expect(server.requests.map(\.target) == ["/pasted", "/typed"])
    #expect(server.requests.first?.bodyText == "x=1")
  }

  @Test("A pasted WebSocket URL becomes a WebSocket, also among saved requests")
  func webSocket() throws {
    let journey = try Journey(sample, home: home)
    try journey.see("Echo")
    journey.paste("ws://127.0.0.1:1/chat")
    try journey.see("ws://127.0.0.1:1/chat")
    #expect(!journey.screen.contains("GET ▾"))
  }

  @Test("A pasted command inherits no header, login or proxy, nor when it is resent")
  func nothingOfTheCollection() throws {
    try sample.folder.write(
      "opencollection.yml",
      """
      opencollection: 1.0.0
      info: {name: Sample}
      config:
        proxy: {inherit: false, config: {protocol: http, hostname: 127.0.0.1, port: 1}}
      request:
        headers: [{name: X-Collection, value: theirs}]
        auth: {type: bearer, token: theirs}

      """)
    let journey = try Journey(sample, home: home)
    try journey.see("Echo")
    journey.paste("curl '\(server.url)/pasted' -H 'X-Own: mine'")
    try journey.see("Enter send")
    try journey.type("\r", see: "answer 1 of server")
    try journey.type("H", see: "1 exchange")
    try journey.type("\r", see: "History ›")
    try journey.see("answer 1 of server")
    try journey.type("\u{12}", see: "answer 2 of server")
    #expect(server.requests.map(\.target) == ["/pasted", "/pasted"])
    for sent in server.requests {
      #expect(sent["X-Own"] == "mine" && sent["X-Collection"] == nil && sent["Authorization"] == nil)
    }
    // Only the request of the collection has all of these.
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "127.0.0.1:1")
  }

  @Test("A URL pasted without bracketing makes a request and presses no keys")
  func unbracketed() throws {
    let journey = try Journey(sample, home: home)
    try journey.see("Echo")
    try journey.type("\(server.url)/dqx", see: "Enter sends it")
    try journey.type("\r", see: "answer 1 of server")
    #expect(server.requests.first?.target == "/dqx")
    #expect(sample.folder.files().contains { $0.hasSuffix("echo.yml") })
  }

  @Test("A URL typed with the focus in the tree presses no keys, either")
  func keyByKey() throws {
    let journey = try Journey(sample, home: home)
    try journey.see("Echo")
    for key in "\(server.url)/urdq" { try journey.type(String(key)) }
    try journey.see("/urdq")
    try journey.type("\r", see: "answer 1 of server")
    #expect(server.requests.map(\.target) == ["/urdq"])
  }

  @Test("An unsaved request is restored after a kill, and quitting does not ask")
  func kept() throws {
    let first = try Journey(sample, home: home)
    try first.see("Echo")
    first.paste("\(server.url)/kept?a=1")
    try first.see("Enter sends it")
    try first.wait(until: "the draft is in the journal") {
      sample.folder.files().contains { name in
        // A file that is being replaced is read again in the next round.
        guard name.hasSuffix(".json"), name.contains("drafts/") else { return false }
        return (try? sample.folder.readText(name))?.contains("/kept?a=1") == true
      }
    }
    kill(first.terminal.process, SIGKILL)
    _ = try first.terminal.waitForEnd()
    let second = try Journey(sample, home: home)
    try second.see("Restored")
    #expect(try second.quit() == 0)
    let third = try Journey(sample, home: home)
    try third.see("Restored")
    #expect(try third.quit() == 0)
  }

  @Test("A cURL command in the URL line replaces the request after a question")
  func curl() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{0C}", see: "Esc done")
    let command = """
      curl '\(server.url)/pasted?a=1' -X PATCH \\
        -H 'X-Quoted: it'\\''s' \\
        --data-raw '{"b": [1, 2]}'
      """
    journey.paste(command)
    try journey.see("replace this one")
    try journey.type("r", see: "/pasted?a=1")
    try journey.type("\u{12}", see: "answer 1 of server")
    let sent = try #require(server.requests.first)
    #expect(sent.method == "PATCH" && sent.target == "/pasted?a=1")
    #expect(sent["X-Quoted"] == "it's" && sent.bodyText == #"{"b": [1, 2]}"#)
    try journey.type("u", see: "{{base_url}}/echo")
  }
}
