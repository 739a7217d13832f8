import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Creating, saving, moving and removing files") struct WorkspaceSavingTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryDirectory("saving")
    try folder.write("c/opencollection.yml", "opencollection: 1.0.0\n\ninfo:\n  name: C\n# end\n")
    try folder.write(
      "c/a.yml", "info:\n  name: A\n  type: http\n  seq: 1\n\nhttp:\n  method: GET\n  url: http://h/ # here\n")
    try folder.write(
      "c/environments/dev.yml",
      "name: dev\nvariables:\n  - secret: true\n    name: token\n  - name: v\n    value: 1 # one\n")
    workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  private func listed() -> [String] { workspace.tree().collections.first?.requests.map(\.node.id) ?? [] }

  @Test("A save writes the edit, keeps the permissions, follows a link, and can be undone and redone")
  func save() throws {
    let before = try folder.read("c/a.yml")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("c/a.yml"))
    try folder.link("c/link.yml", to: "a.yml")
    let file = try workspace.request(at: folder.path("c/link.yml"))
    var changed = file.definition
    changed.url = "http://other/"
    let saved = try workspace.save(changed, to: file)
    #expect(try folder.readText("c/a.yml").contains("  url: http://other/ # here\n"))
    #expect(try FileSystem.live.stamp(folder.path("c/a.yml"))?.mode == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("c/link.yml")) == "a.yml")
    let redo = try workspace.perform(saved.undo)
    #expect(try folder.read("c/a.yml") == before)
    try workspace.perform(redo)
    #expect(try workspace.request(at: folder.path("c/a.yml")).definition.url == "http://other/")
  }

  @Test("A file that was changed in the meantime is not overwritten")
  func changedOnDisk() throws {
    let file = try workspace.request(at: folder.path("c/a.yml"))
    try folder.write("c/a.yml", file.bytes + Array("# theirs\n".utf8))
    var changed = file.definition
    changed.url = "http://mine/"
    #expect(throws: WorkspaceError.changedOnDisk(path: file.path)) { try workspace.save(changed, to: file) }
    #expect(try folder.readText("c/a.yml").hasSuffix("# theirs\n"))
  }

  @Test("Comments are not lost and secrets not written without asking")
  func asks() throws {
    try workspace.secretStore(of: folder.path("c")).set(["token": "s3cret"], of: "dev")
    let file = try workspace.request(at: folder.path("c/a.yml"))
    var changed = file.definition
    changed.headers = [Row("X", "a s3cret b")]
    #expect(throws: WorkspaceError.secretsWouldBeWritten(path: file.path, ["token"])) {
      try workspace.save(changed, to: file)
    }
    _ = try workspace.save(changed, to: file, options: SaveOptions(mayWriteSecrets: true))
    try folder.write(
      "c/b.yml", "info:\n  name: B\n  type: http\nhttp:\n  url: u\n  headers:\n    - name: A # note\n      value: b\n")
    let other = try workspace.request(at: folder.path("c/b.yml"))
    changed = other.definition
    changed.headers = []
    #expect(throws: WorkspaceError.commentsWouldBeLost(path: other.path, ["# note"])) {
      try workspace.save(changed, to: other)
    }
    _ = try workspace.save(changed, to: other, options: SaveOptions(mayLoseComments: true))
    #expect(try folder.readText("c/b.yml") == "info:\n  name: B\n  type: http\nhttp:\n  url: u\n")
  }

  @Test("An empty folder becomes the first collection itself, any other gets one in a new subfolder")
  func firstCollection() throws {
    let folder = try TemporaryDirectory()
    let empty = try Workspace.openEmpty(folder.path)
    #expect(empty.tree().collections.isEmpty)
    let made = try empty.createCollection(named: "Shop")
    #expect(made.path == empty.path)
    #expect(empty.tree().collections.map(\.name) == ["Shop"])
    #expect(!empty.holdsCollections)
    #expect(throws: WorkspaceError.self) { try empty.createCollection(named: "Another") }
    try empty.perform(made.undo)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)

    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/main.swift"))
    let beside = try empty.createCollection(named: "Shop")
    #expect(beside.path == empty.path + "/Shop")
    #expect(empty.tree().collections.map(\.name) == ["Shop"])
    #expect(try empty.createCollection(named: "Shop").path == empty.path + "/Shop 2")
  }

  @Test("New requests, folders and collections get safe names and are last")
  func create() throws {
    let made = try workspace.createRequest(RequestDefinition(name: "a/b: c?", url: "u"), in: folder.path("c"))
    #expect(FilePaths.name(of: made.path) == "a-b- c-.yml")
    #expect(try workspace.request(at: made.path).definition.sequence == 2)
    let again = try workspace.createRequest(RequestDefinition(name: "A/B: C?"), in: folder.path("c"))
    #expect(FilePaths.name(of: again.path) == "A-B- C- 2.yml")
    let long = try workspace.createRequest(
      RequestDefinition(name: String(repeating: "é", count: 300)), in: folder.path("c"))
    #expect(FilePaths.name(of: long.path).utf8.count <= 255)
    let group = try workspace.createFolder(named: "Users", in: folder.path("c"))
    #expect(
      try folder.readText("c/Users/folder.yml")
        == "info:\n  name: Users\n  type: folder\n  seq: 5\n\nrequest:\n  auth: inherit\n")
    let names = [("...", "request"), ("con", "con request"), ("folder", "folder request"), ("/", "request 2")]
    for (name, file) in names {
      let made = try workspace.createRequest(RequestDefinition(name: name), in: folder.path("c"))
      #expect(FilePaths.baseName(of: made.path) == file)
    }
    #expect(throws: WorkspaceError.badName("", why: "it is empty")) {
      try workspace.createRequest(RequestDefinition(name: ""), in: folder.path("c"))
    }
    try workspace.perform(group.undo)
    #expect(!folder.files().contains("c/Users/folder.yml"))
    let parent = Workspace(path: folder.path, files: .live, stateFolder: "/")
    let collection = try parent.createCollection(named: "New one").path
    #expect(try Workspace.open(collection, stateFolder: "/").tree().collections.first?.name == "New one")
  }

  @Test("Duplicates of requests and folders have \"copy\" in their names")
  func duplicate() throws {
    let copy = try workspace.duplicate(folder.path("c/a.yml"))
    #expect(FilePaths.name(of: copy.path) == "a copy.yml")
    #expect(try workspace.request(at: copy.path).definition.name == "A copy")
    #expect(FilePaths.name(of: try workspace.duplicate(folder.path("c/a.yml")).path) == "a copy 2.yml")
    try folder.write("c/f/x.yml", "info:\n  name: X\n  type: http\n")
    let tree = try workspace.duplicate(folder.path("c/f"))
    #expect(FilePaths.name(of: tree.path) == "f copy" && folder.files().contains("c/f copy/x.yml"))
    try workspace.perform(tree.undo)
    #expect(!folder.files().contains("c/f copy/x.yml") && folder.files().contains("c/f/x.yml"))
  }

  @Test("A rename changes only the displayed name; for a folder without a file, its directory")
  func rename() throws {
    _ = try workspace.rename(folder.path("c/a.yml"), to: "Other")
    #expect(listed() == ["a"])
    #expect(try workspace.request(at: folder.path("c/a.yml")).definition.name == "Other")
    try folder.write("c/f/x.yml", "info:\n  name: X\n  type: http\n")
    let moved = try workspace.rename(folder.path("c/f"), to: "g")
    #expect(moved.path == folder.path("c/g") && folder.files().contains("c/g/x.yml"))
  }

  @Test("Moving rewrites the seq of items whose position changed, and nothing else")
  func move() throws {
    for (index, name) in ["b", "d", "e"].enumerated() {
      try folder.write("c/\(name).yml", "# \(name)\ninfo:\n  name: \(name)\n  type: http\n  seq: \(index + 2)\n")
    }
    let last = try folder.read("c/e.yml")
    let change = try workspace.move(folder.path("c/d.yml"), to: folder.path("c"), at: 0)
    #expect(listed() == ["d", "a", "b", "e"])
    #expect(try folder.read("c/e.yml") == last)
    #expect(try folder.readText("c/d.yml") == "# d\ninfo:\n  name: d\n  type: http\n  seq: 1\n")
    try workspace.perform(change.undo)
    #expect(listed() == ["a", "b", "d", "e"])
    _ = try workspace.createFolder(named: "F", in: folder.path("c"))
    let into = try workspace.move(folder.path("c/d.yml"), to: folder.path("c/F"), at: 0)
    #expect(listed() == ["F/d", "a", "b", "e"])
    try workspace.perform(into.undo)
    #expect(listed() == ["a", "b", "d", "e"])
    #expect(throws: WorkspaceError.self) { try workspace.move(folder.path("c/F"), to: folder.path("c/F"), at: 0) }
  }

  @Test("Deleted items stay in the trash until restored or expired")
  func delete() throws {
    try folder.write("c/f/x.yml", "info:\n  name: X\n  type: http\n")
    let gone = try workspace.delete(folder.path("c/f"))
    #expect(listed() == ["a"])
    try workspace.perform(gone.undo)
    #expect(listed() == ["f/x", "a"])
    _ = try workspace.delete(folder.path("c/f"), at: Date(timeIntervalSinceNow: -40 * 86_400))
    let recent = try workspace.delete(folder.path("c/a.yml"))
    try workspace.emptyTrash()
    #expect(folder.files().filter { $0.contains("/trash/") && $0.hasSuffix("x.yml") }.isEmpty)
    try workspace.perform(recent.undo)
    #expect(listed() == ["a"])
  }

  @Test("An environment's secrets go to the store, its file changes by lines, a new name renames it")
  func environment() throws {
    let file = try #require(try workspace.environment(named: "dev", of: folder.path("c")))
    var changed = file.environment
    changed.variables[0].row.value = "s3cret"
    changed.variables[1].row.value = "2"
    changed.variables.append(.init(Row("new", "x")))
    let saved = try workspace.save(changed, to: file).file
    #expect(saved.environment == changed)
    #expect(
      try folder.readText("c/environments/dev.yml")
        == "name: dev\nvariables:\n  - secret: true\n    name: token\n  - name: v\n    value: \"2\" # one\n  - name: new\n    value: x\n"
    )
    var renamed = saved.environment
    renamed.name = "test"
    renamed.isProtected = true
    let moved = try workspace.save(renamed, to: saved).file
    #expect(moved.path == folder.path("c/environments/test.yml") && moved.environment == renamed)
    #expect(workspace.environmentNames(of: folder.path("c")) == ["test"])
    let made = try workspace.createEnvironment(
      Environment(name: "prod", variables: [.init(Row("k", "hidden"), isSecret: true)]), of: folder.path("c"))
    #expect(made.file.environment.variables.first?.row.value == "hidden")
    #expect(try folder.readText("c/environments/prod.yml") == "name: prod\nvariables:\n  - secret: true\n    name: k\n")
  }

  @Test("Folder and collection settings are saved by lines, and a missing folder.yml is created")
  func settings() throws {
    let root = try workspace.settings(of: folder.path("c"))
    var changed = root.definition
    changed.headers = [Row("A", "b")]
    changed.authentication = Authentication(.bearer, [.init("token", "{{t}}")])
    _ = try workspace.save(changed, to: root)
    #expect(
      try folder.readText("c/opencollection.yml")
        == "opencollection: 1.0.0\n\ninfo:\n  name: C\n\nrequest:\n  headers:\n    - name: A\n      value: b\n  auth:\n    type: bearer\n    token: \"{{t}}\"\n# end\n"
    )
    try FileManager.default.createDirectory(atPath: folder.path("c/g"), withIntermediateDirectories: true)
    let none = try workspace.settings(of: folder.path("c/g"))
    #expect(none.bytes.isEmpty)
    changed = none.definition
    changed.variables = [Row("v", "1")]
    let saved = try workspace.save(changed, to: none)
    #expect(saved.file.definition.variables == [Row("v", "1")] && saved.file.definition.name == "g")
  }

  @Test("Every corpus collection opens, lists, shows and saves back unchanged", .corpora("opencollection"))
  func corpus() throws {
    var requests = 0
    for path in try Corpora.files("opencollection").filter({ $0.hasSuffix("/opencollection.yml") }) {
      let opened = try Workspace.open((path as NSString).deletingLastPathComponent, stateFolder: folder.path("state"))
      let tree = opened.tree()
      #expect(tree.notices.isEmpty, "\(tree.notices)")
      for listed in tree.collections.flatMap(\.requests) {
        #expect(listed.node.fault == nil, "\(String(describing: listed.node.fault))")
        let file = try opened.request(at: listed.node.path)
        #expect(file.definition.name == listed.node.name && file.definition.url == listed.node.url)
        #expect(try file.text(with: file.definition).bytes == file.bytes)
        requests += 1
      }
      for environment in opened.environments(of: opened.path).environments {
        #expect(
          try YAMLDocument(environment.bytes).root?["variables"]?.items?.count ?? 0
            == environment.environment.variables.count)
      }
    }
    Notice.show("opencollection: \(requests) requests opened and saved back")
    #expect(requests == 11)
  }
}
