import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Selecting the requests of a run") struct RunSelectionTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryDirectory("selection")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    for (id, tags) in [("a", "fast"), ("in/b", "slow"), ("in/c", "fast")] {
      try folder.write(
        "\(id).yml", "info: {name: X, type: http, tags: [\(tags)]}\nhttp: {method: GET, url: 'http://h/'}\n")
    }
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  private func ids(_ target: String?, tags: Set<String> = [], excluding: Set<String> = []) throws -> [String] {
    try RunSelection.of(
      target, in: workspace, currentFolder: folder.path, tags: tags, excluding: excluding, report: { _ in }
    ).items.map(\.node.id)
  }

  @Test func `All requests are selected, or those of a folder by disk path or collection path.`() throws {
    #expect(try Set(ids(nil)) == ["a", "in/b", "in/c"])
    #expect(try ids("in") == ["in/b", "in/c"])
    #expect(try ids(folder.path("in")) == ["in/b", "in/c"])
    #expect(try ids("a") == ["a"])
  }

  @Test func `Tags include and exclude, and unreadable requests are always included.`() throws {
    #expect(try Set(ids(nil, tags: ["fast"])) == ["a", "in/c"])
    #expect(try ids(nil, excluding: ["fast"]) == ["in/b"])
    try folder.write("in/b.yml", "info: [\n")
    let items = try RunSelection.of("in", in: workspace, currentFolder: folder.path, tags: ["fast"]) { _ in }.items
    #expect(items.map(\.node.id) == ["in/b", "in/c"])
    #expect(throws: WorkspaceError.self) { try items[0].source.get() }
  }

  @Test func `Requests are selected by their own name or that of a folder around them.`() throws {
    try folder.write("in/folder.yml", "info: {name: Inner, type: folder}\n")
    try folder.write("in/deep/d.yml", "info: {name: D, type: http}\nhttp: {method: GET, url: 'http://h/'}\n")
    func ids(_ names: String...) throws -> [String] {
      try RunSelection.of(nil, in: workspace, currentFolder: folder.path, named: names, report: { _ in })
        .items.map(\.node.id)
    }
    #expect(try Set(ids("Inner")) == ["in/b", "in/c", "in/deep/d"])
    #expect(try ids("D") == ["in/deep/d"])
    #expect(try Set(ids("deep", "X")) == ["a", "in/b", "in/c", "in/deep/d"])
    #expect(throws: RunSelection.Fault.notNamed("none")) { try ids("D", "none") }
  }

  @Test func `An unreadable folder makes a selection incomplete if it is inside the target.`() throws {
    let deep = Array(repeating: "d", count: 70).joined(separator: "/")
    try folder.write("in/\(deep)/x.yml", "info: {name: X, type: http}\nhttp: {method: GET, url: 'http://h/'}\n")
    func isComplete(_ target: String?) throws -> Bool {
      try RunSelection.of(target, in: workspace, currentFolder: folder.path, report: { _ in }).isComplete
    }
    for target in [nil, "in", "in/", folder.path, folder.path("in")] { #expect(try !isComplete(target)) }
    #expect(try isComplete("a") && isComplete("in/b"))
  }

  @Test func `Omitted items are reported inside the target, or around a target that is not found.`() throws {
    try folder.write("in/own/opencollection.yml", "info: {name: Own}\n")
    try folder.write("in/own/x.yml", "info: {name: X, type: http}\nhttp: {method: GET, url: 'http://h/'}\n")
    func received(_ target: String?) -> [String] {
      var notices: [String] = []
      // A target that is not found is received, too.
      _ = try? RunSelection.of(target, in: workspace, currentFolder: folder.path) { notices.append($0.location) }
      return notices
    }
    for target in [nil, "in", "in/own/x"] { #expect(received(target) == [folder.path("in/own")]) }
    for target in ["a", "in/b"] { #expect(received(target).isEmpty) }
    let tree = workspace.tree()
    #expect(RunSelection.notice(around: "in/own/x", in: tree)?.message.contains("separate collection") == true)
    #expect(RunSelection.notice(around: "in/b", in: tree) == nil)
  }

  @Test func `If nothing is found, the alternatives are named.`() throws {
    #expect(throws: RunSelection.Fault.nothing) { try ids("nowhere") }
    let other = try TemporaryDirectory("elsewhere")
    let found = RunSelection.Fault.elsewhere(collections: [workspace.path], workspace: workspace.path)
    #expect(throws: found) { try ids(other.path) }
  }
}
