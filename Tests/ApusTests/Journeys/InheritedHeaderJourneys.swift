import Foundation
import TestSupport
import Testing

/// Headers of the collection, seen, overridden and switched off in one of its requests.
@Suite("Journeys: inherited headers", .serialized) struct InheritedHeaderJourneys {
  let server: NumberingServer
  let sample: Sample
  let home: TemporaryDirectory

  init() throws {
    server = try NumberingServer()
    let request = Sample.request("POST", body: "{}", name: "Echo") + "  auth: inherit\n"
    sample = try Sample(url: server.url, requests: ["echo": request])
    try sample.folder.write(
      "opencollection.yml",
      """
      opencollection: 1.0.0

      info:
        name: Sample

      request:
        headers:
          - name: X-Team
            value: everyone
          - name: X-Trace
            value: "on"
        auth:
          type: bearer
          token: hunter2

      """)
    home = try TemporaryDirectory("home")
  }

  private func values(_ name: String, in request: CapturedRequest) -> [String] {
    request.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  @Test("An overridden inherited header is sent once, a disabled one not at all; neither is saved")
  func overridden() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("2", see: "X-Team")
    try journey.see("Bearer from collection")
    try journey.see("User-Agent")
    #expect(!journey.screen.contains("hunter2"))
    try journey.type("\r", see: "Esc done")
    try journey.type("\u{15}mine\u{1B}", see: "mine")
    try journey.seeGone("Esc done")
    try journey.type("j ", see: "X-Trace is not sent")
    try journey.type("\u{13}", see: "Saved Echo")
    try journey.type("\u{12}", see: "answer 1 of server")
    let sent = try #require(server.requests.first)
    #expect(values("X-Team", in: sent) == ["mine"])
    #expect(values("X-Trace", in: sent).isEmpty)
    #expect(values("Authorization", in: sent) == ["Bearer hunter2"])
    #expect(values("Content-Type", in: sent) == ["application/json"])
    let file = try sample.folder.readText("echo.yml")
    #expect(file.contains("mine") && file.contains("inherit: false"))
    #expect(!file.contains("User-Agent") && !file.contains("hunter2"))
  }

  @Test("A default header is disabled, and the server does not receive it")
  func automatic() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("2", see: "Authorization")
    try journey.type("jjj ", see: "User-Agent is not sent")
    try journey.type("\u{12}", see: "answer 1 of server")
    let sent = try #require(server.requests.first)
    #expect(values("User-Agent", in: sent).isEmpty && values("Accept", in: sent) == ["*/*"])
  }
}
