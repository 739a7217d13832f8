import Foundation
import HTTPModel
import TestSupport
import Testing

@testable import Workspaces

@Suite("A copy that follows its original") struct FollowedCopyTests {
  private let folder: TemporaryDirectory

  /// An original with two files, and no copy yet.
  init() throws {
    folder = try TemporaryDirectory("copy")
    try folder.write("original/a.yml", "a 1")
    try folder.write("original/sub/b.yml", "b 1")
    try folder.write("original/.gitignore", "hidden")
    try folder.write("original/.apus/history", "hidden")
  }

  private func update() throws {
    let lock = WriteLock(stateFolder: folder.path("state"))
    try FollowedCopy(of: folder.path("original"), at: folder.path("data/copy"), lock: lock).update()
  }

  private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path(name)) }

  private func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.path(name)) }

  @Test func `The first update copies every file that is not hidden.`() throws {
    try update()
    #expect(try folder.readText("data/copy/a.yml") == "a 1")
    #expect(try folder.readText("data/copy/sub/b.yml") == "b 1")
    #expect(!has("data/copy/.gitignore") && !has("data/copy/.apus"))
  }

  @Test func `A link in the copy, or a record that names files outside, leads nothing out of it.`() throws {
    try folder.write("victim/mine.txt", "mine")
    try FileManager.default.createDirectory(atPath: folder.path("data/copy"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("data/copy/sub"), withDestinationPath: folder.path("victim"))
    try folder.write(
      "data/copy/.apus-copy.json", #"{"files": {"../../victim/mine.txt": "\#(Digest.hexadecimal("mine".utf8))"}}"#)
    try update()
    #expect(try folder.readText("data/copy/a.yml") == "a 1")
    #expect(try folder.readText("victim/mine.txt") == "mine" && !has("victim/b.yml"))
  }

  @Test func `A later update brings the files that the user did not change.`() throws {
    try update()
    try folder.write("original/a.yml", "a 2")
    try folder.write("original/sub/c.yml", "c 1")
    try remove("original/sub/b.yml")
    try update()
    #expect(try folder.readText("data/copy/a.yml") == "a 2")
    #expect(try folder.readText("data/copy/sub/c.yml") == "c 1")
    #expect(!has("data/copy/sub/b.yml"))
  }

  @Test func `Changed, removed and added files of the user stay as they are.`() throws {
    try update()
    try folder.write("data/copy/a.yml", "mine")
    try remove("data/copy/sub/b.yml")
    try folder.write("data/copy/own.yml", "own")
    try folder.write("original/a.yml", "a 2")
    try folder.write("original/sub/b.yml", "b 2")
    try folder.write("original/own.yml", "theirs")
    try update()
    #expect(try folder.readText("data/copy/a.yml") == "mine")
    #expect(!has("data/copy/sub/b.yml"))
    #expect(try folder.readText("data/copy/own.yml") == "own")
    try remove("original/a.yml")
    try update()
    #expect(try folder.readText("data/copy/a.yml") == "mine")
  }

  @Test func `A file that the user changed back is updated again.`() throws {
    try update()
    try folder.write("data/copy/a.yml", "mine")
    try folder.write("original/a.yml", "a 2")
    try update()
    try folder.write("data/copy/a.yml", "a 1")
    try update()
    #expect(try folder.readText("data/copy/a.yml") == "a 2")
  }

  @Test func `An update without news writes nothing, so that a read-only copy is used as it is.`() throws {
    try update()
    var files = FileSystem.live
    files.write = { path, _, _ throws(FileError) in throw FileError(path, .permission, "read-only") }
    let lock = WriteLock(stateFolder: folder.path("state"))
    try FollowedCopy(of: folder.path("original"), at: folder.path("data/copy"), lock: lock, files: files).update()
    try folder.write("original/a.yml", "a 2")
    #expect(throws: WorkspaceError.self) {
      try FollowedCopy(of: folder.path("original"), at: folder.path("data/copy"), lock: lock, files: files).update()
    }
    #expect(try folder.readText("data/copy/a.yml") == "a 1")
  }

  @Test func `An interrupted copy is completed, and a removed copy is made again.`() throws {
    try update()
    try remove("data/copy/\(FollowedCopy.record)")
    try remove("data/copy/sub/b.yml")
    try update()
    #expect(try folder.readText("data/copy/sub/b.yml") == "b 1")
    try remove("data/copy")
    try update()
    #expect(try folder.readText("data/copy/a.yml") == "a 1")
  }
}
