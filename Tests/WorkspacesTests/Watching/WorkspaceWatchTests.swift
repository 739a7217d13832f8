import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Detecting changes by other programs") struct WorkspaceWatchTests {
  private func request(_ name: String) -> String { "info:\n  name: \(name)\n  type: http\n  seq: 1\nhttp:\n  url: u\n" }

  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/a.yml", request("a"))
    try folder.write("c/f/b.yml", request("b"))
    try folder.write("c/f/g/c.yml", request("c"))
    return try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
  }

  @Test(
    "Files written in place, by rename, removed and in new folders are reported with their folders",
    .timeLimit(.minutes(1)))
  func watching() async throws {
    let folder = try TemporaryDirectory("watch")
    let workspace = try workspace(folder)
    var changes = WorkspaceWatch(workspace).changes().makeAsyncIterator()
    let edits: [(folders: Set<String>, edit: () throws -> Void)] = [
      (["c"], { try folder.write("c/a.yml", request("a changed")) }),
      (
        ["c/f"],
        {
          let handle = try FileHandle(forWritingTo: folder.url.appendingPathComponent("c/f/b.yml"))
          try handle.truncate(atOffset: 0)
          try handle.write(contentsOf: Data(request("b in place").utf8))
          try handle.close()
        }
      ),
      (["c/f/g"], { try folder.remove("c/f/g/c.yml") }),
      // What is in a new folder may be reported with the folder.
      (["c", "c/new", "c/new/deep"], { try folder.write("c/new/deep/d.yml", request("d")) }),
      (["c"], { try folder.move("c/new", to: "c/renamed") }),
      (["c/f"], { try folder.write("c/f/folder.yml", "info:\n  name: Shown\n") }),
      (["c", "c/environments"], { try folder.write("c/environments/dev.yml", "name: dev\n") }),
    ]
    for (folders, edit) in edits {
      try edit()
      let expected = Set(folders.map { folder.path($0) })
      // A change may be reported in several parts.
      while try #require(await changes.next()).isDisjoint(with: expected) {}
    }
    let tree = workspace.tree()
    #expect(tree.collections.first?.requests.map(\.node.name) == ["d", "b in place", "a changed"])
    #expect(tree.collections.first?.environments == ["dev"])
  }

  @Test(
    "A workspace that was removed and created again is watched again, also with the folder above it",
    .timeLimit(.minutes(1)))
  func madeAgain() async throws {
    let folder = try TemporaryDirectory("watch")
    try folder.write("up/c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("up/c/a.yml", request("a"))
    let workspace = try Workspace.open(folder.path("up/c"), stateFolder: folder.path("s"))
    func names() -> [String] { workspace.tree().collections.first?.requests.map(\.node.name) ?? [] }
    var changes = WorkspaceWatch(workspace).changes().makeAsyncIterator()
    for removed in ["up/c", "up"] {
      try folder.remove(removed)
      repeat { _ = try #require(await changes.next()) } while !workspace.tree().collections.isEmpty
      try folder.write("up/c/opencollection.yml", "info:\n  name: C\n")
      try folder.write("up/c/b.yml", request("b"))
      repeat { _ = try #require(await changes.next()) } while names() != ["b"]
    }
    // It is watched as before.
    try folder.write("up/c/b.yml", request("changed"))
    repeat { _ = try #require(await changes.next()) } while names() != ["changed"]
  }

  @Test("Comparing finds the same changes as the kernel")
  func comparing() throws {
    let folder = try TemporaryDirectory("watch")
    let workspace = try workspace(folder)
    let watch = ComparingWatch(workspace, every: .seconds(3600), report: { _ in })
    defer { watch.stop() }
    #expect(watch.compare().isEmpty)
    try folder.write("c/f/b.yml", request("a longer name"))
    #expect(watch.compare() == [folder.path("c/f")])
    try folder.remove("c/f/g/c.yml")
    #expect(watch.compare() == [folder.path("c/f/g")])
    try folder.write("c/.apus/x", "own")
    #expect(watch.compare().isEmpty)
  }

  @Test("A text is found in every file, with its line")
  func search() throws {
    let folder = try TemporaryDirectory("watch")
    let workspace = try workspace(folder)
    try folder.write("c/environments/dev.yml", "name: dev\nvariables:\n  - name: NAME\n    value: C\n")
    var hits: [SearchHit] = []
    workspace.search("name: c", in: workspace.tree()) { hit in
      hits.append(hit)
      return true
    }
    #expect(hits.map { "\($0.name):\($0.line)" } == ["c:2"])
    #expect(hits.first?.match == 2..<9)
    var count = 0
    workspace.search("NAME", in: workspace.tree()) { _ in
      count += 1
      return count < 2
    }
    #expect(count == 2)
  }
}
