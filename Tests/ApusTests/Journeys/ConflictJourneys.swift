import Foundation
import TestSupport
import Testing

/// The same fields are changed here and by another program: both versions are shown, and a key chooses one per field.
@Suite("Journeys: conflicts", .serialized) struct ConflictJourneys {
  let server: NumberingServer
  let sample: Sample
  let home: TemporaryDirectory

  init() throws {
    server = try NumberingServer()
    sample = try Sample(
      url: server.url, requests: ["echo": "# Kept as it is.\n" + Sample.request(name: "Echo")])
    home = try TemporaryDirectory("home")
  }

  @Test("One field of each version is saved together, with the comments of the file")
  func fieldByField() throws {
    let before = try sample.folder.readText("echo.yml")
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    // Changes the method, then the URL, as a user would.
    try journey.type("\u{14}", see: "Method")
    try journey.type("PATCH\r", see: "●")
    try journey.type("\u{0C}/mine\r", see: "/echo/mine")
    let method = try #require(before.firstMatch(of: /method: (\w+)/))
    let other = before.replacingOccurrences(of: String(method.0), with: "method: PUT")
      .replacingOccurrences(of: "/echo", with: "/echo/theirs")
    try sample.folder.write("echo.yml", other)
    try journey.see("another program changed")
    try journey.type("\u{13}", see: "Theirs (in the file)")
    try journey.see("● PATCH")
    try journey.see("○ PUT")
    // Moves down to the URL and chooses theirs; the method stays mine.
    try journey.type("\u{1B}[B ", see: "○ {{base_url}}/echo/mine")
    try journey.type("\r", see: "Saved Echo")
    let after = try sample.folder.readText("echo.yml")
    #expect(after == other.replacingOccurrences(of: "method: PUT", with: "method: PATCH"))
    #expect(after.hasPrefix("# Kept as it is.\n"))
  }
}
