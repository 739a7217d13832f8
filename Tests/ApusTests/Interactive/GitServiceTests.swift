import Explorer
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import apus

@Suite("Git marks for the screen", .serialized, .enabled(if: Tool.path("git") != nil)) struct GitServiceTests {
  let folder: TemporaryDirectory
  let home: TemporaryDirectory
  let recorder = ActionRecorder()

  init() throws {
    home = try TemporaryDirectory("home")
    folder = try TemporaryDirectory("files")
    try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: Sample\n")
    try folder.write("one.yml", FileServiceTests.request("One", "http://127.0.0.1/one"))
    try git("init", "--quiet")
    try commit()
  }

  private func git(_ arguments: String...) throws {
    let git = try #require(Tool.path("git"))
    let user = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgSign=false"]
    try Tool.run(git, ["-C", folder.path] + user + arguments)
  }

  private func commit() throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--message", "Sample")
  }

  private func service() throws -> FileService {
    let workspace = try Workspace.open(folder.path, stateFolder: home.path)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return FileService(workspace: workspace, process: ["PATH": path, "HOME": home.path])
  }

  private func mark(_ name: String, is mark: GitMarks.Mark?) async throws {
    _ = try await recorder.last { action in
      guard case .tree(.marked(let marks)) = action, marks[path: folder.path(name)] == mark else { return nil as Bool? }
      return true
    }
  }

  @Test("Marks follow the listing, every file change, and a commit on request")
  func follows() async throws {
    try folder.write("one.yml", FileServiceTests.request("One", "http://127.0.0.1/changed"))
    let service = try service()
    await service.run(.loadTree(path: folder.path), post: recorder.record)
    try await mark("one.yml", is: .changed)
    recorder.forget()
    try folder.write("two.yml", FileServiceTests.request("Two", "http://127.0.0.1/two"))
    try await mark("two.yml", is: .new)
    recorder.forget()
    try commit()
    await service.run(.readGit, post: recorder.record)
    try await mark("one.yml", is: nil)
    await service.finish()
  }

  @Test("A save on the screen marks its request")
  func save() async throws {
    let service = try service()
    await service.run(.loadTree(path: folder.path), post: recorder.record)
    _ = try await recorder.first { action in if case .files(.treeLoaded) = action { true } else { nil } }
    let key = RequestKey.file(folder.path("one.yml"))
    await service.run(.loadRequest(key), post: recorder.record)
    var draft = try await recorder.first { action in
      if case .files(.requestLoaded(_, let definition, _, _)) = action { definition } else { nil }
    }
    draft.method = "PUT"
    await service.run(.save(key, draft, []), post: recorder.record)
    try await mark("one.yml", is: .changed)
    await service.finish()
  }
}
