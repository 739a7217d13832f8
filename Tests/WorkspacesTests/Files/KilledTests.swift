import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Real processes that are killed in the middle of a change, and one of another user.
@Suite("A process that is killed while it changes files") struct KilledTests {
  private func workspace() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory("killed")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/f/a.yml", "info:\n  name: A\n  type: http\n  seq: 1\nhttp:\n  url: old # c\n")
    try folder.write("c/f/b.yml", "info:\n  name: B\n  type: http\n  seq: 2\nhttp:\n  url: other\n")
    try folder.write("c/environments/dev.yml", "variables:\n  - name: a\n    value: x\n  - secret: true\n    name: t\n")
    return folder
  }

  private func probe(_ folder: TemporaryDirectory, _ words: [String]) throws -> (
    status: Int32, signal: Bool, said: String
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Executable.path("SaveProbe"))
    process.arguments = [folder.path("c")] + words
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, process.terminationReason == .uncaughtSignal, String(decoding: said, as: UTF8.self)
    )
  }

  /// The collection's files with their texts, without private files.
  private func shown(_ folder: TemporaryDirectory) throws -> [String: String] {
    let names = folder.files().filter { $0.hasPrefix("c/") && !$0.contains("/.apus") }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.readText($0)) })
  }

  @Test(
    "A program that is killed at any step or during a write leaves every file complete, and the change can be repeated",
    arguments: ["request", "settings", "environment", "delete", "move", "draft"], ["kill", "torn"])
  func killed(change: String, how: String) throws {
    let before = try shown(try workspace())
    let whole = try workspace()
    #expect(try probe(whole, [change, "kill", "1000"]).status == 0)
    let after = try shown(whole)
    let texts = Set(before.values).union(after.values)
    var kills = 0
    for step in 1...60 {
      let folder = try workspace()
      let result = try probe(folder, [change, how, "\(step)"])
      for (file, text) in try shown(folder) {
        #expect(texts.contains(text), "\(change), step \(step): \(file) is neither old nor new: \(text)")
      }
      let tree = try Workspace.open(folder.path("c"), stateFolder: folder.path("c-state")).tree()
      #expect(tree.notices.isEmpty, "\(change), step \(step): \(tree.notices)")
      guard result.signal else {
        #expect(result.status == 0, "\(result.said)")
        break
      }
      #expect(result.status == SIGKILL)
      kills += 1
      // The killed process may have completed the change.
      let again = try probe(folder, [change, "kill", "1000"])
      let isDone = try shown(folder) == after
      #expect(again.status == 0 || isDone, "\(change), step \(step), again: \(again.said)")
    }
    #expect(kills > 1)
  }

  @Test(
    "A program that is killed while it stores cookies leaves the old ones or the new ones", arguments: ["kill", "torn"])
  func cookies(how: String) throws {
    var kills = 0
    for step in 1...60 {
      let folder = try workspace()
      let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("c-state"))
      let store = workspace.cookieStore(of: workspace.path)
      let old = Cookie("old", String(repeating: "o", count: 4000), domain: "h.test")
      try store.change(of: "dev") { $0 = [old] }
      let result = try probe(folder, ["cookies", how, "\(step)"])
      let found = try store.cookies(of: "dev").map { "\($0.value.prefix(1))\($0.value.count)" }
      #expect(found == ["o4000"] || found == ["n4000"], "step \(step): \(found)")
      guard result.signal else {
        #expect(result.status == 0 && found == ["n4000"], "\(result.said)")
        break
      }
      kills += 1
      // Its remains do not prevent the next change.
      #expect(try probe(folder, ["cookies", "kill", "1000"]).status == 0)
      #expect(try store.cookies(of: "dev").map(\.name) == ["new"])
    }
    #expect(kills > 1)
  }

  @Test("Temporary files of a killed process are removed after a day, and no others")
  func swept() throws {
    var left = 0
    for (change, step) in [
      ("request", 1), ("move", 1), ("move", 3), ("draft", 3), ("environment", 1), ("environment", 4),
    ] {
      let folder = try workspace()
      _ = try probe(folder, [change, "torn", "\(step)"])
      let temporary = { folder.files().filter { $0.split(separator: "/").last?.hasPrefix(".apus-") == true } }
      left += temporary().count
      try folder.write("c/f/.apus-notours.tmp.yml", "kept")
      try folder.write("c/f/.apus-UPPER.tmp", "kept")
      try folder.write("elsewhere/.apus-1a.tmp", "kept")
      let links = ["c/f/.apus-2b.tmp": "b.yml", "c/f/link": folder.path("elsewhere")]
      for (link, target) in links {
        try folder.link(link, to: target)
      }
      let before = Set(folder.files())
      let found = Set(temporary()).subtracting(["c/f/.apus-2b.tmp"])
        .filter { !$0.contains("notours") && !$0.contains("UPPER") && !$0.contains("elsewhere") }
      let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("c-state"))
      #expect(workspace.sweepTemporaries() == 0)
      #expect(workspace.sweepTemporaries(now: Date().addingTimeInterval(25 * 3600)) == found.count)
      #expect(Set(folder.files()) == before.subtracting(found))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("c/f/.apus-2b.tmp")) == "b.yml")
    }
    #expect(left > 0)
  }

  @Test("Another user's read-only folder is read; every change is refused with one line that names the file")
  func anotherUser() throws {
    guard getuid() == 0 else { try Test.cancel("only root can become another user: foreign folders are not tried") }
    let folder = try workspace()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let before = try shown(folder)
    for change in ["request", "settings", "delete", "draft"] {
      let result = try probe(folder, [change, "user", "65534"])
      #expect(result.status == 1, "\(change): \(result)")
      #expect(result.said.split(separator: "\n").count == 1)
      #expect(result.said.contains("ermission denied"), "\(change): \(result.said)")
      #expect(result.said.contains(folder.path("c")), "\(change): \(result.said)")
    }
    #expect(try shown(folder) == before)
    try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: folder.path("c/f"))
    let result = try probe(folder, ["request", "user", "65534"])
    #expect(result.status == 1 && result.said.contains("ermission denied"))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("c/f"))
  }
}
