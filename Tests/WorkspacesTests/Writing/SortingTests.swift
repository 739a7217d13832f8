import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Sorting a folder by name") struct SortingTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryDirectory("sorting")
    try folder.write("opencollection.yml", "opencollection: 1.0.0\n\ninfo:\n  name: C\n")
    for (file, name, place) in [("1", "beta", 1), ("2", "Alpha", 2), ("3", "gamma", 3), ("4", "alpha", 9)] {
      try folder.write(
        "\(file).yml",
        "info:\n  name: \(name)\n  type: http\n  seq: \(place) # mine\n\nhttp:\n  method: GET\n  url: http://h/\n")
    }
    try folder.write("broken.yml", "info: [\n")
    try folder.write("z/folder.yml", "info:\n  name: Zoo\n  type: folder\n  seq: 1\n")
    try folder.write("y/a.yml", "info:\n  name: A\n  type: http\n\nhttp:\n  url: http://h/\n")
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("../sorting-state"))
  }

  private var listed: [String] {
    (workspace.tree().collections.first?.items ?? []).map { FilePaths.name(of: $0.path) }
  }

  @Test("Folders and requests are sorted, each among themselves; only the files that moved are written, in one line")
  func sorts() throws {
    #expect(listed == ["z", "y", "1.yml", "broken.yml", "2.yml", "3.yml", "4.yml"])
    let gamma = try folder.read("3.yml")
    _ = try #require(try workspace.sort(folder.path))
    #expect(listed == ["y", "z", "4.yml", "broken.yml", "2.yml", "1.yml", "3.yml"])
    #expect(try folder.readText("4.yml").contains("  seq: 1 # mine\n"))
    #expect(try folder.readText("z/folder.yml").contains("  seq: 2\n"))
    #expect(try folder.read("3.yml") != gamma)
    #expect(try folder.readText("broken.yml") == "info: [\n")
  }

  @Test("The order comes back with undo, byte for byte, and what is sorted already is not written")
  func undone() throws {
    let names = ["1.yml", "2.yml", "3.yml", "4.yml", "z/folder.yml"]
    let before = try names.map { try folder.read($0) }
    let change = try #require(try workspace.sort(folder.path))
    #expect(try workspace.sort(folder.path) == nil)
    try workspace.perform(change.undo)
    #expect(try names.map { try folder.read($0) } == before)
    #expect(!FileManager.default.fileExists(atPath: folder.path("y/folder.yml")))
    #expect(try workspace.sort(folder.path("y")) == nil)
  }

  @Test("Where a folder sorts folders and requests together, they are sorted by name together")
  func mixed() throws {
    try folder.write(
      "opencollection.yml",
      "opencollection: 1.0.0\n\ninfo:\n  name: C\n\nextensions:\n  apus:\n    order: sequence\n")
    _ = try #require(try workspace.sort(folder.path))
    #expect(listed.filter { $0 != "broken.yml" } == ["4.yml", "2.yml", "1.yml", "3.yml", "y", "z"])
  }

  @Test("A link to a request of the folder has the place of its target, and nothing is written twice")
  func links() throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.yml"), withDestinationPath: "3.yml")
    _ = try #require(try workspace.sort(folder.path))
    #expect(try folder.readText("4.yml").contains("  seq: 1 # mine\n"))
    #expect(try folder.readText("3.yml").contains("  seq: 4 # mine\n"))
    #expect(try workspace.sort(folder.path) == nil)
  }
}
