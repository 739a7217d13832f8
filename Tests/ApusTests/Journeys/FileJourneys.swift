import Foundation
import TestSupport
import Testing

/// Creates, renames, moves and removes requests and folders by keys; the disk follows, and `u` undoes each change.
@Suite("Journeys: files", .serialized) struct FileJourneys {
  let server: NumberingServer
  let sample: Sample
  let home: TemporaryDirectory

  init() throws {
    server = try NumberingServer()
    sample = try Sample(
      url: server.url,
      requests: [
        "echo": "# Kept as it is.\n" + Sample.request(name: "Echo"), "users/list": Sample.request(name: "List users"),
      ])
    try sample.folder.write("users/folder.yml", "info:\n  name: Users\n  type: folder\n")
    home = try TemporaryDirectory("home")
  }

  /// A journey in the tree, with the cursor on the request Echo.
  private func start() throws -> Journey {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{1B}[Z", see: "rename")
    return journey
  }

  @Test("A request is renamed in its file, and undo restores the name")
  func renaming() throws {
    let before = try sample.folder.readText("echo.yml")
    let journey = try start()
    try journey.type("r", see: "New name")
    try journey.type("\u{15}Other name\r", see: "Renamed to Other name")
    #expect(
      try sample.folder.readText("echo.yml")
        == before.replacingOccurrences(of: "name: Echo", with: "name: Other name"))
    try journey.type("u", see: "Undone: Renamed")
    #expect(try sample.folder.readText("echo.yml") == before)
    try journey.see("Sample › Echo")
  }

  @Test("A duplicate, a move and a removal are undone on disk in order")
  func changing() throws {
    let before = sample.folder.files()
    let content = try sample.folder.readText("echo.yml")
    let journey = try start()
    try journey.type("d", see: "Duplicated")
    let copies = Set(sample.folder.files()).subtracting(before).filter { $0.hasSuffix(".yml") }
    #expect(copies.count == 1)
    try journey.type("\u{1B}[Z")
    try journey.open("Echo", see: "Sample › Echo")
    try journey.type("\u{1B}[Zm", see: "Move to")
    try journey.type("users", see: "› users")
    try journey.type("\r", see: "Moved")
    // A move changes only the `seq` of a file.
    let moved = try sample.folder.readText("users/echo.yml")
    #expect(
      moved.split(separator: "\n").filter { !$0.contains("seq:") }
        == content.split(separator: "\n").filter { !$0.contains("seq:") })
    #expect(!sample.folder.files().contains("echo.yml"))
    try journey.type("\u{1B}[3~", see: "u restores it")
    #expect(!sample.folder.files().contains("users/echo.yml"))
    try journey.type("u", see: "Undone: Deleted")
    #expect(try sample.folder.readText("users/echo.yml") == moved)
    try journey.type("u", see: "Undone: Moved")
    #expect(try sample.folder.readText("echo.yml") == content)
    try journey.type("u", see: "Undone: Duplicated")
    #expect(sample.folder.files().filter { !$0.hasPrefix(".apus/") } == before.filter { !$0.hasPrefix(".apus/") })
  }

  @Test("A folder is removed with its content after a question, and restored completely")
  func folders() throws {
    let journey = try start()
    try journey.type("N", see: "Name of the new folder")
    try journey.type("Empty\r", see: "Created the folder Empty")
    #expect(sample.folder.files().contains { $0.lowercased().hasPrefix("empty/") })
    try journey.click("Users", see: "List users")
    try journey.type("\u{1B}[3~", see: "Delete the folder Users")
    try journey.type("n")
    try journey.seeGone("Delete the folder")
    #expect(sample.folder.files().contains("users/list.yml"))
    try journey.type("\u{1B}[3~", see: "Delete the folder Users")
    try journey.type("y", see: "Deleted")
    #expect(!sample.folder.files().contains("users/list.yml"))
    try journey.type("u", see: "List users")
    #expect(sample.folder.files().contains("users/list.yml"))
  }

  @Test("A new request is named, filled in, sent and saved")
  func newRequest() throws {
    let journey = try start()
    try journey.type("n", see: "Name of the new request")
    try journey.type("My first one\r", see: "Created My first one")
    try journey.see("Sample › My first one")
    try journey.type("\u{0C}", see: "Esc done")
    // Enter in the URL sends.
    try journey.type("\u{1B}[Ffresh\r", see: "answer 1 of server")
    try journey.type("\u{13}", see: "Saved My first one")
    #expect(server.requests.first?.target == "/fresh")
    let file = try #require(sample.folder.files().first { $0.contains("irst") && $0.hasSuffix(".yml") })
    #expect(try sample.folder.readText(file).contains("{{base_url}}/fresh"))
  }
}
