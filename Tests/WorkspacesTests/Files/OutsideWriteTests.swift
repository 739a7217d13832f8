import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Workspaces

@Suite("Writing into a workspace with links") struct OutsideWriteTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory("outside")
    try folder.write("w/opencollection.yml", "info: {name: C}\n")
    try folder.write("w/sub/a.yml", Self.request)
    try folder.write("w/b.yml", Self.request)
    try folder.write("w/real/r.yml", Self.request)
    try folder.write("mine/a.yml", Self.request)
    try folder.write("mine/dev.yml", "variables: []\n")
  }

  private static let request = "info: {name: R, type: http}\nhttp: {method: GET, url: 'http://h'}\n"
  private static let words = "points outside the workspace"
  private var sub: String { folder.path("w/sub") }
  private var outside: [String] { folder.files().filter { $0.hasPrefix("mine") } }

  private func workspace(_ files: FileSystem = .live) throws -> Workspace {
    try Workspace.open(folder.path("w"), files: files, stateFolder: folder.path("state"))
  }

  private func link(_ path: String, to target: String) throws {
    try folder.link(path, to: target)
  }

  /// Replaces the folder by a link.
  private func replaceSub() throws {
    try FileManager.default.moveItem(atPath: sub, toPath: folder.path("w/sub.old"))
    try link("w/sub", to: folder.path("mine"))
  }

  private func refused(_ what: String, _ attempt: () throws -> Void) {
    let error = #expect(throws: WorkspaceError.self, "\(what)") { try attempt() }
    #expect("\(error as Any)".contains(Self.words), "\(what)")
  }

  @Test func `No environment is written through a link that came with the folder; no file is left.`() throws {
    try link("w/environments", to: folder.path("mine"))
    let (workspace, before) = (try workspace(), folder.files())
    let staging = Environment(name: "staging")
    refused("new") { _ = try workspace.createEnvironment(staging, of: workspace.path) }
    refused("import") { try workspace.add([staging], of: workspace.path) }
    refused("import with a folder") {
      let tree = NewTree.folder(named: "N", settings: SharedSettings(), in: workspace.path, of: workspace)
      _ = try workspace.add(tree, to: workspace.path, environments: [staging])
    }
    #expect(folder.files().filter { !$0.hasPrefix("state") } == before)
  }

  @Test func `No request is created, saved, moved or deleted through a link that replaced its folder.`() throws {
    let workspace = try workspace()
    let file = try workspace.request(at: sub + "/a.yml")
    var edited = file.definition
    edited.url = "http://other"
    try replaceSub()
    let before = try outside.map { try folder.readText($0) }
    refused("save") { _ = try workspace.save(edited, to: file) }
    refused("new request") { _ = try workspace.createRequest(RequestDefinition(name: "N"), in: sub) }
    refused("new folder") { _ = try workspace.createFolder(named: "N", in: sub) }
    refused("copy") { _ = try workspace.duplicate(sub + "/a.yml") }
    refused("move in") { _ = try workspace.move(folder.path("w/b.yml"), to: sub, at: 0) }
    refused("move out") { try workspace.perform(WorkspaceChange([.move(from: sub + "/a.yml", to: sub + "2.yml")])) }
    refused("delete") { _ = try workspace.delete(sub + "/a.yml") }
    refused("remove") {
      try workspace.perform(WorkspaceChange([.write(path: sub + "/a.yml", old: file.bytes, new: nil)]))
    }
    refused("tree") {
      let tree = NewTree.folder(named: "N", settings: SharedSettings(), in: workspace.path, of: workspace)
      _ = try workspace.add(tree, to: sub)
    }
    #expect(outside == ["mine/a.yml", "mine/dev.yml"])
    #expect(try outside.map { try folder.readText($0) } == before)
  }

  @Test func `A file that was replaced by a link is not saved, even if both have the same text.`() throws {
    let workspace = try workspace()
    let file = try workspace.request(at: folder.path("w/b.yml"))
    var edited = file.definition
    edited.url = "http://other"
    try FileManager.default.removeItem(atPath: file.path)
    try link("w/b.yml", to: folder.path("mine/a.yml"))
    refused("save") { _ = try workspace.save(edited, to: file) }
    #expect(try folder.readText("mine/a.yml") == Self.request)
  }

  @Test func `Each file of a new folder is checked when it is written: a link that appears then gets none.`() throws {
    let isSwapped = Atomic(false)
    let (folder, test) = (folder, self)
    var files = FileSystem.live
    files.write = { path, bytes, mode throws(FileError) in
      try DiskPlace(path).create(bytes, mode: mode, waits: false)
      guard !isSwapped.exchange(true, ordering: .relaxed) else { return }
      do {
        try test.replaceSub()
        // Creates the same folder behind the link, so that the next write finds it.
        let inner = (path as NSString).deletingLastPathComponent as NSString
        try folder.write("mine/\(inner.lastPathComponent)/x", "")
      } catch { throw FileError(path, .other, "\(error)") }
    }
    let workspace = try workspace(files)
    var tree = NewTree.folder(named: "N", settings: SharedSettings(), in: workspace.path, of: workspace)
    for name in ["1", "2"] { _ = tree.add(RequestDefinition(name: name), to: .root) }
    refused("tree") { _ = try workspace.add(tree, to: sub) }
    #expect(outside.allSatisfy { !$0.hasSuffix("1.yml") && !$0.hasSuffix("2.yml") })
  }

  @Test func `Everything is written through a link that stays in the collection.`() throws {
    try link("w/in", to: "real")
    try link("w/l.yml", to: "real/r.yml")
    try link("w/environments", to: "real")
    let workspace = try workspace()
    let made = try workspace.createRequest(RequestDefinition(name: "N"), in: folder.path("w/in"))
    #expect(made.path == folder.path("w/in/N.yml") && folder.files().contains("w/real/N.yml"))
    _ = try workspace.createEnvironment(Environment(name: "dev"), of: workspace.path)
    #expect(folder.files().contains("w/real/dev.yml"))
    let file = try workspace.request(at: folder.path("w/l.yml"))
    var edited = file.definition
    edited.url = "http://other"
    _ = try workspace.save(edited, to: file)
    #expect(try folder.readText("w/real/r.yml").contains("http://other"))
    _ = try workspace.delete(folder.path("w/in/N.yml"))
    #expect(!folder.files().contains("w/real/N.yml"))
  }

  @Test func `Links do not allow writing into another collection of the workspace.`() throws {
    try folder.write("v/a/opencollection.yml", "info: {name: A}\n")
    try folder.write("v/b/opencollection.yml", "info: {name: B}\n")
    try folder.write("v/b/environments/own.yml", "variables: []\n")
    try link("v/a/environments", to: "../b/environments")
    let workspace = try Workspace.open(folder.path("v"), stateFolder: folder.path("state"))
    let error = #expect(throws: WorkspaceError.self) {
      try workspace.createEnvironment(Environment(name: "dev"), of: folder.path("v/a"))
    }
    #expect("\(error as Any)".contains("points outside its collection"))
    #expect(!folder.files().contains("v/b/environments/dev.yml"))
  }
}
