import Foundation
import TestSupport
import Testing

/// Settings that a folder shares with its requests, edited on the screen.
@Suite("Journeys: settings of a folder", .serialized) struct FolderSettingsJourneys {
  let server: NumberingServer
  let sample: Sample
  let home: TemporaryDirectory

  private static let folder = """
    # Kept as it is.
    info: {name: Users, type: folder, seq: 1}
    request:
      headers:
        - name: X-Area   # where
          value: users
    docs:
      content: |-
        # All users

        - kept in **memory**
      type: text/markdown

    """

  init() throws {
    server = try NumberingServer()
    sample = try Sample(
      url: server.url, requests: ["users/echo": Sample.request("POST", body: "{}", name: "Echo") + "  auth: inherit\n"])
    try sample.folder.write("users/folder.yml", Self.folder)
    home = try TemporaryDirectory("home")
  }

  /// The settings of the folder, opened in the tree.
  private func opened(_ environment: [String: String] = [:]) throws -> Journey {
    let journey = try Journey(sample, home: home, environment: environment)
    try journey.see("Users")
    try journey.type("j,", see: "shared with ")
    return journey
  }

  @Test("A folder's header is edited, saved on its own line, and sent with its requests")
  func edited() throws {
    let journey = try opened()
    try journey.see("X-Area")
    try journey.type("l\r", see: "Esc done")
    try journey.type("\u{15}everyone\u{1B}", see: "● unsaved")
    try journey.seeGone("Esc done")
    try journey.type("\u{13}", see: "Saved Users")
    #expect(
      try sample.folder.readText("users/folder.yml")
        == Self.folder.replacingOccurrences(of: "value: users", with: "value: everyone"))
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("2", see: "Users folder")
    try journey.type("\u{12}", see: "answer 1 of server")
    #expect(server.requests.first?.headers.first { $0.name == "X-Area" }?.value == "everyone")
  }

  @Test("Docs are rendered, edited externally, and merged with changes of another program")
  func docs() throws {
    let path = try home.writeProgram("editor", "#!/bin/sh\nprintf '# Mine\\n\\n1. first\\n' > \"$1\"\n")
    let journey = try opened(["EDITOR": path, "TMPDIR": home.path])
    try journey.type("4", see: "• kept in memory")
    #expect(!journey.screen.contains("**memory**"))
    try journey.type("\u{05}", see: "1. first")
    try sample.folder.write(
      "users/folder.yml", Self.folder.replacingOccurrences(of: "value: users", with: "value: theirs"))
    try journey.see("its changes are merged with yours")
    try journey.type("\u{13}", see: "Saved Users")
    let text = try sample.folder.readText("users/folder.yml")
    #expect(text.hasPrefix("# Kept as it is.\n") && text.contains("value: theirs") && text.contains("# where"))
    #expect(text.contains("# Mine") && text.contains("1. first") && !text.contains("memory"))
  }

  @Test("Unsaved folder settings survive an exit, and a folder without a file gets one")
  func drafted() throws {
    try sample.folder.write("bare/other.yml", Sample.request(name: "Other"))
    let journey = try Journey(sample, home: home)
    try journey.see("bare")
    try journey.type("jj,", see: "Folder  bare")
    try journey.type("a", see: "Esc done")
    try journey.type("X-Draft\r1\u{1B}", see: "● unsaved")
    try journey.seeGone("Esc done")
    try journey.type("q")
    try journey.end()
    #expect(!sample.folder.exists("bare/folder.yml"))
    let second = try Journey(sample, home: home)
    try second.see("Restored unsaved changes of bare")
    try second.type("jj,", see: "X-Draft")
    try second.type("\u{13}", see: "Saved bare")
    #expect(try sample.folder.readText("bare/folder.yml").contains("X-Draft"))
  }
}
