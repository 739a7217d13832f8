import Foundation
import TestSupport
import Testing
import Workspaces

@Suite("Searching upwards")
struct FolderSearchTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory("search") }

  private func make(_ path: String, mode: Int = 0o755) throws {
    try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(path))
  }

  @Test("The search goes no higher than the home folder")
  func home() throws {
    try make("home/a/b")
    let found = FolderSearch.upwards(from: folder.path("home/a/b"), home: folder.path("home"))
    #expect(found == [folder.path("home/a/b"), folder.path("home/a"), folder.path("home")])
  }

  @Test("The search ends before a folder that every user may write to")
  func shared() throws {
    try make("shared/mine/a")
    try make("shared", mode: 0o1777)
    let found = FolderSearch.upwards(from: folder.path("shared/mine/a"), home: nil)
    #expect(found == [folder.path("shared/mine/a"), folder.path("shared/mine")])
  }

  @Test("Elsewhere the search goes up to the root")
  func root() {
    #expect(FolderSearch.upwards(from: "/usr/bin", home: "/nowhere") == ["/usr/bin", "/usr", "/"])
  }

  @Test("Another user's collection in a world-writable folder does not apply to the folders below")
  func planted() throws {
    try folder.write("shared/opencollection.yml", "info:\n  name: Planted\n")
    try make("shared/mine")
    try make("shared", mode: 0o1777)
    #expect(throws: WorkspaceError.self) { try Workspace.open(folder.path("shared/mine")) }
    try make("shared", mode: 0o755)
    #expect(try Workspace.open(folder.path("shared/mine")).path == folder.path("shared"))
  }
}
