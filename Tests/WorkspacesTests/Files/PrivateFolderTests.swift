import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Access to files below .apus") struct PrivateFolderTests {
  private let folder: TemporaryDirectory
  private var files: FileSystem { workspace.files }
  private let workspace: Workspace

  /// A workspace with our own `.apus`, which contains a file, and a file outside.
  init() throws {
    folder = try TemporaryDirectory("door")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/a.yml", "info:\n  name: A\n  type: http\nhttp:\n  method: GET\n  url: u\n")
    try folder.write("outside/victim", "kept\n")
    workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
    try workspace.files.makeDirectory(folder.path("c/.apus/history"), 0o700)
    try workspace.files.create(folder.path("c/.apus/plain"), Array("ours".utf8), 0o600)
  }

  /// Every way to access a file, each with its error.
  private func attempts(_ name: String) -> [(String, () throws -> Void)] {
    let (path, files) = (folder.path(name), files)
    return [
      ("read", { _ = try files.read(path, 100) }), ("part", { _ = try files.readPart(path, 0, 1) }),
      ("stamp", { if try files.stamp(path) == nil { throw FileError(path, .missing, "") } }),
      ("append", { try files.append(path, [0x41], 0o600) }), ("create", { try files.create(path, [0x41], 0o600) }),
      ("hold", { _ = try files.hold(path) }), ("lock", { _ = try files.lock(path) }),
      ("resolve", { _ = try files.resolve(path) }), ("list", { _ = try files.list(path) }),
      ("make", { try files.makeDirectory(path + "/sub", 0o700) }),
      ("replace", { try AtomicFile(files).replace(path, with: [0x41]) }),
    ]
  }

  @Test("Every operation on a link below .apus is refused, and its target is unchanged")
  func links() throws {
    try folder.link("c/.apus/file", to: folder.path("outside/victim"))
    try folder.link("c/.apus/dangling", to: folder.path("outside/new"))
    try folder.link("c/.apus/folder", to: folder.path("outside"))
    for name in ["file", "dangling", "folder", "folder/victim", "folder/new", "folder/deep/new"] {
      for (what, attempt) in attempts("c/.apus/\(name)") {
        #expect(throws: (any Error).self, "\(what) of \(name)") { try attempt() }
      }
    }
    #expect(throws: FileError.self) {
      try files.rename(folder.path("c/.apus/plain"), folder.path("c/.apus/folder/new"))
    }
    #expect(throws: FileError.self) { try files.remove(folder.path("c/.apus/folder/victim")) }
    #expect(try folder.readText("outside/victim") == "kept\n")
    #expect(folder.files().filter { $0.hasPrefix("outside") } == ["outside/victim"])
    let error = #expect(throws: FileError.self) { _ = try files.read(folder.path("c/.apus/file"), 100) }
    #expect(error?.reason == .refused)
    #expect(
      error?.description
        == "\(folder.path("c/.apus/file")): a symbolic link, which Apus does not follow here; remove it")
    // The link itself can be removed.
    try files.remove(folder.path("c/.apus/file"))
    #expect(try folder.readText("outside/victim") == "kept\n")
  }

  @Test("A hard-linked file and a pipe are refused, and nothing blocks on them")
  func otherKinds() throws {
    try FileManager.default.linkItem(atPath: folder.path("outside/victim"), toPath: folder.path("c/.apus/hard"))
    #expect(mkfifo(folder.path("c/.apus/pipe"), 0o600) == 0)
    for name in ["hard", "pipe"] {
      for (what, attempt) in attempts("c/.apus/\(name)") {
        #expect(throws: (any Error).self, "\(what) of \(name)") { try attempt() }
      }
    }
    #expect(try folder.readText("outside/victim") == "kept\n")
  }

  @Test("A file of another user is refused")
  func otherUser() throws {
    guard getuid() == 0 else { try Test.cancel("only root can give a file to another user: owners are not tried") }
    #expect(chown(folder.path("c/.apus/plain"), 65534, 65534) == 0)
    #expect(throws: FileError.self) { _ = try files.read(folder.path("c/.apus/plain"), 100) }
    #expect(chown(folder.path("c/.apus"), 65534, 65534) == 0)
    #expect(throws: FileError.self) { try files.create(folder.path("c/.apus/new"), [], 0o600) }
    #expect(workspace.privateFolder.check().count == 1)
  }

  @Test("A path that leads up and out of .apus is refused")
  func upwards() throws {
    #expect(throws: FileError.self) { _ = try files.read(folder.path("c/.apus/../../outside/victim"), 100) }
    #expect(throws: FileError.self) { try files.create(folder.path("c/.apus/history/../../x"), [], 0o600) }
  }

  @Test("A .apus that is a link is refused: nothing is read or written there, and the workspace is still usable")
  func rootLink() throws {
    try folder.move("c/.apus", to: "c/former")
    try folder.link("c/.apus", to: folder.path("outside"))
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
    let lines = workspace.privateFolder.check()
    #expect(lines.count == 1 && lines.first?.contains("symbolic link") == true)
    #expect(workspace.privateFolder.check().isEmpty, "it is said once")
    #expect(try History(workspace: workspace).list().entries.isEmpty)
    #expect(throws: WorkspaceError.self) { try History(workspace: workspace).append(record(), redaction: .none) }
    #expect(DraftStore(workspace).all().drafts.isEmpty)
    #expect(throws: WorkspaceError.self) { try workspace.delete(folder.path("c/a.yml")) }
    #expect(folder.files().filter { $0.hasPrefix("outside") } == ["outside/victim"])
    #expect(workspace.tree().collections.count == 1)
  }

  @Test("Opening and sending with links in place of the history's months leaves their targets unchanged")
  func history() throws {
    let months = ["2020-01.jsonl", "2026-11.jsonl", "2023-11.jsonl"]
    for month in months { try folder.link("c/.apus/history/\(month)", to: folder.path("outside/victim")) }
    let history = History(workspace: workspace) { HistoryRetention(entries: 1) }
    #expect(throws: WorkspaceError.self) { try history.append(record(), redaction: .none) }
    let page = try history.list()
    #expect(page.entries.isEmpty && page.notices.count == 3)
    // Whether or not it finds entries to remove, it must not touch the targets of the links.
    _ = try? history.prune(HistoryRetention(entries: 0))
    #expect(try folder.readText("outside/victim") == "kept\n")
  }

  @Test("Erasing the history removes a link below it, not its target")
  func erased() throws {
    try folder.link("c/.apus/history/bodies", to: folder.path("outside"))
    try History(workspace: workspace).erase()
    #expect(folder.files().filter { $0.hasPrefix("outside") } == ["outside/victim"])
    #expect(try workspace.files.stamp(folder.path("c/.apus/history")) == nil)
  }

  @Test("A link that replaces .apus while the program runs is not followed either")
  func replaced() throws {
    try folder.move("c/.apus", to: "c/former")
    try folder.link("c/.apus", to: folder.path("c/former"))
    #expect(throws: FileError.self) { _ = try files.read(folder.path("c/.apus/plain"), 100) }
    try folder.remove("c/.apus")
    try folder.move("c/former", to: "c/.apus")
    #expect(try files.read(folder.path("c/.apus/plain"), 100) == Array("ours".utf8))
  }

  @Test("Drafts continue after .apus is removed while the program runs")
  func removed() throws {
    let file = try workspace.request(at: folder.path("c/a.yml"))
    var edited = file.definition
    edited.url = "edited"
    let draft = Draft(path: file.path, base: file, definition: edited, date: Date(timeIntervalSince1970: 1))
    let store = DraftStore(workspace)
    try store.keep(draft)
    try folder.remove("c/.apus")
    try store.keep(draft)
    #expect(store.all().drafts.map(\.definition.url) == ["edited"])
    #expect(try folder.readText("c/.apus/.gitignore") == "*\n")
  }

  private func record() -> HistoryRecord {
    HistoryRecord(
      requestID: "a", exchange: Exchange(startedAt: Date(timeIntervalSince1970: 1_700_000_000), duration: .zero))
  }
}
