import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Every change, stopped at every step") struct EveryStepTests {
  typealias Change = @Sendable (Workspace) throws -> Void

  static let changes: [(name: String, change: Change)] = [
    (
      "saving a request",
      { workspace in
        let file = try workspace.request(at: workspace.path + "/f/a.yml")
        var edited = file.definition
        edited.url = "new"
        edited.headers.append(Row("H", "1"))
        _ = try workspace.save(edited, to: file)
      }
    ),
    (
      "saving what a folder shares, in a file that is not there yet",
      { workspace in
        let file = try workspace.settings(of: workspace.path + "/f")
        var edited = file.definition
        (edited.headers, edited.authentication) = ([Row("X", "1")], .inherit)
        _ = try workspace.save(edited, to: file)
      }
    ),
    (
      "renaming an environment with an edit and a secret",
      { workspace in
        let file = try workspace.environment(named: "dev", of: workspace.path)
        guard let file else { throw WorkspaceError.noEnvironment("dev", known: []) }
        var edited = file.environment
        edited.name = "test"
        edited.variables[0].row.value = "other"
        edited.variables[1].row.value = "n3w"
        _ = try workspace.save(edited, to: file)
      }
    ),
    ("making a request", { _ = try $0.createRequest(RequestDefinition(name: "New"), in: $0.path + "/f") }),
    ("making a folder", { _ = try $0.createFolder(named: "g", in: $0.path) }),
    ("copying a request", { _ = try $0.duplicate($0.path + "/f/a.yml") }),
    ("copying a folder", { _ = try $0.duplicate($0.path + "/f") }),
    ("moving a request to the front", { _ = try $0.move($0.path + "/f/b.yml", to: $0.path + "/f", at: 0) }),
    ("moving a request out", { _ = try $0.move($0.path + "/f/b.yml", to: $0.path, at: 0) }),
    ("deleting a folder", { _ = try $0.delete($0.path + "/f") }),
    (
      "keeping and deleting cookies",
      { workspace in
        _ = try workspace.cookieStore(of: workspace.path).change(of: "dev") { cookies in
          cookies = [Cookie("new", "2", domain: "h.test"), Cookie("more", "3", domain: "h.test")]
        }
      }
    ),
    ("deleting an environment", { _ = try $0.deleteEnvironment("dev", of: $0.path) }),
  ]

  private static let cookies = changes.firstIndex { $0.0 == "keeping and deleting cookies" }

  private func workspace(_ folder: TemporaryDirectory, _ files: FileSystem) throws -> Workspace {
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/f/a.yml", "info:\n  name: A\n  type: http\n  seq: 1\nhttp:\n  url: old # c\n")
    try folder.write("c/f/b.yml", "info:\n  name: B\n  type: http\n  seq: 2\nhttp:\n  url: other\n")
    try folder.write("c/environments/dev.yml", "variables:\n  - name: a\n    value: x\n  - secret: true\n    name: t\n")
    let store = SecretStore(collection: folder.path("c"), stateFolder: folder.path("s"), files: .live)
    try store.set(["t": "s3cret"], of: "dev")
    try CookieStore(collection: folder.path("c"), stateFolder: folder.path("s"), files: .live).change(of: "dev") {
      $0 = [Cookie("old", "1", domain: "h.test")]
    }
    return Workspace(path: folder.path("c"), files: files, stateFolder: folder.path("s"))
  }

  /// Every visible file with its text; temporary and private files are invisible to users.
  private func shown(_ folder: TemporaryDirectory) throws -> [String: String] {
    let names = folder.files().filter { !$0.contains("/.apus") && !$0.hasPrefix("s/") }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.readText($0)) })
  }

  @Test(
    "After a failure at any step, each file is old or new and complete, and the change can be repeated",
    arguments: 0..<12, [FaultyDisk.Fault.full, .torn])
  func everyStep(number: Int, fault: FaultyDisk.Fault) throws {
    let (name, change) = Self.changes[number]
    let untouched = try TemporaryDirectory("steps")
    _ = try workspace(untouched, .live)
    let before = try shown(untouched)
    let whole = try TemporaryDirectory("steps")
    try change(try workspace(whole, .live))
    let after = try shown(whole)
    let texts = Set(before.values).union(after.values)
    for step in 1...80 {
      let folder = try TemporaryDirectory("steps")
      let disk = FaultyDisk(failingAt: step, fault)
      let workspace = try workspace(folder, disk.files)
      let succeeded = (try? change(workspace)) != nil
      let found = try shown(folder)
      for (file, text) in found {
        #expect(texts.contains(text), "\(name), step \(step): \(file) is neither old nor new")
        #expect(before[file] != nil || after[file] != nil, "\(name), step \(step): \(file) is of neither")
      }
      #expect(found.count >= min(before.count, after.count), "\(name), step \(step): a file is gone")
      // Private files are complete, too: the secrets are either the old or the new ones.
      let healthy = Workspace(path: folder.path("c"), files: .live, stateFolder: folder.path("s"))
      _ = try healthy.secretStore(of: folder.path("c")).environments()
      let cookies = try healthy.cookieStore(of: folder.path("c")).cookies(of: "dev").map(\.name)
      #expect(number != Self.cookies || [["old"], ["new", "more"]].contains(cookies), "\(name), step \(step)")
      #expect(healthy.tree().collections.flatMap(\.requests).allSatisfy { $0.node.fault == nil })
      if succeeded, disk.count < step { return }
    }
    Issue.record("\(name) takes more than 80 steps")
  }
}
