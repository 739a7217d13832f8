import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("A failing disk") struct FaultTests {
  private func folder() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory("faults")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/a.yml", "info:\n  name: A\n  type: http\n  seq: 1\nhttp:\n  url: old # c\n")
    try folder.write("c/b.yml", "info:\n  name: B\n  type: http\n  seq: 2\nhttp:\n  url: other\n")
    return folder
  }

  private func shown(_ folder: TemporaryDirectory) throws -> [String: String] {
    let names = folder.files().filter { $0.hasPrefix("c/") && !$0.contains(".apus") }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.readText($0)) })
  }

  @Test("A save that is stopped at any step leaves the old file or the new one, complete", arguments: [true, false])
  func save(isTorn: Bool) throws {
    for step in 1...6 {
      let folder = try folder()
      let before = try shown(folder)
      let disk = FaultyDisk(failingAt: step, isTorn ? .torn : .full)
      let workspace = Workspace(path: folder.path("c"), files: disk.files, stateFolder: folder.path("s"))
      let file = try workspace.request(at: folder.path("c/a.yml"))
      var changed = file.definition
      changed.url = "new"
      let succeeded = (try? workspace.save(changed, to: file)) != nil
      var after = before
      if succeeded { after["c/a.yml"] = before["c/a.yml"]?.replacingOccurrences(of: "old", with: "new") }
      let found = try shown(folder)
      #expect(found == after, "step \(step)")
      #expect(workspace.tree().collections.first?.requests.count == 2)
    }
  }

  @Test("A move of many files that is stopped at any step is undone", arguments: 1...12)
  func move(step: Int) throws {
    let folder = try folder()
    let before = try shown(folder)
    let disk = FaultyDisk(failingAt: step, .full)
    let workspace = Workspace(path: folder.path("c"), files: disk.files, stateFolder: folder.path("s"))
    let moved = (try? workspace.move(folder.path("c/b.yml"), to: folder.path("c"), at: 0)) != nil
    let found = try shown(folder)
    if !moved {
      // Each file is complete: the old one or the new one.
      for (name, text) in found { #expect(text == before[name] || text.contains("seq:"), "\(name)") }
      #expect(found.count == before.count)
    } else {
      #expect(workspace.tree().collections.first?.requests.map(\.node.id) == ["b", "a"])
    }
  }

  @Test("A history interrupted at any step loses nothing that was stored before")
  func history() throws {
    for step in 1...6 {
      let folder = try TemporaryDirectory("faults")
      let exchange = Exchange(startedAt: Date(timeIntervalSince1970: 1_700_000_000))
      let first = HistoryRecord(exchange: exchange)
      try History(folder: folder.path(".apus"), files: .live).append(first, redaction: .none)
      let disk = FaultyDisk(failingAt: step, .torn)
      _ = try? History(folder: folder.path(".apus"), files: disk.files).append(
        HistoryRecord(exchange: exchange), redaction: .none)
      let last = HistoryRecord(exchange: exchange)
      let history = History(folder: folder.path(".apus"), files: .live)
      try history.append(last, redaction: .none)
      let ids = try history.list().entries.map(\.id)
      #expect(ids.first == last.id && ids.contains(first.id), "step \(step)")
    }
  }

  @Test("A read-only folder and an unreadable file give an error for every user who is subject to permissions")
  func readOnly() async throws {
    let folder = try folder()
    let path = folder.path("c")
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("c/b.yml"))
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      // Permissions do not stop root, so this process becomes nobody.
      if geteuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
      let workspace = Workspace(path: path + "/c", files: .live, stateFolder: path + "/s")
      let file = try workspace.request(at: path + "/c/a.yml")
      var changed = file.definition
      changed.url = "new"
      func expectRefusal(_ name: String, _ change: () throws -> Void) throws {
        let error = #expect(throws: WorkspaceError.self) { try change() }
        guard case .file(let reason) = error else {
          Issue.record("\(name): \(error as Any)")
          return
        }
        #expect(reason.reason == .permission && error?.description.contains(name) == true, "\(reason)")
      }
      try expectRefusal("a.yml") { _ = try workspace.save(changed, to: file) }
      try expectRefusal("x") { _ = try workspace.createFolder(named: "x", in: workspace.path) }
      try expectRefusal("New") { _ = try workspace.createRequest(RequestDefinition(name: "New"), in: workspace.path) }
      try expectRefusal(".apus") { _ = try workspace.delete(file.path) }
      try expectRefusal("b.yml") { _ = try workspace.request(at: path + "/c/b.yml") }
      try expectRefusal(".apus") {
        try DraftStore(workspace).keep(Draft(path: file.path, base: file, definition: changed, date: Date()))
      }
      #expect(try workspace.request(at: file.path).bytes == file.bytes)
      #expect(workspace.tree().collections.first?.requests.count == 2)
    }
    #expect(folder.files() == ["c/a.yml", "c/b.yml", "c/opencollection.yml"])
  }
}
