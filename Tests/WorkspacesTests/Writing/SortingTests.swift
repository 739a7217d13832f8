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

  @Test("Folders and requests are sorted separately; only moved files are written, in one line")
  func sorts() throws {
    #expect(listed == ["z", "y", "1.yml", "broken.yml", "2.yml", "3.yml", "4.yml"])
    let gamma = try folder.read("3.yml")
    _ = try #require(try workspace.sort(folder.path).change)
    #expect(listed == ["y", "z", "4.yml", "broken.yml", "2.yml", "1.yml", "3.yml"])
    #expect(try folder.readText("4.yml").contains("  seq: 1 # mine\n"))
    #expect(try folder.readText("z/folder.yml").contains("  seq: 2\n"))
    #expect(try folder.read("3.yml") != gamma)
    #expect(try folder.readText("broken.yml") == "info: [\n")
  }

  @Test("Undo restores the order byte for byte, and sorted items are not written")
  func undone() throws {
    let names = ["1.yml", "2.yml", "3.yml", "4.yml", "z/folder.yml"]
    let before = try names.map { try folder.read($0) }
    let change = try #require(try workspace.sort(folder.path).change)
    #expect(try workspace.sort(folder.path).change == nil)
    try workspace.perform(change.undo)
    #expect(try names.map { try folder.read($0) } == before)
    #expect(!folder.exists("y/folder.yml"))
    #expect(try workspace.sort(folder.path("y")).change == nil)
  }

  @Test("If a folder sorts folders and requests together, they are sorted by name together")
  func mixed() throws {
    try folder.write(
      "opencollection.yml",
      "opencollection: 1.0.0\n\ninfo:\n  name: C\n\nextensions:\n  apus:\n    order: sequence\n")
    _ = try #require(try workspace.sort(folder.path).change)
    #expect(listed.filter { $0 != "broken.yml" } == ["4.yml", "2.yml", "1.yml", "3.yml", "y", "z"])
  }

  @Test("A link to a request of the folder counts as its target, and nothing is written twice")
  func links() throws {
    try folder.link("link.yml", to: "3.yml")
    _ = try #require(try workspace.sort(folder.path).change)
    #expect(try folder.readText("4.yml").contains("  seq: 1 # mine\n"))
    #expect(try folder.readText("3.yml").contains("  seq: 4 # mine\n"))
    #expect(try workspace.sort(folder.path).change == nil)
  }

  private func write(_ file: String, _ name: String, _ place: Int) throws {
    try folder.write(
      "n/\(file).yml",
      "info:\n  name: \(name)\n  type: http\n  seq: \(place)\n\nhttp:\n  method: GET\n  url: http://h/\n")
  }

  private var names: [String] {
    let items = workspace.tree().collections.first?.items ?? []
    for case .folder(let node) in items where node.path == folder.path("n") {
      return node.items.map { FilePaths.baseName(of: $0.path) }
    }
    return []
  }

  @Test("Numbers in names are sorted by their value, whatever the case")
  func numbers() throws {
    for (place, name) in ["r10", "R2", "r2b", "r03", "r", "10", "9"].enumerated() { try write(name, name, place + 1) }
    _ = try #require(try workspace.sort(folder.path("n")).change)
    #expect(names == ["9", "10", "r", "R2", "r2b", "r03", "r10"])
  }

  @Test("A read-only file is not written; those after it follow it, and it is reported only if that is impossible")
  func readOnly() throws {
    for (place, name) in ["d", "c", "b", "a"].enumerated() { try write(name, name, place + 1) }
    func lock(_ name: String, _ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path("n/\(name).yml"))
    }
    try lock("b", 0o444)
    let before = try folder.read("n/b.yml")
    let sorted = try workspace.sort(folder.path("n"))
    #expect(sorted.left.isEmpty && names == ["a", "b", "c", "d"])
    #expect(try folder.read("n/b.yml") == before)
    try lock("b", 0o644)
    try workspace.perform(try #require(sorted.change).undo)
    try lock("d", 0o444)
    let again = try workspace.sort(folder.path("n"))
    #expect(again.left.map(\.path) == [folder.path("n/d.yml")] && names.filter { $0 != "d" } == ["a", "b", "c"])
    #expect(try folder.readText("n/d.yml").contains("seq: 1"))
  }

  @Test("A folder with a broken folder.yml keeps its position and is reported; the others are sorted")
  func broken() throws {
    try folder.write("y/folder.yml", "info: {name: [\n")
    try folder.write("a/folder.yml", "info:\n  name: Ape\n  type: folder\n  seq: 9\n")
    let sorted = try workspace.sort(folder.path)
    #expect(sorted.left.map(\.path) == [folder.path("y")] && sorted.change != nil)
    guard case .invalid(let notice)? = sorted.left.first?.why else {
      Issue.record("\(sorted.left)")
      return
    }
    #expect(notice.location.contains("y/folder.yml:"))
    #expect(try folder.readText("a/folder.yml").contains("seq: 1"))
    #expect(try folder.readText("y/folder.yml") == "info: {name: [\n")
  }

  @Test("A file in braces keeps its layout, and gets its seq inside of them")
  func braces() throws {
    try folder.write("n/b.yml", "info: {name: b, type: http, seq: 1} # mine\nhttp: {method: GET, url: 'http://h/'}\n")
    try folder.write("n/a.yml", "info: {name: a, type: http, seq: 2}\nhttp: {method: GET, url: 'http://h/'}\n")
    _ = try #require(try workspace.sort(folder.path("n")).change)
    #expect(
      try folder.readText("n/b.yml")
        == "info: {name: b, type: http, seq: 2} # mine\nhttp: {method: GET, url: 'http://h/'}\n")
  }
}
