import Foundation
import TestSupport
import Testing

/// Requests of other tools are imported on the screen.
@Suite("Journeys: importing", .serialized) struct ImportJourneys {
  private let sample: Sample
  private let home: TemporaryDirectory

  init() throws {
    sample = try Sample(url: "http://127.0.0.1:1", requests: ["echo": Sample.request(name: "Echo")])
    home = try TemporaryDirectory("home")
  }

  @Test("A Postman file and pasted .http text become requests of the folder under the cursor")
  func importing() throws {
    let other = try TemporaryDirectory("other")
    try other.write(
      "shop.json",
      #"""
      {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
       "item": [{"name": "List orders", "request": {"method": "GET", "url": "http://h/orders"}},
                {"name": "Add order", "request": {"method": "POST", "url": "http://h/orders"}}]}
      """#)
    let journey = try Journey(sample, home: home)
    try journey.see("Echo")
    try journey.type("I", see: "Import:")
    try journey.type("\(other.path("shop.json"))\r", see: "Imported 2 requests")
    try journey.see("List orders")
    let imported = sample.folder.files().filter { !$0.contains(".apus/") }
    try journey.type("u", see: "Undone: Imported 2 requests")
    try journey.seeGone("List orders")
    #expect(!sample.folder.files().contains { $0.contains("orders") && !$0.contains(".apus/trash") })
    try journey.type("\u{19}", see: "Redone: Imported 2 requests")
    try journey.see("List orders")
    #expect(sample.folder.files().filter { !$0.contains(".apus/") } == imported)
    try journey.type("g")
    try journey.type("I", see: "Import:")
    journey.paste("### Ping\nGET http://127.0.0.1:1/ping\nX-One: 1\n")
    try journey.see("Imported 1 request")
    try journey.see("Ping")
    let files = sample.folder.files()
    #expect(files.contains { $0.contains("List orders") || $0.lowercased().contains("list-orders") })
    try journey.quit()
  }

  @Test("A credential in the new file is reported before any other notice")
  func credential() throws {
    try sample.folder.write(
      "other/ping.http", "### Ping\nGET http://127.0.0.1:1/ping\nAuthorization: Bearer abc\n\n>> kept.json\n")
    let journey = try Journey(sample, home: home)
    try journey.see("Echo")
    try journey.type("I", see: "Import:")
    try journey.type("\(sample.folder.path("other/ping.http"))\r", see: "the file contains a credential")
    try journey.quit()
  }

  @Test("An unknown format is rejected with the reason, and the path can be corrected")
  func unknown() throws {
    try sample.folder.write("notes.txt", "just some words")
    let journey = try Journey(sample, home: home)
    try journey.see("Echo")
    try journey.type("I", see: "Import:")
    try journey.type("\(sample.folder.path("notes.txt"))\r", see: "Not imported:")
    try journey.type("I", see: "notes.txt")
  }

  @Test func `A path typed in the URL line is imported, and a missing file is reported.`() throws {
    let other = try TemporaryDirectory("other")
    try other.write("my api.http", "### Ping\nGET http://127.0.0.1:1/ping\n")
    let journey = try Journey(sample, home: home)
    try journey.see("Echo")
    try journey.type("\u{0F}", see: "Type a URL")
    try journey.type("\(other.path("none.http"))\r", see: "There is no file")
    try journey.type("\u{0C}\u{01}\u{0B}")
    journey.paste("'\(other.path("my api.http"))'")
    try journey.see("my api.http'")
    try journey.type("\r", see: "Imported 1 request")
    try journey.see("Ping")
    try journey.quit()
  }
}
