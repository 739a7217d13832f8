import Foundation
import TestSupport
import Testing

/// Several collections in one screen.
@Suite("Journeys: collections side by side", .serialized) struct MultiRootJourneys {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory("home") }

  private func journey(_ folders: [String]) throws -> Journey {
    try Journey([try Program.path()] + folders, home: home, environment: ["CLOUD_SECRET": "v4lue-of-mine"])
  }

  @Test("Each collection is a root of the tree with its own environment, answers and history")
  func roots() async throws {
    let (here, there) = (try NumberingServer("here"), try NumberingServer("there"))
    let one = try Sample(url: here.url, requests: ["a": Sample.request(name: "Ours")])
    let other = try Sample(url: there.url, requests: ["a": Sample.request(name: "Theirs")])
    let journey = try journey([one.folder.path, other.folder.path])
    // Both are called Sample: the tree distinguishes them.
    try journey.see("Ours")
    try journey.see("Theirs")
    let names = [one, other].map { $0.folder.path.split(separator: "/").last ?? "" }
    for name in names { #expect(journey.screen.contains(name.prefix(12))) }
    try journey.open("Ours", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "answer 1 of here")
    try journey.open("Theirs", see: "› Theirs")
    try journey.type("\u{12}", see: "answer 1 of there")
    try journey.type("H", see: there.url)
    try journey.type("j", see: here.url)
    // Esc directly followed by a key would be another key.
    try journey.type("\u{1B}", see: "› Theirs")
    try journey.quit()
    for (sample, url, foreign) in [(one, here.url, there.url), (other, there.url, here.url)] {
      // The same user who sent them: other users' programs do not use the folder's history.
      var program = sample.program
      program.variables = ["HOME": home.path]
      let list = try await program.run("history", "list", "-w", sample.folder.path)
      #expect(list.text.contains(url) && !list.text.contains(foreign), "\(list.text) \(list.error)")
    }
  }

  @Test("A consent for one collection does not apply to another of the same name")
  func consent() throws {
    let server = try NumberingServer("here")
    let request = Sample.request(headers: [("X-Key", "{{CLOUD_SECRET}}")], name: "Ours")
    let foreign = Sample.request(headers: [("X-Key", "{{CLOUD_SECRET}}")], name: "Theirs")
    let one = try Sample(url: server.url, requests: ["echo": request])
    let stranger = try Sample(url: server.url, requests: ["echo": foreign])
    let journey = try journey([one.folder.path, stranger.folder.path])
    try journey.open("Ours", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "Allow this for this collection")
    try journey.type("y", see: "answer 1 of here")
    try journey.open("Theirs", see: "› Theirs")
    try journey.type("\u{12}", see: "Allow this for this collection")
    try journey.type("n", see: "Nothing was sent")
    #expect(server.requests.count == 1)
    try journey.quit()
  }

  @Test("A collection is opened side by side from the palette, remembered, and closed again")
  func palette() throws {
    let one = try Sample(url: "http://127.0.0.1:1", requests: ["a": Sample.request(name: "Ours")])
    let other = try Sample(url: "http://127.0.0.1:1", requests: ["b": Sample.request(name: "Theirs")])
    let journey = try journey([one.folder.path])
    try journey.see("Ours")
    try journey.type(":alongside", see: "Open another collection alongside")
    try journey.type("\r", see: "Open alongside")
    try journey.type("\(other.folder.path)\r", see: "Theirs")
    try journey.see("Ours")
    try journey.wait(until: "the set is remembered") {
      (try? home.readText(".local/state/apus/workspaces.json").contains(other.folder.path)) == true
    }
    try journey.open("Theirs", see: "{{base_url}}/echo")
    try journey.type(":close this", see: "Close this collection")
    try journey.type("\r")
    try journey.seeGone("Theirs")
    try journey.see("Ours")
    let name = try #require(other.folder.path.split(separator: "/").last)
    try journey.type("W", see: String(name))
    try journey.type("\(name)", see: ", \(name)")
    try journey.type("\r", see: "Theirs")
    try journey.see("Ours")
    try journey.quit()
  }

  @Test("New requests, undo and drafts belong to their own collection")
  func files() throws {
    let one = try Sample(url: "http://127.0.0.1:1", requests: ["a": Sample.request(name: "Ours")])
    let other = try Sample(url: "http://127.0.0.1:1", requests: ["b": Sample.request(name: "Theirs")])
    let journey = try journey([one.folder.path, other.folder.path])
    try journey.open("Theirs", see: "{{base_url}}/echo")
    try journey.type("\u{0C}", see: "Esc done")
    try journey.type("\u{15}http://draft.test/\r", see: "http://draft.test/")
    try journey.seeGone("Esc done")
    try journey.wait(until: "the draft") {
      (try? FileManager.default.subpathsOfDirectory(atPath: other.folder.path(".apus")))?
        .contains { $0.contains("draft") } == true
    }
    try journey.quit()
    let again = try Journey([try Program.path(), other.folder.path], home: home)
    try again.open("Theirs", see: "http://draft.test/")
    try again.quit()
    #expect(!(try one.folder.readText("a.yml")).contains("draft.test"))
  }

  @Test("A repeated folder is one root, and an outer folder lists only the rest")
  func nested() throws {
    let one = try Sample(url: "http://127.0.0.1:1", requests: ["a": Sample.request(name: "Ours")])
    try one.folder.write("inner/opencollection.yml", "opencollection: 1.0.0\n\ninfo:\n  name: Inner\n")
    try one.folder.write("inner/b.yml", Sample.request("GET", "http://inner.test/", name: "Within"))
    let journey = try journey([one.folder.path, one.folder.path("inner"), one.folder.path, one.folder.path("a.yml")])
    try journey.see("Within")
    try journey.see("Ours")
    #expect(journey.screen.components(separatedBy: "Ours").count == 2)
    #expect(!journey.screen.contains("a separate collection"))
    try journey.quit()
  }

  @Test("A folder that cannot be opened is named on one line, and nothing is opened")
  func refused() throws {
    let one = try Sample(url: "http://127.0.0.1:1", requests: ["a": Sample.request(name: "Ours")])
    let empty = try TemporaryDirectory("nothing")
    for path in ["/nowhere/at/all", empty.path] {
      let journey = try journey([one.folder.path, path])
      #expect(try journey.end() >> 8 == 3)
      let lines = journey.screen.split(separator: "\n").filter { !$0.trimmingCharacters(in: .whitespaces).isEmpty }
      #expect(lines.count <= 2 && lines.joined().contains("apus: "))
      #expect(lines.joined().contains(path))
    }
  }
}
