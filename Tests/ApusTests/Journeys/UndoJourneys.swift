import Foundation
import TestSupport
import Testing

/// One history for edits and file changes: `u` undoes both in order, `^Y` redoes them.
@Suite("Journeys: undo", .serialized) struct UndoJourneys {
  @Test("An edit, a rename, a move and a removal are undone in order and redone")
  func oneHistory() throws {
    let sample = try Sample(
      url: "http://h",
      requests: ["echo": Sample.request(name: "Echo"), "users/list": Sample.request(name: "List users")])
    let home = try TemporaryDirectory("home")
    let first = try sample.folder.readText("echo.yml")
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{0C}", see: "Esc done")
    try journey.type("\u{15}http://changed/", see: "● unsaved")
    try journey.type("\u{1B}")
    try journey.seeGone("Esc done")
    try journey.type("\u{13}", see: "Saved Echo")
    let edited = try sample.folder.readText("echo.yml")
    #expect(edited != first)
    try journey.type("\u{1B}[Z", see: "rename")
    try journey.type("r", see: "New name")
    try journey.type("\u{15}Other\r", see: "Renamed to Other")
    let renamed = try sample.folder.readText("echo.yml")
    try journey.type("m", see: "Move to")
    try journey.type("users", see: "› users")
    try journey.type("\r", see: "Moved")
    let moved = try sample.folder.readText("users/echo.yml")
    try journey.type("\u{1B}[3~", see: "u restores it")
    #expect(!sample.folder.files().contains("users/echo.yml"))

    try journey.type("u", see: "Undone: Deleted")
    #expect(try sample.folder.readText("users/echo.yml") == moved)
    try journey.type("u", see: "Undone: Moved")
    #expect(try sample.folder.readText("echo.yml") == renamed)
    try journey.type("u", see: "Undone: Renamed")
    #expect(try sample.folder.readText("echo.yml") == edited)
    // Deleting closed the request: the first key reopens it, so that the user sees what the next one undoes.
    try journey.type("u", see: "is open again")
    try journey.see("http://changed/")
    try journey.type("u", see: "Undone: an edit of")
    try journey.see("{{base_url}}/echo")

    try journey.type("\u{19}", see: "Redone: an edit of")
    try journey.see("http://changed/")
    try journey.type("\u{19}", see: "Redone: Renamed")
    #expect(try sample.folder.readText("echo.yml") == renamed)
    try journey.type("\u{19}", see: "Redone: Moved")
    #expect(try sample.folder.readText("users/echo.yml") == moved)
    try journey.type("\u{19}", see: "Redone: Deleted")
    #expect(!sample.folder.files().contains("users/echo.yml"))
  }
}
