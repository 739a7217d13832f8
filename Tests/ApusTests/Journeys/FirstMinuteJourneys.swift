import Foundation
import TestSupport
import Testing

/// The first screen of a new user: the current folder or the demo.
@Suite("Journeys: the first minute", .serialized) struct FirstMinuteJourneys {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory("home") }

  private static let card = "sends the request again"

  private func journey(in folder: String, _ arguments: String = "") throws -> Journey {
    let line = "cd '\(folder)' && exec '\(try Program.path())' \(arguments)"
    return try Journey(["/bin/sh", "-c", line], home: home, columns: 120, rows: 40)
  }

  @Test func `The demo opens as a copy with a request sent, and a card that leaves with the first key.`() throws {
    let journey = try journey(in: home.path, "demo")
    try journey.see("Björn")
    try journey.see(Self.card)
    for text in ["200", "List users", "local"] { try journey.see(text) }
    try journey.type("\t")
    try journey.seeGone(Self.card)
    #expect(journey.screen.contains("Björn"))
    try journey.quit()
    let files = home.files()
    #expect(files.contains(".local/share/apus/demo/users/get-user.yml"))
    // A second run uses the copy.
    let second = try self.journey(in: "/", "demo")
    try second.see("Björn")
    try second.see(Self.card)
    try second.quit()
  }

  @Test func `Two runs of the demo work side by side, each with its own API.`() throws {
    let (first, second) = (try journey(in: home.path, "demo"), try journey(in: home.path, "demo"))
    for journey in [first, second] { try journey.see("Björn") }
    for journey in [first, second] { try journey.quit() }
  }

  @Test func `The current folder opens, whatever is in it, and the start page opens the demo.`() throws {
    try home.write("shop/README.md", "notes")
    let journey = try journey(in: home.path("shop"))
    try journey.see("Open the demo")
    for text in ["Type a URL", "Import …", "Open another folder", "^C quit"] { try journey.see(text) }
    #expect(!journey.screen.contains("Users"))
    try journey.type("\u{1B}[B\r", see: "Björn")
    try journey.see(Self.card)
    try journey.quit()
    #expect(home.files().filter { $0.hasPrefix("shop/") } == ["shop/README.md"])
  }

  @Test func `A folder that was only looked at is not remembered, and nothing is written there.`() throws {
    try home.write("shop/README.md", "notes")
    let journey = try journey(in: home.path("shop"))
    try journey.see("Open the demo")
    try journey.type("\u{03}")
    #expect(try journey.end() == 0)
    #expect(home.files().filter { $0.hasSuffix("workspaces.json") } == [])
    #expect(home.files().filter { $0.hasPrefix("shop/") } == ["shop/README.md"])
  }

  @Test func `A folder that was used under another home is taken over with one key.`() throws {
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["one": Sample.request(name: "The only one")])
    let former = try Journey(sample, home: home)
    try former.open("The only one", see: "{{base_url}}")
    try former.type("\u{0C}", see: "Esc done")
    try former.type("\u{15}http://draft.test/", see: "● unsaved")
    try former.type("\u{1B}")
    try former.seeGone("Esc done")
    try former.quit()
    let journey = try Journey(sample, home: try TemporaryDirectory("home"))
    try journey.see("y take it over")
    try journey.type("y", see: "Restored unsaved changes of The only one")
    try journey.quit()
    #expect(sample.folder.files().allSatisfy { !$0.contains("from-elsewhere") })
  }
}
