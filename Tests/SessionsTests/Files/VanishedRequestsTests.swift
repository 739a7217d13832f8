import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Requests that another program moves") struct VanishedRequestsTests {
  private func text(_ name: String) -> String {
    "info: {name: \(name), type: http}\nhttp: {method: GET, url: 'http://h/\(name)'}\n"
  }

  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("a.yml", text("A"))
    try folder.write("b.yml", text("B"))
    return try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  @Test("A missing request is found under another name by its tree entry")
  func aRequestThat() throws {
    let folder = try TemporaryDirectory("vanished")
    let workspace = try workspace(folder)
    var vanished = VanishedRequests()
    let all = workspace.tree()
    try folder.remove("a.yml")
    let without = workspace.tree()
    let none = vanished.renames(from: all, to: without, of: workspace) { _ in nil }
    #expect(none.isEmpty)
    try folder.write("other.yml", text("A"))
    let found = vanished.renames(from: without, to: workspace.tree(), of: workspace) { _ in nil }
    #expect(found.map(\.from) == ["\(workspace.path)/a.yml"] && found.map(\.to) == ["\(workspace.path)/other.yml"])
  }

  @Test("An open request is matched by its file content if tree entries are ambiguous")
  func anOpenRequest() throws {
    let folder = try TemporaryDirectory("vanished")
    let workspace = try workspace(folder)
    var vanished = VanishedRequests()
    let all = workspace.tree()
    let bytes = try workspace.request(at: folder.path("a.yml")).bytes
    try folder.remove("a.yml")
    try folder.write("x.yml", text("A") + "docs: other\n")
    try folder.write("y.yml", text("A"))
    let found = vanished.renames(from: all, to: workspace.tree(), of: workspace) { path in
      path.hasSuffix("/a.yml") ? bytes : nil
    }
    #expect(found.map(\.to) == ["\(workspace.path)/y.yml"])
  }
}
