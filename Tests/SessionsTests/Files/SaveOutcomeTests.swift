import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Saving an edited request") struct SaveOutcomeTests {
  private static let text = "info: {name: A, type: http}\n\nhttp:\n  method: GET\n  # why\n  url: http://h/a\n"

  private func opened(_ folder: TemporaryDirectory) throws -> (Workspace, RequestFile) {
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("a.yml", Self.text)
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    return (workspace, try workspace.request(at: folder.path("a.yml")))
  }

  @Test("A file without other changes is written")
  func whatNobodyElse() throws {
    let folder = try TemporaryDirectory("save")
    let (workspace, base) = try opened(folder)
    var edited = base.definition
    edited.method = "PUT"
    guard case .saved(let file) = try workspace.save(edited, mergingOver: base) else {
      Issue.record("not saved")
      return
    }
    #expect(file.definition.method == "PUT")
    #expect(try folder.readText("a.yml") == Self.text.replacing("GET", with: "PUT"))
  }

  @Test("Another program's changes elsewhere are kept, and a later save continues from there")
  func whatAnotherProgram() throws {
    let folder = try TemporaryDirectory("save")
    let (workspace, base) = try opened(folder)
    try folder.write("a.yml", Self.text.replacing("http://h/a", with: "http://h/b"))
    var edited = base.definition
    edited.method = "PUT"
    guard case .merged(let file) = try workspace.save(edited, mergingOver: base) else {
      Issue.record("not merged")
      return
    }
    #expect(file.definition.method == "PUT" && file.definition.url == "http://h/b")
    guard case .saved = try workspace.save(base.definition, mergingOver: file) else {
      Issue.record("not saved")
      return
    }
  }

  @Test("A part changed on both sides is not overwritten")
  func whatBothChanged() throws {
    let folder = try TemporaryDirectory("save")
    let (workspace, base) = try opened(folder)
    let theirs = Self.text.replacing("GET", with: "POST")
    try folder.write("a.yml", theirs)
    var edited = base.definition
    edited.method = "PUT"
    guard case .conflicted(let file) = try workspace.save(edited, mergingOver: base) else {
      Issue.record("no conflict")
      return
    }
    #expect(file.definition.method == "POST")
    #expect(try folder.readText("a.yml") == theirs)
  }

  @Test("A deleted file is recreated with its comments, and a new one gets its own name")
  func aFileThat() throws {
    let folder = try TemporaryDirectory("save")
    let (workspace, base) = try opened(folder)
    let same = try workspace.saveNew(base.definition, in: folder.path)
    #expect(same.path != base.path && same.definition.url == base.definition.url)
    try FileSystem.live.remove(base.path)
    let made = try workspace.saveNew(base.definition, in: folder.path, remaking: base)
    #expect(made.path == base.path)
    #expect(try folder.readText("a.yml") == Self.text)
  }
}
