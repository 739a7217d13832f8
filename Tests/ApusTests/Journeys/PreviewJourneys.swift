import Foundation
import TestSupport
import Testing

/// The preview of a request before it is sent.
@Suite("Journeys: the preview of the wire", .serialized) struct PreviewJourneys {
  @Test("The preview matches the sent request line by line, and sends nothing itself")
  func same() throws {
    let server = try NumberingServer()
    let sample = try Sample(
      url: server.url,
      requests: [
        "echo": Sample.request("POST", "{{base_url}}/users/7?q=a b", body: #"{"who": "Ada"}"#, name: "Echo")
          + "  auth:\n    type: bearer\n    token: hunter2\n"
      ])
    let journey = try Journey(sample, home: try TemporaryDirectory("home"))
    try journey.open("Echo", see: "{{base_url}}/users")
    try journey.type("U", see: "POST /users/7?q=a%20b HTTP/1.1")
    #expect(journey.screen.contains("Bearer ••••") && !journey.screen.contains("hunter2"))
    try journey.type("v", see: "Bearer hunter2")
    let shown = journey.screen
    #expect(server.requests.isEmpty)
    try journey.type("\u{1B}")
    try journey.seeGone("What would be sent")
    try journey.type("\u{12}", see: "answer 1 of server")
    try journey.quit()
    let sent = try #require(server.requests.first)
    let lines = sent.headText.split(separator: "\r\n") + sent.bodyText.split(separator: "\n")
    #expect(lines.count > 6)
    for line in lines { #expect(shown.contains("│ \(line)"), "\(line) in \(shown)") }
  }

  @Test("In a wide window, the preview is next to the request and updates while typing")
  func beside() throws {
    let server = try NumberingServer()
    let sample = try Sample(url: server.url, requests: ["echo": Sample.request("GET", "{{base_url}}/a", name: "Echo")])
    let journey = try Journey(sample, home: try TemporaryDirectory("home"), columns: 200, rows: 50)
    try journey.open("Echo", see: "{{base_url}}/a")
    try journey.type("U", see: "GET /a HTTP/1.1")
    #expect(journey.screen.contains("{{base_url}}/a") && journey.screen.contains("Response"))
    try journey.type("\u{0C}b\u{1B}", see: "GET /ab HTTP/1.1")
    try journey.type("U")
    try journey.seeGone("What would be sent")
    try journey.quit()
    #expect(server.requests.isEmpty)
  }
}
