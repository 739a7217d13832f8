import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Undoing changes") struct UndoLogTests {
  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("a.yml", "info: {name: A, type: http}\nhttp: {method: GET, url: 'http://h/a'}\n")
    try folder.write("in/folder.yml", "info: {name: In}\n")
    return try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  @Test("A move is undone and redone with the same token and selection")
  func whatWasMoved() throws {
    let folder = try TemporaryDirectory("undo")
    let workspace = try workspace(folder)
    let (old, new) = ("\(workspace.path)/a.yml", "\(workspace.path)/in/a.yml")
    var log = UndoLog<String>()
    let made = try workspace.move(old, to: "\(workspace.path)/in", at: .max)
    let token = log.add(made, label: "Moved A", movedFrom: old, item: made.path)
    for round in 0..<4 {
      let back = try #require(try log.takeBack(token, in: workspace) { "item \($0)" })
      let (from, to) = round.isMultiple(of: 2) ? (new, old) : (old, new)
      #expect(back.move?.from == from && back.move?.to == to && back.item == "item \(to)")
      #expect(back.label == "Moved A" && back.isRedone == !round.isMultiple(of: 2))
      #expect(try FileSystem.live.stamp(to) != nil && FileSystem.live.stamp(from) == nil)
    }
  }

  @Test("A deletion is undone with its selection; two changes have their own tokens")
  func aDeletionIs() throws {
    let folder = try TemporaryDirectory("undo")
    let workspace = try workspace(folder)
    var log = UndoLog<String>()
    let first = log.add(try workspace.delete("\(workspace.path)/a.yml"), label: "Deleted A", item: "a")
    let second = log.add(try workspace.delete("\(workspace.path)/in"), label: "Deleted In", item: "in")
    #expect(first != second && !folder.files().contains("a.yml"))
    #expect(try log.takeBack(first, in: workspace) { $0 }?.item == "a")
    #expect(folder.files().contains("a.yml") && !folder.files().contains("in/folder.yml"))
    #expect(try log.takeBack(second, in: workspace) { $0 }?.label == "Deleted In")
    #expect(folder.files().contains("in/folder.yml"))
  }

  @Test("A file changed by another program is not undone until it is as before")
  func whatAnotherProgram() throws {
    let folder = try TemporaryDirectory("undo")
    let workspace = try workspace(folder)
    var log = UndoLog<String>()
    let made = try workspace.createRequest(RequestDefinition(name: "B", url: "http://h/b"), in: workspace.path)
    let token = log.add(made, label: "Made B", item: nil)
    let ours = try folder.readText("B.yml")
    try folder.write("B.yml", "info: {name: B, type: http}\nhttp: {method: GET, url: 'http://h/theirs'}\n")
    #expect(throws: WorkspaceError.self) { try log.takeBack(token, in: workspace) { $0 } }
    #expect(try folder.readText("B.yml").contains("theirs"))
    try folder.write("B.yml", ours)
    #expect(try log.takeBack(token, in: workspace) { $0 }?.label == "Made B")
    #expect(!folder.files().contains("B.yml"))
  }

  @Test("An order is restored where possible; moved files are reported, and saved changes are kept")
  func orders() throws {
    let folder = try TemporaryDirectory("undo")
    let workspace = try workspace(folder)
    for (name, place) in [("c", 1), ("b", 2), ("a", 3)] {
      try folder.write(
        "\(name).yml", "info:\n  name: \(name)\n  type: http\n  seq: \(place)\nhttp:\n  url: http://h/\n")
    }
    var log = UndoLog<String>()
    let token = log.add(try #require(try workspace.sort(workspace.path).change), label: "Sorted C", item: nil)
    func text(_ name: String) throws -> String { try folder.readText("\(name).yml") }
    try folder.write("a.yml", try text("a").replacingOccurrences(of: "http://h/", with: "http://h/saved"))
    try folder.write("c.yml", try text("c").replacingOccurrences(of: "seq: 3", with: "seq: 7"))
    let back = try #require(try log.takeBack(token, in: workspace) { $0 })
    #expect(back.leftOut.map(\.path) == ["\(workspace.path)/c.yml"])
    #expect(try text("a").contains("seq: 3") && text("a").contains("http://h/saved") && text("c").contains("seq: 7"))
    let again = try #require(try log.takeBack(token, in: workspace) { $0 })
    #expect(again.isRedone && again.leftOut.isEmpty)
    #expect(try text("a").contains("seq: 1") && text("a").contains("http://h/saved"))
  }
}
