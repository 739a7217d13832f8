import TestSupport
import Testing

/// What a terminal pastes in brackets is text, whatever stands in it.
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

  @Test("Five thousand lines become the body, one undo takes them back, and no line presses a key")
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

  @Test("A cURL command in the URL line becomes the whole request after one question")
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
    try journey.see("Make this request what the cURL command sends?")
    try journey.type("y", see: "/pasted?a=1")
    try journey.type("\u{12}", see: "answer 1 of server")
    let sent = try #require(server.requests.first)
    #expect(sent.method == "PATCH" && sent.target == "/pasted?a=1")
    #expect(sent["X-Quoted"] == "it's" && sent.bodyText == #"{"b": [1, 2]}"#)
    try journey.type("u", see: "{{base_url}}/echo")
  }
}
