import Foundation
import TestSupport
import Testing

/// A collection that asks for the user's own values.
@Suite("Journeys: consent", .serialized) struct ConsentJourneys {
  @Test("A box names the variable and its receiver; declining sends nothing, and consent is remembered")
  func asking() throws {
    let server = try NumberingServer("here")
    let home = try TemporaryDirectory("home")
    let request = Sample.request(headers: [("X-Key", "{{CLOUD_SECRET}}")], name: "Echo")
    let sample = try Sample(url: server.url, requests: ["echo": request])
    let variables = ["CLOUD_SECRET": "v4lue-of-mine"]
    let journey = try Journey(sample, home: home, environment: variables)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "Allow this for this collection")
    let box = journey.screen
    #expect(box.contains("CLOUD_SECRET") && box.contains("to \(server.url)") && box.contains("header 1, X-Key"))
    #expect(!box.contains("v4lue"))
    try journey.type("n", see: "Nothing was sent")
    try journey.type("\u{12}", see: "Allow this for this collection")
    #expect(server.requests.isEmpty)
    try journey.type("y", see: "answer 1 of here")
    #expect(server.requests.map { $0["X-Key"] } == ["v4lue-of-mine"])
    let again = try Journey(sample, home: home, environment: variables)
    try again.open("Echo", see: "{{base_url}}/echo")
    try again.type("\u{12}", see: "answer 2 of here")
  }
}
