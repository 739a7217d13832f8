import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("A process that is killed at any moment") struct KilledAnytimeTests {
  private func shown(_ folder: TemporaryDirectory) throws -> [String: String] {
    let names = folder.files().filter { $0.hasPrefix("c/") && !$0.contains("/.apus") }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.readText($0)) })
  }

  @Test("A program that is killed while it saves leaves a complete file, and touches no other", arguments: 1...12)
  func saving(round: Int) async throws {
    let folder = try TemporaryDirectory("killed")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/a.yml", "info:\n  name: A\n  type: http\nhttp:\n  url: old # c\n")
    try folder.write("c/b.yml", "info:\n  name: B\n  type: http\nhttp:\n  url: other\n")
    let before = try shown(folder)
    await #expect(processExitsWith: .signal(SIGKILL)) { [round = round as Int, path = folder.path as String] in
      let workspace = Workspace(path: path + "/c", files: .live, stateFolder: path + "/s")
      var file = try workspace.request(at: path + "/c/a.yml")
      var random = SeededGenerator(seed: UInt64(round))
      let end = ContinuousClock.now + .microseconds(Int.random(in: 500...60_000, using: &random))
      Thread.detachNewThread {
        while ContinuousClock.now < end {}
        kill(getpid(), SIGKILL)
      }
      var number = 0
      while true {
        number += 1
        var edited = file.definition
        edited.url = "\(number)"
        edited.docs = String(repeating: "\(number) ", count: 20_000) + "end"
        file = try workspace.save(edited, to: file).file
      }
    }
    var found = try shown(folder)
    let workspace = Workspace(path: folder.path("c"), files: .live, stateFolder: folder.path("s"))
    let saved = try workspace.request(at: folder.path("c/a.yml")).definition
    let isFirst = saved.url == "old" && saved.docs.isEmpty
    #expect(isFirst || saved.docs == String(repeating: "\(saved.url) ", count: 20_000) + "end")
    found["c/a.yml"] = before["c/a.yml"]
    #expect(found == before)
  }
}
