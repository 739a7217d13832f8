import Basics
import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Names that are invalid for files") struct HostileNameTests {
  static let names = [
    "/", "a/b", "/etc/passwd", "..", ".", "../../outside", "...", "..\\..\\outside", "C:\\temp\\x", ".hidden", ".git",
    ".apus", ".env", "-rf", "--", " ", "\t", "a\nb", "\n", "a\r\nb", "a\0b", "\0", "\u{1B}[31mred", "\u{7F}",
    "a\u{85}b",
    "\u{2028}", "\u{202E}lmy.exe", "🦉", "👩‍👩‍👧‍👦 family", "é", "e\u{301}", "名前", "CON", "nul.txt", "com1", "folder", "Folder",
    "collection", "environments", "opencollection", "opencollection.yml", "folder.yml", "workspace", "node_modules",
    "left out", "a.", "a ", " a", "a:b*c?\"<>|", "~", "$HOME", "`id`", "%2e%2e%2f", "x.yml", "x.bru", "A", "a", "seen",
    String(repeating: "x", count: 300), String(repeating: "é", count: 300), String(repeating: "🦉", count: 300),
    "e" + String(repeating: "\u{301}", count: 300), String(repeating: "../", count: 100),
  ]

  private let folder: TemporaryDirectory
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryDirectory("names")
    try folder.write("outside.yml", "info:\n  name: Outside\n  type: http\n")
    try folder.write(
      "c/opencollection.yml",
      "info:\n  name: C\nextensions:\n  bruno:\n    ignore:\n      - left out\n      - left out.yml\n")
    try folder.write("c/seen.yml", Self.request("Seen"))
    try folder.write("c/f/folder.yml", "info:\n  name: F\n  type: folder\n")
    try folder.write("c/g/inner.yml", Self.request("Inner"))
    try folder.write("c/environments/dev.yml", "variables:\n  - name: a\n    value: x\n")
    workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  private static func request(_ name: String) -> String { "info:\n  name: \(name)\n  type: http\nhttp:\n  url: u\n" }

  /// A name that every system accepts, directly in `parent`, and not hidden.
  private func expectSafe(_ path: String, in parent: String, _ name: String) {
    let file = FilePaths.name(of: path)
    #expect(FilePaths.parent(of: path) == parent, "\(name.debugDescription) went to \(path.debugDescription)")
    #expect(file.utf8.count <= 255 && !file.hasPrefix(".") && !file.hasSuffix(".") && !file.hasSuffix(" "))
    #expect(
      file.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && $0.value != 0x7F && !"<>:\"/\\|?*".unicodeScalars.contains($0)
      })
    #expect(FileManager.default.fileExists(atPath: path), "\(path.debugDescription)")
  }

  private func listed() -> Set<String> {
    func paths(_ items: [TreeItem]) -> [String] {
      items.flatMap { item -> [String] in
        switch item {
        case .request(let node): [node.path]
        case .folder(let node): [node.path] + paths(node.items)
        }
      }
    }
    return Set(workspace.tree().collections.flatMap { paths($0.items) })
  }

  /// Existing files are unchanged, and nothing appears outside the workspace.
  private func expectUntouched(_ before: [String: [UInt8]], but changed: Set<String> = []) throws {
    for (name, bytes) in before where !changed.contains(name) { #expect(try folder.read(name) == bytes, "\(name)") }
    let outside = folder.files().filter { !$0.hasPrefix("c/") && !$0.hasPrefix("state/") }
    #expect(outside == ["outside.yml"])
  }

  private func content() throws -> [String: [UInt8]] {
    try Dictionary(uniqueKeysWithValues: folder.files().map { ($0, try folder.read($0)) })
  }

  @Test("A new request, folder or collection of any name gets its own file, is listed and keeps its name")
  func making() throws {
    let before = try content()
    for parent in [workspace.path, folder.path("c/f")] {
      for name in Self.names {
        let request = try workspace.createRequest(RequestDefinition(name: name, url: "u"), in: parent)
        expectSafe(request.path, in: parent, name)
        #expect(try workspace.request(at: request.path).definition.name == name)
        let made = try workspace.createFolder(named: name, in: parent)
        expectSafe(made.path, in: parent, name)
        #expect(try workspace.settings(of: made.path).definition.name == name)
        #expect(listed().isSuperset(of: [request.path, made.path]), "\(name.debugDescription)")
        // Repeated, with the first item in place.
        let again = try workspace.createRequest(RequestDefinition(name: name, url: "u"), in: parent)
        #expect(again.path != request.path)
        for change in [again, made, request] { try workspace.perform(change.undo) }
      }
    }
    try expectUntouched(before)
    #expect(try content() == before)
    let home = try TemporaryDirectory("names")
    try home.write("notes.txt", "")
    for name in Self.names {
      let made = try Workspace(path: home.path, files: .live, stateFolder: "/").createCollection(named: name)
      expectSafe(made.path, in: home.path, name)
      #expect(try Workspace.open(made.path, stateFolder: "/").tree().collections.first?.name == name)
    }
  }

  @Test("A request and a folder are renamed to any name in place, and the name is stored inside")
  func renaming() throws {
    let before = try content()
    for name in Self.names {
      let renamed = try workspace.rename(folder.path("c/seen.yml"), to: name)
      #expect(renamed.path == folder.path("c/seen.yml"))
      #expect(try workspace.request(at: renamed.path).definition.name == name)
      for kind in ["f", "g"] {
        let made = try workspace.rename(folder.path("c/\(kind)"), to: name)
        expectSafe(made.path, in: workspace.path, name)
        #expect(try workspace.settings(of: made.path).definition.name == name)
        #expect(listed().contains(made.path), "\(name.debugDescription)")
        try workspace.perform(made.undo)
      }
      try workspace.perform(renamed.undo)
    }
    try expectUntouched(before)
    #expect(try content() == before)
  }

  @Test("Other programs' files with odd names are copied, moved and deleted, without one hiding another")
  func placing() throws {
    for name in ["a\nb", "🦉", "\u{1B}[31m", "-rf", "~", "%2e%2e%2f", String(repeating: "x", count: 251), " a "] {
      try folder.write("c/f/\(name).yml", Self.request("Odd"))
      try folder.write("c/g/\(name).yml", Self.request("Other"))
      let before = try content()
      let path = folder.path("c/f/\(name).yml")
      let copy = try workspace.duplicate(path)
      #expect(FilePaths.parent(of: copy.path) == folder.path("c/f") && listed().contains(copy.path))
      #expect(try workspace.request(at: copy.path).definition.name == "Odd copy")
      let moved = try workspace.move(path, to: folder.path("c/g"), at: 0)
      #expect(FilePaths.parent(of: moved.path) == folder.path("c/g") && listed().contains(moved.path))
      #expect(try workspace.request(at: folder.path("c/g/\(name).yml")).definition.name == "Other")
      let deleted = try workspace.delete(moved.path)
      for change in [deleted, moved, copy] { try workspace.perform(change.undo) }
      try expectUntouched(before)
    }
  }

  @Test("A folder moved to a place where its name is reserved or excluded gets a name that is shown")
  func reserved() throws {
    for name in ["environments", "left out"] {
      try folder.write("c/f/\(name)/x.yml", Self.request("X"))
      let moved = try workspace.move(folder.path("c/f/\(name)"), to: workspace.path, at: 0)
      #expect(FilePaths.name(of: moved.path) == "\(name) folder" && listed().contains(moved.path + "/x.yml"))
    }
    try folder.write("c/f/opencollection.yml/x.yml", Self.request("X"))
    let moved = try workspace.move(folder.path("c/f/opencollection.yml"), to: workspace.path, at: 0)
    #expect(FilePaths.name(of: moved.path) == "opencollection 2.yml" || listed().contains(moved.path + "/x.yml"))
  }

  @Test("An environment, whose name is its file's, is refused an invalid file name and offered a valid one")
  func environments() throws {
    let before = try content()
    for name in Self.names {
      let better = Workspace.environmentName(for: name)
      #expect(Workspace.environmentName(for: better) == better && !better.isEmpty)
      for attempt in [
        { _ = try workspace.createEnvironment(Environment(name: name), of: workspace.path) },
        { _ = try workspace.duplicateEnvironment("dev", of: workspace.path, as: name) },
        { _ = try workspace.renameEnvironment("dev", of: workspace.path, to: name) },
      ] as [() throws -> Void] where better != name {
        let error = #expect(throws: WorkspaceError.self) { try attempt() }
        #expect(error?.description.contains("try \"\(better)\"") == true, "\(name.debugDescription)")
      }
      let made = try workspace.createEnvironment(Environment(name: better), of: workspace.path)
      expectSafe(made.file.path, in: folder.path("c/environments"), name)
      #expect(workspace.environmentNames(of: workspace.path).contains(better))
      #expect(try workspace.environment(named: better, of: workspace.path)?.environment.name == better)
      try workspace.perform(made.undo)
    }
    try expectUntouched(before)
  }

  @Test("An older collection of any name with files of any name is converted completely, next to itself")
  func converting() throws {
    for (number, name) in Self.names.enumerated() {
      let home = try TemporaryDirectory("names")
      let text = JSONValue.object([JSONValue.Member("name", .string(name))])
      try home.write("w/old/bruno.json", text.pretty)
      for file in ["a\nb", "opencollection", "workspace", "🦉", "x"] {
        try home.write(
          "w/old/\(file).bru", "meta {\n  name: \(file.debugDescription)\n  type: http\n}\n\nget {\n  url: u\n}\n")
      }
      try home.write("w/old/x.yml/y.bru", "meta {\n  name: y\n  type: http\n}\n\nget {\n  url: u\n}\n")
      try home.write("w/old/environments/dev\u{7F}.bru", "vars {\n  a: b\n}\n")
      let old = try Workspace.open(home.path("w/old"), stateFolder: home.path("state"))
      let (path, _) = try old.convert(home.path("w/old"), into: home.path("w"))
      expectSafe(path, in: home.path("w"), name)
      let made = try Workspace.open(path, stateFolder: home.path("state"))
      #expect(made.tree().collections.first?.requests.count == 6, "\(number)")
      #expect(made.tree().collections.first?.name == (name.isEmpty ? "old" : name))
      #expect(home.files().allSatisfy { $0.hasPrefix("w/") })
    }
  }
}
