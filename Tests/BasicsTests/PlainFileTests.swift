import Foundation
import TestSupport
import Testing

@testable import Basics

@Suite("Files opened by exactly their paths") struct PlainFileTests {
  @Test("A regular file is opened; a link in its place or above it is not, wherever it leads")
  func links() throws {
    let folder = try TemporaryDirectory("plain")
    try folder.write("a/b/file", "x")
    let file = try PlainFile.open(folder.path("a/b/file"))
    close(file)
    try folder.link("a/link", to: folder.path("a/b/file"))
    try folder.link("c", to: folder.path("a"))
    for name in ["a/link", "c/b/file"] {
      let failure = #expect(throws: PlainFile.Failure.self) { try PlainFile.open(folder.path(name)) }
      #expect(failure?.isChanged == true, "\(name)")
    }
  }

  @Test("Folders, pipes, devices, relative paths and paths with .. are not opened", arguments: ["", "pipe"])
  func others(name: String) throws {
    let folder = try TemporaryDirectory("plain")
    try folder.write("file", "x")
    mkfifo(folder.path("pipe"), 0o600)
    let path = name.isEmpty ? folder.path : folder.path(name)
    for path in [path, "/dev/null", "file", "\(folder.path)/../\(folder.url.lastPathComponent)/file", "/"] {
      #expect(throws: PlainFile.Failure.self) { try PlainFile.open(path) }
    }
    let failure = #expect(throws: PlainFile.Failure.self) { try PlainFile.open(folder.path("pipe")) }
    #expect(failure?.reason == "not a regular file")
  }
}
