import Foundation
import TestSupport
import Testing

/// Opens, reads and converts a folder in Bruno's older format.
@Suite("Journeys: an older collection", .serialized) struct OlderJourneys {
  @Test("An older collection opens read-only, typing offers to convert it, and the copy can be edited")
  func converting() throws {
    let folder = try TemporaryDirectory("older")
    let home = try TemporaryDirectory("home")
    try folder.write("old/bruno.json", "{\"version\": \"1\", \"name\": \"Old shop\", \"type\": \"collection\"}")
    try folder.write(
      "old/get-user.bru",
      "meta {\n  name: Get user\n  type: http\n  seq: 1\n}\n\nget {\n  url: http://h/users\n  body: none\n  auth: none\n}\n\nheaders {\n  X-Old: yes\n}\n"
    )
    let before = try folder.readText("old/get-user.bru")
    let journey = try Journey([try Program.path(), folder.path], home: home)
    try journey.open("Get user", see: "http://h/users")
    try journey.see("older format: read-only")
    try journey.type("\u{0C}", see: "to the OpenCollection format")
    try journey.type("y", see: "Converted into")
    #expect(try folder.readText("old/get-user.bru") == before)
    let text = try folder.readText("Old shop/get-user.yml")
    #expect(text.contains("url: http://h/users") && text.contains("name: X-Old"))
  }
}
