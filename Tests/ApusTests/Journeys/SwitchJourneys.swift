import Foundation
import TestSupport
import Testing

/// Switching between workspaces in one Apus.
@Suite("Journeys: another workspace", .serialized) struct SwitchJourneys {
  private let first: Sample
  private let second: Sample
  private let home: TemporaryDirectory

  init() throws {
    first = try Sample(url: "http://127.0.0.1:1", requests: ["one": Sample.request(name: "Only here")])
    second = try Sample(url: "http://127.0.0.1:1", requests: ["two": Sample.request(name: "Over there")])
    home = try TemporaryDirectory("home")
  }

  @Test("A workspace is opened by path, then by name, and drafts are kept for the way back")
  func there() throws {
    let journey = try Journey(first, home: home)
    try journey.open("Only here", see: "{{base_url}}")
    try journey.type("\u{0C}", see: "Esc done")
    try journey.type("\u{15}http://draft.test/\r", see: "http://draft.test/")
    try journey.seeGone("Esc done")
    try journey.type("W", see: "Open a workspace")
    try journey.type("\(second.folder.path)\r", see: "Over there")
    try journey.seeGone("Only here")
    // The signals of the terminal reach the new program.
    journey.resize(columns: 90, rows: 30)
    try journey.see("Over there")
    let name = try #require(first.folder.path.split(separator: "/").last)
    try journey.type("W", see: String(name))
    try journey.type("\r", see: "http://draft.test/")
    // The smart line accepts a folder, too.
    try journey.type("\u{0F}\(second.folder.path)\r", see: "Over there")
    try journey.type("W", see: String(name))
    try journey.type("\r", see: "Only here")
    try journey.type("W", see: "Open a workspace")
    try journey.type("/nowhere/at/all\r", see: "/nowhere/at/all")
    try journey.see("Only here")
    try journey.type("q")
    #expect(try journey.end() == 0)
  }

  @Test("Opened workspaces are remembered for the user only, and a missing folder is not offered")
  func remembered() throws {
    try home.write(
      ".local/state/apus/workspaces.json", #"{"workspaces": ["/nowhere", "relative", 7, "\#(second.folder.path)"]}"#)
    let journey = try Journey(first, home: home)
    try journey.see("Collections")
    try journey.type("W", see: "Open a workspace")
    try journey.see(String(try #require(second.folder.path.split(separator: "/").last)))
    #expect(!journey.screen.contains("nowhere"))
    try journey.type("\u{1B}")
    try journey.seeGone("Open a workspace")
    try journey.wait(until: "the file") {
      (try? home.readText(".local/state/apus/workspaces.json").contains(first.folder.path)) == true
    }
    try journey.quit()
  }

  @Test("The previous workspace is closed completely, and one that cannot be opened is rejected")
  func closes() throws {
    let server = try NumberingServer()
    let sample = try Sample(url: server.url, requests: ["echo": Sample.request(name: "Echo")])
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "answer 1 of server")
    try journey.type("W", see: "Open a workspace")
    try journey.type("\(sample.folder.path("echo.yml"))\r", see: "is a file")
    #expect(journey.screen.contains("Echo"))
    try journey.type("W", see: "Open a workspace")
    try journey.type("\(second.folder.path)\r", see: "Over there")
    #if os(Linux)
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(journey.terminal.process)/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(journey.terminal.process)/fd/\($0)")
    }
    #expect(!open.isEmpty && !open.contains { $0.hasPrefix("socket:") })
    let name = try String(contentsOfFile: "/proc/\(journey.terminal.process)/comm", encoding: .utf8)
    #expect(name == "apus\n")
    #endif
    try journey.quit()
  }
}
